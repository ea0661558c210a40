"""Two players against each other over many deals, and how sure the figures are.

Deal `i` of a ladder, from 1, is a function of the ladder and `i` alone. So the
deals can be shared out and their tallies added, in whatever order.
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import Final

from attrs import frozen

from durak.deck import deal_for
from durak.events import moves_of
from durak.players import Misplay, play_out
from durak.roster import MAKERS, maker_of
from durak.seats import Seat
from durak.series import Fault, seed_of_text
from durak.state import State, start_from

_Z: Final = NormalDist().inv_cdf(0.975)


@frozen
class Ladder:
    """A series of deals between two players.

    Attributes:
        a: The name of the one player; see `durak.roster`.
        b: The name of the other.
        deals: How many deals are played.
        mirrored: Whether each deal is played twice, the second time with the
            players in each other's seat. Otherwise every deal is another, and
            `a` has seat 1 in the first half of them, seat 2 in the second.
    """

    a: str
    b: str
    deals: int
    mirrored: bool = False

    @property
    def players(self) -> tuple[str, str]:
        """The names, that of `a` first."""
        return self.a, self.b

    def seed(self, deal: int) -> bytes:
        """The seed of a deal: `seed_of_text` of `durak-ladder-<a>-<b>-<i>`.

        A rung goes by its number there. `i` is the deal, or in a mirrored
        ladder the pair of deals, from 1.
        """
        i = (deal + 1) // 2 if self.mirrored else deal
        return seed_of_text(f"durak-ladder-{_label(self.a)}-{_label(self.b)}-{i}")

    def seat(self, deal: int) -> Seat:
        """The seat of `a` in a deal."""
        if self.mirrored:
            return 1 if deal % 2 else 2
        return 1 if deal <= (self.deals + 1) // 2 else 2


def _label(name: str) -> str:
    return name.removeprefix("rung") if name in MAKERS else name


@frozen
class Tally:
    """What became of some deals of a ladder. Tallies add up with `+`.

    Attributes:
        fools: How many deals each player lost, `a` first; by resignation too.
        draws: How many nobody lost.
        held: How many cards each player held, in all the deals it lost together.
        moves: How many moves were made.
    """

    fools: tuple[int, int] = (0, 0)
    draws: int = 0
    held: tuple[int, int] = (0, 0)
    moves: int = 0

    def __add__(self, more: Tally) -> Tally:
        return Tally(
            (self.fools[0] + more.fools[0], self.fools[1] + more.fools[1]),
            self.draws + more.draws,
            (self.held[0] + more.held[0], self.held[1] + more.held[1]),
            self.moves + more.moves,
        )

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return self.decided + self.draws

    @property
    def decided(self) -> int:
        """How many deals had a fool."""
        return sum(self.fools)

    @property
    def shares(self) -> tuple[float, float] | None:
        """Each player's share of the fools among decided deals; None without any."""
        if not self.decided:
            return None
        return self.fools[0] / self.decided, self.fools[1] / self.decided

    @property
    def intervals(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The 95 percent Wilson intervals of the shares."""
        return wilson(self.fools[0], self.decided), wilson(self.fools[1], self.decided)

    @property
    def mean_held(self) -> tuple[float | None, float | None]:
        """How many cards each player held on average as it lost, if it ever did."""
        a, b = (
            held / lost if lost else None
            for held, lost in zip(self.held, self.fools, strict=True)
        )
        return a, b


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The 95 percent Wilson score interval of a share; 0 to 1 without trials.

    It holds for trials that are independent. Those of a mirrored ladder are
    not: each pair shares its cards.

    Raises:
        ValueError: there are not 0 to `trials` hits.
    """
    if not 0 <= hits <= trials:
        raise ValueError(f"{hits!r} hits in {trials!r} trials")
    if not trials:
        return 0.0, 1.0
    share, square = hits / trials, _Z * _Z / trials
    middle = share + square / 2
    reach = _Z * sqrt((share * (1 - share) + square / 4) / trials)
    low = (middle - reach) / (1 + square) if hits else 0.0
    high = (middle + reach) / (1 + square) if hits < trials else 1.0
    return low, high


def play_ladder(ladder: Ladder, deals: range) -> Tally | Fault:
    """Play some deals of a ladder: their tally, or the first that broke off.

    A player is made anew for each deal, of the deal's seed, a colon and its
    seat in decimal.

    Raises:
        ValueError: a name is no player's (see `durak.roster.maker_of`), or the
            ladder has no such deals.
    """
    if deals and not 1 <= min(deals) <= max(deals) <= ladder.deals:
        raise ValueError(f"no such deals: {deals!r} of {ladder!r}")
    makers = tuple(map(maker_of, ladder.players))
    tally = Tally()
    for deal in deals:
        seed, sits = ladder.seed(deal), ladder.seat(deal)
        by_seat = makers if sits == 1 else makers[::-1]
        players = [make(b"%b:%d" % (seed, seat)) for seat, make in enumerate(by_seat, 1)]
        end = play_out(start_from(deal_for(seed)), players)
        if isinstance(end, Misplay):
            return Fault(deal, ladder.players[end.seat != sits], end)
        tally += _tally_of(end, sits)
    return tally


def _tally_of(end: State, sits: Seat) -> Tally:
    """The tally of one deal, in which `a` had the seat `sits`."""
    assert end.result is not None
    fool, moves = end.result.fool, len(moves_of(end.history))
    if fool is None:
        return Tally(draws=1, moves=moves)
    held = end.counts[fool]
    if fool == sits:
        return Tally(fools=(1, 0), held=(held, 0), moves=moves)
    return Tally(fools=(0, 1), held=(0, held), moves=moves)
