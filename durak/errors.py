"""Why a move is refused, as a value; and what is raised for what no player sent."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from attrs import evolve, frozen


class ErrorCode(StrEnum):
    """The fourteen reasons for a refusal. Each compares equal to its text."""

    BAD_DEAL = "bad_deal"
    BAD_SEATS = "bad_seats"
    BEATS_NOTHING = "beats_nothing"
    BOUT_FULL = "bout_full"
    CARD_NOT_HELD = "card_not_held"
    GAME_OVER = "game_over"
    MUST_ATTACK = "must_attack"
    NO_SEED = "no_seed"
    NOT_LEGAL = "not_legal"
    NOT_THE_SIX = "not_the_six"
    NOT_YOUR_TURN = "not_your_turn"
    RANK_NOT_IN_BOUT = "rank_not_in_bout"
    TALON_SHUT = "talon_shut"
    WRONG_PHASE = "wrong_phase"


_MESSAGES: Final = {
    ErrorCode.BAD_DEAL: "A deal number is a whole number, counted from one.",
    ErrorCode.BAD_SEATS: "This game is played by two.",
    ErrorCode.BEATS_NOTHING: "That card does not beat the attack in front of you.",
    ErrorCode.BOUT_FULL: "This bout holds as many attacks as it may.",
    ErrorCode.CARD_NOT_HELD: "You do not hold that card.",
    ErrorCode.GAME_OVER: "The game has ended.",
    ErrorCode.MUST_ATTACK: "The table is empty: play a card first.",
    ErrorCode.NO_SEED: "A game needs a seed of exactly 32 bytes.",
    ErrorCode.NOT_LEGAL: "There is no such move in this game.",
    ErrorCode.NOT_THE_SIX: "You have no six of trumps that you may exchange.",
    ErrorCode.NOT_YOUR_TURN: "It is not your turn.",
    ErrorCode.RANK_NOT_IN_BOUT: "No card of that rank lies on the table.",
    ErrorCode.TALON_SHUT: "The talon is empty, so there is nothing to exchange for.",
    ErrorCode.WRONG_PHASE: "That move does not belong to this part of the bout.",
}


@frozen
class Error:
    """A refusal. The state that was asked is unchanged and still good.

    Not iterable, so that unpacking it as `(state, events)` fails at once.

    Attributes:
        code: Why, for programs; equal to its text, `"card_not_held"`.
        message: Why, in one English sentence for people. It names no card.
        ply: In a replay, how many moves were made before the refused one, so
            its place in the list of moves; None for a single step and for a
            game that could not start.
    """

    code: ErrorCode
    message: str
    ply: int | None = None

    def at(self, ply: int) -> Error:
        """The same refusal, of the move at place `ply` of a list of moves."""
        return evolve(self, ply=ply)

    def __str__(self) -> str:
        place = "" if self.ply is None else f"move {self.ply}: "
        return f"{place}{self.code}: {self.message}"


ERRORS: Final[dict[ErrorCode, Error]] = {
    code: Error(code, _MESSAGES[code]) for code in ErrorCode
}
"""The refusal of each code, ready made."""


def shown(value: object) -> str:
    """A value as it is named in a complaint: its repr, cut short.

    Python writes neither an integer of over 4,300 digits nor a very deep list.
    """
    try:
        return f"{value!r:.60}"
    except Exception:  # whatever a stranger's __repr__ raises
        return f"a value of type {type(value).__name__}"


class Malformed(ValueError):
    """Data that has not the documented form.

    Attributes:
        path: Where: a path into plain data such as `moves[3].card` (empty for
            the whole of it), or a place in a text such as `token 4`.
        problem: What is wrong there, naming the value.
    """

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(path, problem)
        self.path = path
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}" if self.path else self.problem


class ImpossibleLayout(ValueError):
    """A layout of cards that cannot be a position of the game.

    Attributes:
        flaws: Every flaw found, one sentence each.
    """

    def __init__(self, flaws: Iterable[str]) -> None:
        self.flaws = tuple(flaws)
        super().__init__(self.flaws)

    def __str__(self) -> str:
        return "; ".join(self.flaws)
