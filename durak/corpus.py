"""Corpora of generated games, with forged ones among them where asked for.

A corpus is named by a text, and everything in it follows from that text, so it
can be made again anywhere and need not be kept. Game `i`, from 1, is dealt from
`seed_of_text` of `<text>-<i>`; one player, made of the seed `<text>:<i>`, has
both seats. With the text `durak-soak` these are the deals of `durak.figures`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from attrs import evolve, frozen

from durak.bots.words import word_of
from durak.cards import CARDS
from durak.moves import Attack, Beat
from durak.outcome import Outcome, Result, places_for
from durak.players import Misplay, play
from durak.replays import Log, verify
from durak.roster import maker_of
from durak.seats import Seat
from durak.series import seed_of_text

_WORDS: Final = 1 << 32
"""How many words there are."""


@frozen
class Corpus:
    """Generated games: as many logs as it says, made as they are asked for.

    Attributes:
        text: What everything follows from.
        games: How many games there are; they are numbered from 1.
        player: The name of the player at both seats; see `durak.roster`.
        forged: The share of the games that are forged, 0 to 1. Which they are,
            follows from the text; see `is_forged`.
        claims_events: Whether a log claims its events. It always claims its
            result.

    Raises:
        ValueError: there is no such player, or a number is out of its range.
    """

    text: str
    games: int
    player: str = "random"
    forged: float = 0.0
    claims_events: bool = False

    def __attrs_post_init__(self) -> None:
        maker_of(self.player)
        if self.games < 0:
            raise ValueError(f"a corpus has no {self.games} games")
        if not 0 <= self.forged <= 1:
            raise ValueError(f"a share is a number from 0 to 1, not {self.forged!r}")

    def __len__(self) -> int:
        return self.games

    def __iter__(self) -> Iterator[Log]:
        return self.logs(range(1, self.games + 1))

    def logs(self, games: Iterable[int]) -> Iterator[Log]:
        """The logs of some games, by their numbers; raises as `log` does."""
        return map(self.log, games)

    def log(self, i: int) -> Log:
        """The log of game `i`, forged if that is its lot.

        Raises:
            ValueError: there is no such game, or the player broke it off.
        """
        if not 1 <= i <= self.games:
            raise ValueError(f"no game {i!r} among {self.games}")
        player = maker_of(self.player)(f"{self.text}:{i}".encode())
        log = play(seed_of_text(f"{self.text}-{i}"), (player, player))
        if isinstance(log, Misplay):
            raise ValueError(f"game {i}: {self.player} at {log}")
        if not self.claims_events:
            log = evolve(log, events=None)
        return self._forgery_of(log, i) if self.is_forged(i) else log

    def is_forged(self, i: int) -> bool:
        """Whether game `i` is forged. A forged log never holds."""
        return self._word(i, "forged") < self.forged * _WORDS

    def _forgery_of(self, log: Log, i: int) -> Log:
        attempt = 0
        forged = log
        while verify(forged).holds:
            way, place = divmod(self._word(i, f"forged:{attempt}"), len(log.moves))
            forged = FORGERIES[way % len(FORGERIES)](log, place)
            attempt += 1
        return forged

    def _word(self, i: int, what: str) -> int:
        return word_of(f"{self.text}:{i}:{what}".encode())


def drop_move(log: Log, place: int) -> Log:
    """The log without one of its moves."""
    return evolve(log, moves=log.moves[:place] + log.moves[place + 1 :])


def double_move(log: Log, place: int) -> Log:
    """The log with one of its moves made twice."""
    return evolve(log, moves=log.moves[: place + 1] + log.moves[place:])


def change_card(log: Log, place: int) -> Log:
    """The log with another card in one of its moves, if that has a card."""
    event = log.moves[place]
    if not isinstance(event.move, Attack | Beat):
        return log
    card = CARDS[event.move.card % len(CARDS)]
    changed = evolve(event, move=type(event.move)(card))
    return evolve(log, moves=(*log.moves[:place], changed, *log.moves[place + 1 :]))


def append_move(log: Log, place: int) -> Log:
    """The log with one of its moves made again at its end."""
    return evolve(log, moves=(*log.moves, log.moves[place]))


def change_result(log: Log, place: int) -> Log:
    """The log with the other seat claimed to be the fool."""
    fool: Seat = 1 if log.result is not None and log.result.fool == 2 else 2
    return evolve(log, result=Result(Outcome.FOOL, fool, places_for(fool)))


def change_seed(log: Log, place: int) -> Log:
    """The log with its moves claimed to be of another deal."""
    return evolve(log, seed=log.seed[::-1])


FORGERIES: Final[tuple[Callable[[Log, int], Log], ...]] = (
    drop_move,
    double_move,
    change_card,
    append_move,
    change_result,
    change_seed,
)
"""The ways to forge a log, each at some place among its moves."""
