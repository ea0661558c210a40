"""The two seats at the table, and one value for each of them."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from attrs import frozen

T_co = TypeVar("T_co", covariant=True)

Seat: TypeAlias = Literal[1, 2]

SEATS: Final[tuple[Seat, Seat]] = (1, 2)


def other(seat: Seat) -> Seat:
    """The seat across the table.

    Raises:
        ValueError: `seat` is not 1 or 2.
    """
    number = seat if type(seat) is int else seat_of(seat)
    if number == 1:
        return 2
    if number == 2:
        return 1
    raise ValueError(f"no such seat: {seat!r}")


def integer_of(value: object) -> int | None:
    """The plain integer that `value` is, or None when it is none.

    Any integer type serves, numpy's included. A bool, a float and a text are
    not integers here, whatever Python makes of them: each would let two
    spellings of one move through.
    """
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # the question asked
    except Exception:  # whatever a stranger's __index__ raises, it is no integer
        return None


def seat_of(value: object) -> Seat | None:
    """The seat that `value` names, or None when it names none.

    For values that came from a player; see `integer_of` for what counts.
    """
    number = integer_of(value)
    if number == 1:
        return 1
    if number == 2:
        return 2
    return None


@frozen
class BySeat(Generic[T_co]):
    """One value for each seat: `pair[1]` and `pair[2]`.

    Iterates over the two values, seat 1 first. In plain data the keys are
    `"1"` and `"2"`.

    Attributes:
        first: The value of seat 1.
        second: The value of seat 2.
    """

    first: T_co
    second: T_co

    def __getitem__(self, seat: Seat) -> T_co:
        """The value of a seat; raises KeyError for anything but 1 or 2."""
        number = seat if type(seat) is int else seat_of(seat)
        if number == 1:
            return self.first
        if number == 2:
            return self.second
        raise KeyError(f"no such seat: {seat!r}")

    def __iter__(self) -> Iterator[T_co]:
        yield self.first
        yield self.second
