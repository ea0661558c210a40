"""Players by name, as commands take them, made anew for every deal.

The names are `rung1`, `rung2` and `rung3` (the bots), `random`, and those of
one's own: `module:function` is a function from a view to a move;
`module:maker()` is called with 32 bytes and answers with such a function, so
that it may draw random numbers of its own, or remember a deal. The bytes are the
SHA-256 of the seed that it is made of: that one may hold the seed of the deal,
which is no player's business.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from itertools import count
from pkgutil import resolve_name
from typing import Final, TypeAlias, cast

from durak.bots import LEVELS, Bot
from durak.bots.words import word_of
from durak.moves import Move
from durak.players import Player
from durak.sight import View

Maker: TypeAlias = Callable[[bytes], Player]
"""From the bytes of a seed, of any length, to a player for one deal."""


def random_player(seed: bytes) -> Player:
    """A player that makes any legal move.

    At its k-th turn, from 1, that is `legal[word mod len(legal)]` with the word
    of the text `<seed>:<k>` (see `durak.bots.words.word_of`). The same player
    at both seats counts the turns of both.
    """
    turns = count(1)

    def choose(view: View) -> Move:
        return view.legal[word_of(b"%b:%d" % (seed, next(turns))) % len(view.legal)]

    return choose


def _bot(level: int, seed: bytes) -> Player:
    return Bot(level, seed).choose


MAKERS: Final[dict[str, Maker]] = {
    **{f"rung{level}": partial(_bot, level) for level in LEVELS},
    "random": random_player,
}
"""The players that have a name of their own."""


def maker_of(name: str) -> Maker:
    """What makes the players of a name. A module of one's own is imported for it.

    Raises:
        ValueError: there is no player of that name, or its module fails.
    """
    if name in MAKERS:
        return MAKERS[name]
    module, colon, path = name.removesuffix("()").partition(":")
    if not (module and colon and path):
        known = ", ".join((*MAKERS, "module:function", "module:maker()"))
        raise ValueError(f"no player {name!r}: not one of {known}")
    try:
        named: object = resolve_name(f"{module}:{path}")
    except (Exception, SystemExit) as error:  # a stranger's module, so anything
        problem = f"{type(error).__name__}: {error}"
        raise ValueError(f"no player {name!r}: {problem}") from error
    if not callable(named):
        raise ValueError(f"no player {name!r}: it cannot be called")
    if name.endswith("()"):
        return partial(_made, cast(Maker, named))
    return partial(_given, cast(Player, named))


def _made(maker: Maker, seed: bytes) -> Player:
    try:
        player: object = maker(sha256(seed).digest())
    except Exception as error:  # a stranger's maker, so anything
        problem = f"{type(error).__name__}: {error}"
        raise ValueError(f"no player of {maker!r}: {problem}") from error
    if not callable(player):
        raise ValueError(f"no player of {maker!r}: it made {player!r:.60}")
    return player


def _given(player: Player, seed: bytes) -> Player:
    return player
