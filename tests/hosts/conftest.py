"""Tests of the adapters: collected where their host is installed."""

from __future__ import annotations

from importlib.util import find_spec

HOSTS = {"pyspiel": "test_openspiel.py", "pettingzoo": "test_pettingzoo.py"}

collect_ignore = [test for host, test in HOSTS.items() if find_spec(host) is None]
