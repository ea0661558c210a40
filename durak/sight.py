"""What a seat sees of a game: the records that `durak.views` fills in.

They stand apart from it because it must reach the state to fill them in, and
whoever is handed one must not.
"""

from __future__ import annotations

from attrs import frozen

from durak.bout import Phase
from durak.cards import Card, Suit
from durak.cardsets import CardSet
from durak.moves import Move
from durak.outcome import Result
from durak.seats import BySeat, Seat


@frozen
class Pair:
    """An attack card, and the card laid over it or None."""

    attack: Card
    beat: Card | None


@frozen
class BoutView:
    """The bout as both seats see it; see `durak.Bout`.

    Attributes:
        attacker: The seat that attacks.
        defender: The seat that beats or takes.
        cap: The most cards the attack may hold.
        size: How many it holds.
        taken: Whether the defender has picked the bout up.
        unbeaten: The first attack card without an answer, or None.
        pairs: The attack cards in the order played, each with its answer.
    """

    attacker: Seat
    defender: Seat
    cap: int
    size: int
    taken: bool
    unbeaten: Card | None
    pairs: tuple[Pair, ...]


@frozen
class View:
    """Everything that a seat may know, and no way back to the state.

    In a notebook it shows itself, as the table from its seat's side.

    Attributes:
        seat: Whose view it is.
        ply: How many events have happened.
        phase: The part of the bout, or `over`.
        turn: The seat that the game waits for, or None.
        trump: The trump suit.
        trump_card: The card at the bottom of the talon, or None once drawn.
        talon: How many cards are left to draw.
        discard: How many cards the heap holds.
        hand: The seat's own cards.
        counts: How many cards each seat holds.
        swap: Whether this seat may exchange the six of trumps, its turn aside.
            Nothing is said of the other seat's exchange.
        legal: This seat's legal moves, in their fixed order.
        over: Whether the game has ended.
        result: How it ended, or None.
        bout: The open bout, or None once the game was played to its end.
    """

    seat: Seat
    ply: int
    phase: Phase
    turn: Seat | None
    trump: Suit
    trump_card: Card | None
    talon: int
    discard: int
    hand: CardSet
    counts: BySeat[int]
    swap: bool
    legal: tuple[Move, ...]
    over: bool
    result: Result | None
    bout: BoutView | None

    def _repr_svg_(self) -> str:
        from durak.render.svg import table

        return table(self)
