"""The six moves, a closed union of frozen records.

The record of a move holds whatever a player put into it: `Attack(None)` is
a move that is refused, not an exception. `str` of a move is text for people.
"""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias, final

from attrs import frozen

from durak.cards import CARDS, Card, is_card, name_of
from durak.cardsets import picked, rows_of


def _named(kind: str, card: Card) -> str:
    return f"{kind} {name_of(card) if is_card(card) else 'no card'}"


@final
@frozen
class Attack:
    """Play a card as an attack, or throw one in. Rules 4.1, 4.3, 4.6."""

    kind: ClassVar[Literal["attack"]] = "attack"
    card: Card

    def __str__(self) -> str:
        return _named(self.kind, self.card)


@final
@frozen
class Beat:
    """Beat the open attack with a card. Rule 4.2."""

    kind: ClassVar[Literal["beat"]] = "beat"
    card: Card

    def __str__(self) -> str:
        return _named(self.kind, self.card)


@final
@frozen
class Take:
    """Pick the bout up instead of beating. Rule 4.2."""

    kind: ClassVar[Literal["take"]] = "take"

    def __str__(self) -> str:
        return self.kind


@final
@frozen
class Done:
    """Throw in no more: the bout ends. Rule 4.7."""

    kind: ClassVar[Literal["done"]] = "done"

    def __str__(self) -> str:
        return self.kind


@final
@frozen
class Swap:
    """Exchange the six of trumps for the turn-up. Rule 8.1."""

    kind: ClassVar[Literal["swap"]] = "swap"

    def __str__(self) -> str:
        return self.kind


@final
@frozen
class Resign:
    """Give the game up, on turn or not. Rule 7.6."""

    kind: ClassVar[Literal["resign"]] = "resign"

    def __str__(self) -> str:
        return self.kind


Move: TypeAlias = Attack | Beat | Take | Done | Swap | Resign

MOVES: Final = (Attack, Beat, Take, Done, Swap, Resign)
"""The records of the union."""

TAKE: Final = Take()
DONE: Final = Done()
SWAP: Final = Swap()
RESIGN: Final = Resign()

_ATTACKS: Final = rows_of(tuple(map(Attack, CARDS)))
_BEATS: Final = rows_of(tuple(map(Beat, CARDS)))


def attacks_with(mask: int) -> tuple[Attack, ...]:
    """An attack with each card of a mask, in id order."""
    return picked(_ATTACKS, mask)


def beats_with(mask: int) -> tuple[Beat, ...]:
    """A beat with each card of a mask, in id order."""
    return picked(_BEATS, mask)
