"""docs/serving.md against the server that it describes."""

from __future__ import annotations

import re

import pytest
from processes import ROOT
from server import tables, wire
from server.app import Server
from server.store import Store
from server.tables import Refusal

pytestmark = pytest.mark.serving

DOCUMENT = (ROOT / "docs" / "serving.md").read_text()


def test_the_document_lists_every_address_and_no_other() -> None:
    store = Store(":memory:")
    served = {
        f"{(route.methods - {'HEAD'}).pop()} {route.path}"
        for route in Server(store, patience=0, wait=0).app.routes
    }
    store.close()
    assert set(re.findall(r"^\| `((?:GET|POST) [^`]+)`", DOCUMENT, re.M)) == served


def test_the_document_lists_every_refusal_with_its_status() -> None:
    rows = re.findall(r"^\| (\d{3}) \| (`.*?) \|", DOCUMENT, re.M)
    listed = {
        (code, int(status))
        for status, codes in rows
        for code in re.findall("`(\\w+)`", codes)
    }
    refusals = [value for value in vars(tables).values() if isinstance(value, Refusal)]
    assert listed == {
        *((refusal.code, wire.status_of(refusal)) for refusal in refusals),
        ("malformed", 400),
        ("not_served", 404),
        ("not_served", 405),
    }
