"""Opponents of three strengths. They see a `View` and nothing else.

    >>> from durak.bots import Bot
    >>> bot = Bot(3, "any seed")
    >>> move = bot.choose(durak.view(state, state.turn))

Nothing in this package can reach a state, a deal, a talon or a game's seed: the
import contracts in pyproject.toml forbid it, by way of other modules too.
"""

from __future__ import annotations

from typing import Final

from attrs import field, frozen

from durak.bots.rungs import rung1, rung2, rung3
from durak.bots.words import seed_of, word
from durak.moves import Move
from durak.seats import Seat, integer_of
from durak.sight import View

__all__ = ["LEVELS", "Bot", "hint", "level_for", "word"]

LEVELS: Final = (1, 2, 3)
"""The levels of a bot, the weakest first: its rungs."""

_LEVEL_FOR: Final = (1, 1, 2, 3, 3)


def _clamped(level: int) -> int:
    number = integer_of(level)
    if number is None:
        raise TypeError(f"a bot's level is an integer, not {level!r}")
    return min(max(number, LEVELS[0]), LEVELS[-1])


@frozen
class Bot:
    """A player of one level. Equal bots choose alike, whenever they are asked.

    Attributes:
        level: The rung it plays; a level under 1 is 1, and one over 3 is 3.
        seed: The bytes that its words are made of; a text stands for its UTF-8
            bytes, and None for no bytes. Rungs 2 and 3 leave nothing to chance
            and do not use it.

    Raises:
        TypeError: `level` is no integer, or `seed` neither bytes, text nor None.
    """

    level: int = field(converter=_clamped)
    seed: bytes = field(default=None, converter=seed_of)

    def choose(self, view: View) -> Move | None:
        """The move it makes, or None where the view lists no legal one."""
        if not view.legal:
            return None
        match self.level:
            case 1:
                return rung1(view, self.word(view.seat, view.ply))
            case 2:
                return rung2(view)
            case _:
                return rung3(view)

    def word(self, seat: Seat, ply: int) -> int:
        """The 32-bit word it has for a seat at a ply; see `durak.bots.word`."""
        return word(self.seed, seat, ply)


def hint(view: View) -> Move | None:
    """What the strongest rung would play, or None where no move is legal."""
    return rung3(view) if view.legal else None


def level_for(difficulty: object) -> int:
    """The level of a difficulty from 1 to 5, as a game's settings offer them.

    Whatever is below, or no integer, has the weakest level; whatever is above,
    the strongest.
    """
    number = integer_of(difficulty) or 0
    return _LEVEL_FOR[min(max(number, 1), len(_LEVEL_FOR)) - 1]
