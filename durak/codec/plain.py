"""Plain data before its shape is known: JSON text, and a strict reader of values."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, Never, TypeVar, cast

from attrs import frozen

from durak.cards import CARDS, SUITS, Card, Suit, is_card
from durak.errors import Malformed, shown
from durak.seats import BySeat, Seat, integer_of, seat_of

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)


def from_json(text: str | bytes) -> object:
    """The plain data of a JSON text.

    Raises:
        Malformed: the text is not JSON, or an object in it repeats a key.
    """
    try:
        return json.loads(
            text, object_pairs_hook=_without_repeats, parse_constant=_no_constant
        )
    except RecursionError:
        raise Malformed("", "nested too deeply") from None
    except Malformed:
        raise
    except ValueError as error:
        raise Malformed("", f"not JSON: {error}") from None


def to_json(plain: object) -> str:
    """The canonical JSON text: sorted keys, no spaces, ASCII only.

    Raises:
        ValueError: a number in it is not finite, or has over 4,300 digits.
    """
    return json.dumps(plain, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        [(repeated, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise Malformed("", f"the key {shown(repeated)} is repeated")
    return members


def _no_constant(name: str) -> Never:
    raise Malformed("", f"{name} is no JSON number")


@frozen
class Reader:
    """A value in plain data, and the path to it.

    Every method answers with what the value is, or raises `Malformed` with the
    path. Nothing is guessed.
    """

    value: Any
    path: str = ""

    def malformed(self, problem: str) -> Malformed:
        """The complaint about this value."""
        return Malformed(self.path, f"{problem}: {shown(self.value)}")

    def __getitem__(self, key: str) -> Reader:
        """The member of an object, at its own path."""
        members: Mapping[str, Any] = self._object()
        if key not in members:
            raise Malformed(self.path, f"the key {key!r} is missing")
        return Reader(members[key], f"{self.path}.{key}" if self.path else key)

    def __contains__(self, key: str) -> bool:
        return key in self._object()

    def _object(self) -> Mapping[str, Any]:
        value: object = self.value
        # Asking for dict first spares most objects the slow question.
        if not isinstance(value, dict) and not isinstance(value, Mapping):
            raise self.malformed("not an object")
        return cast(Mapping[str, Any], value)

    def only(self, *keys: str) -> Reader:
        """The object itself, once it is known to have no other keys."""
        for key in self._object():
            if key not in keys:
                raise Malformed(self.path, f"unknown key {shown(key)}")
        return self

    def items(
        self,
        read: Callable[[Reader], T],
        known: Callable[[object], T | None] = lambda _: None,
    ) -> tuple[T, ...]:
        """The items of a list: those that are `known`, and what `read` makes of others."""
        value: object = self.value
        if not isinstance(value, list | tuple):
            raise self.malformed("not a list")
        values = cast(Iterable[Any], value)
        return tuple(
            known(item) or read(Reader(item, f"{self.path}[{place}]"))
            for place, item in enumerate(values)
        )

    def by_seat(self, read: Callable[[Reader], T]) -> BySeat[T]:
        """One value for each seat, at the keys "1" and "2"."""
        pair = self.only("1", "2")
        return BySeat(read(pair["1"]), read(pair["2"]))

    def or_none(self, read: Callable[[Reader], T]) -> T | None:
        """A value that may be null."""
        return None if self.value is None else read(self)

    def integer(self) -> int:
        """An integer of any integer type."""
        number = integer_of(self.value)
        if number is None:
            raise self.malformed("not an integer")
        return number

    def count(self) -> int:
        """A number of things."""
        number = self.integer()
        if number < 0:
            raise self.malformed("not a count")
        return number

    def count_of_cards(self) -> int:
        """A number of cards, no more than there are."""
        number = self.count()
        if number > len(CARDS):
            raise self.malformed("more cards than there are")
        return number

    def flag(self) -> bool:
        """A truth value: 0, 1, false or true."""
        if isinstance(self.value, bool):
            return self.value
        if integer_of(self.value) not in (0, 1):
            raise self.malformed("not a truth value")
        return bool(self.value)

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            raise self.malformed("not a text")
        return self.value

    def one_of(self, kinds: type[E]) -> E:
        """One of the texts of an enumeration."""
        text = self.text()
        try:
            return kinds(text)
        except ValueError:
            raise self.malformed(f"not one of {', '.join(kinds)}") from None

    def seat(self) -> Seat:
        """A seat."""
        seat = seat_of(self.value)
        if seat is None:
            raise self.malformed("not a seat")
        return seat

    def card(self) -> Card:
        """A card."""
        if not is_card(self.value):
            raise self.malformed("not a card")
        return self.integer()

    def suit(self) -> Suit:
        """A suit."""
        if self.text() not in SUITS:
            raise self.malformed("not a suit")
        return cast(Suit, self.value)

    def seed(self) -> bytes:
        """A seed: 32 bytes as 64 hexadecimal digits, in either case."""
        digits = self.text()
        if len(digits) != 64 or not set(digits) <= set("0123456789abcdefABCDEF"):
            raise Malformed(self.path, "not 64 hexadecimal digits")
        return bytes.fromhex(digits)
