"""How deals go when one player has both seats: their lengths, their ends, their exchanges.

Deal `i` of a measurement, from 1, is dealt from `seed_of_text` of
`durak-soak-<i>`, whoever plays; and the player is made of the seed
`durak-soak:<i>`, once, for both seats. (One that remembers what it was shown
therefore remembers both hands, and its figures say nothing.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from statistics import fmean

from attrs import frozen

from durak.deck import deal_for
from durak.events import BoutEnd, How, moves_of
from durak.moves import SWAP
from durak.outcome import Outcome, Result
from durak.players import Misplay, Player, played_states
from durak.roster import maker_of
from durak.seats import BySeat, Seat
from durak.series import Fault, seed_of_text
from durak.state import State, start_from


@frozen
class Course:
    """How one deal went.

    Attributes:
        opener: The seat that attacked first.
        moves: How many moves each seat made.
        bouts: How each bout ended, and how many cards it held; in order.
        result: How the deal ended.
        held: How many cards the fool held; 0 in a draw.
        could_exchange: Whether the seat on turn ever might have exchanged the
            six of trumps.
        exchanged: Whether one did.
    """

    opener: Seat
    moves: BySeat[int]
    bouts: tuple[tuple[How, int], ...]
    result: Result
    held: int
    could_exchange: bool
    exchanged: bool


@frozen
class Spread:
    """Some whole numbers at a glance.

    The median and the 95th percentile are numbers among them: the least that
    half, or 95 percent, of them do not exceed.
    """

    min: int
    median: int
    p95: int
    max: int
    mean: float


@frozen
class Figures:
    """What some deals had in common.

    Attributes:
        deals: How many they are.
        moves: The moves of a deal.
        moves_by_seat: The moves of a seat in a deal.
        bouts: The bouts of a deal.
        cards: The cards on the table at the end of a bout; None if no bout ended.
        held: The cards that a fool held; None if nobody was one.
        hows: How many bouts ended in each way.
        outcomes: How many deals ended in each way.
        opener_fools: In how many deals the fool was the seat that attacked first.
        could_exchange: In how many an exchange might have been made.
        exchanged: In how many it was.
    """

    deals: int
    moves: Spread
    moves_by_seat: Spread
    bouts: Spread
    cards: Spread | None
    held: Spread | None
    hows: Mapping[How, int]
    outcomes: Mapping[Outcome, int]
    opener_fools: int
    could_exchange: int
    exchanged: int


def play_deals(player: str, deals: range) -> tuple[Course, ...] | Fault:
    """Play some deals of a measurement: their courses, or the first that broke off.

    Raises:
        ValueError: `player` names none; see `durak.roster.maker_of`.
    """
    make = maker_of(player)
    courses: list[Course] = []
    for deal in deals:
        start = start_from(deal_for(seed_of_text(f"durak-soak-{deal}")))
        course = _course(start, make(b"durak-soak:%d" % deal))
        if isinstance(course, Misplay):
            return Fault(deal, player, course)
        courses.append(course)
    return tuple(courses)


def _course(start: State, player: Player) -> Course | Misplay:
    end, could_exchange = start, False
    for reached in played_states(start, (player, player)):
        if isinstance(reached, Misplay):
            return reached
        end = reached
        could_exchange |= end.turn is not None and end.can_swap(end.turn)
    moves, result = moves_of(end.history), end.result
    assert result is not None
    first = sum(played.seat == 1 for played in moves)
    ended = (event for event in end.history if isinstance(event, BoutEnd))
    return Course(
        opener=start.deal.first,
        moves=BySeat(first, len(moves) - first),
        bouts=tuple((bout.how, bout.cards) for bout in ended),
        result=result,
        held=0 if result.fool is None else end.counts[result.fool],
        could_exchange=could_exchange,
        exchanged=any(played.move == SWAP for played in moves),
    )


def spread_of(numbers: Iterable[int]) -> Spread:
    """The spread of some numbers. Raises ValueError for none."""
    ordered = sorted(numbers)
    if not ordered:
        raise ValueError("no numbers have no spread")

    def ranked(percent: int) -> int:
        return ordered[ceil(len(ordered) * percent / 100) - 1]

    return Spread(ordered[0], ranked(50), ranked(95), ordered[-1], fmean(ordered))


def figures_of(courses: Sequence[Course]) -> Figures:
    """The figures of some deals.

    Raises:
        ValueError: there are no deals.
    """
    bouts = [bout for course in courses for bout in course.bouts]
    fools = [course for course in courses if course.result.fool is not None]
    hows = Counter(how for how, _ in bouts)
    outcomes = Counter(course.result.outcome for course in courses)
    return Figures(
        deals=len(courses),
        moves=spread_of(sum(course.moves) for course in courses),
        moves_by_seat=spread_of(made for course in courses for made in course.moves),
        bouts=spread_of(len(course.bouts) for course in courses),
        cards=spread_of(cards for _, cards in bouts) if bouts else None,
        held=spread_of(course.held for course in fools) if fools else None,
        hows={how: hows[how] for how in How},
        outcomes={outcome: outcomes[outcome] for outcome in Outcome},
        opener_fools=sum(course.result.fool == course.opener for course in courses),
        could_exchange=sum(course.could_exchange for course in courses),
        exchanged=sum(course.exchanged for course in courses),
    )
