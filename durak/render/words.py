"""A game in words: one sentence for each event, and a whole game bout by bout.

Only what both seats saw is told; the hands, the talon and the seed never are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from attrs import frozen

from durak.bout import DEFEND, Bout
from durak.cards import SUIT_NAMES, Card, long_name_of
from durak.errors import Error
from durak.events import BoutEnd, Event, GameEnd, How, Out, Played, Refill
from durak.moves import Attack, Beat, Done, Move, Resign, Swap, Take
from durak.outcome import Outcome, Result
from durak.seats import SEATS, Seat, other
from durak.sight import View
from durak.state import State


def spoken(card: Card) -> str:
    """A card in a sentence, `the ace of spades`."""
    return f"the {long_name_of(card)}"


@frozen
class Voice:
    """Who is told, and how cards are written.

    Attributes:
        you: The seat that is called `you`, its opponent being `your opponent`;
            None calls both by their numbers.
        card: What stands for a card in a sentence.
    """

    you: Seat | None = None
    card: Callable[[Card], str] = spoken

    def name(self, seat: Seat) -> str:
        """What a seat is called within a sentence."""
        if self.you is None:
            return f"seat {seat}"
        return "you" if seat == self.you else "your opponent"

    def does(self, seat: Seat, verb: str, you: str = "") -> str:
        """A seat and its verb in the third person, or in the second form if given.

        Without `you`, the second person is the third without its `s`.
        """
        said = (you or verb.removesuffix("s")) if seat == self.you else verb
        return f"{self.name(seat)} {said}"


SEATS_BY_NUMBER: Final = Voice()


def sentence(event: Event, voice: Voice = SEATS_BY_NUMBER) -> str:
    """One event as a sentence.

    It says nothing of what came before: a card thrown in is an attack like any
    other. `happenings` knows better.
    """
    match event:
        case Played(seat, move):
            said = _said_of_move(seat, move, voice)
        case BoutEnd():
            said = _said_of_bout_end(event, voice)
        case Refill():
            said = _said_of_refill(event, voice)
        case Out(seat):
            said = voice.does(seat, "is out", "are out")
        case GameEnd(result):
            said = _said_of_result(result, voice)
    return _sentence(said)


def _sentence(said: str) -> str:
    return f"{said[0].upper()}{said[1:]}."


def _said_of_move(seat: Seat, move: Move, voice: Voice) -> str:
    match move:
        case Attack(card):
            return f"{voice.does(seat, 'attacks')} with {voice.card(card)}"
        case Beat(card):
            return f"{voice.does(seat, 'beats')} it with {voice.card(card)}"
        case Take():
            return voice.does(seat, "takes")
        case Done():
            return f"{voice.does(seat, 'throws')} in no more"
        case Swap():
            return f"{voice.does(seat, 'exchanges')} the six of trumps for the turn-up"
        case Resign():
            return voice.does(seat, "resigns")


def _said_of_bout_end(end: BoutEnd, voice: Voice) -> str:
    if end.taken:
        defender = other(end.next_attacker)
        return f"{voice.does(defender, 'picks up', 'pick up')} {cards_of(end.cards)}"
    match end.how:
        case How.EXHAUSTED:
            why = "nothing can be thrown in"
        case How.CAPPED:
            why = "the bout is full"
        case How.SPENT:
            why = f"{voice.does(end.next_attacker, 'has', 'have')} no card left"
        case _:
            why = "the bout is beaten off"
    goes = "goes" if end.cards == 1 else "go"
    return f"{why}: {cards_of(end.cards)} {goes} to the heap, which holds {end.discard}"


def _said_of_refill(refill: Refill, voice: Voice) -> str:
    draws = [
        f"{voice.does(seat, 'draws')} {refill.drawn[seat]}"
        for seat in SEATS
        if refill.drawn[seat]
    ]
    left = f"the talon holds {refill.talon}" if refill.talon else "the talon is empty"
    return f"{' and '.join(draws) or 'nobody draws'}; {left}"


def _said_of_result(result: Result, voice: Voice) -> str:
    if result.fool is None:
        return "the game is drawn: nobody is the fool"
    fool = voice.does(result.fool, "is the fool", "are the fool")
    how = ", having resigned" if result.outcome is Outcome.RESIGN else ""
    return f"the game is over: {fool}{how}"


def cards_of(count: int) -> str:
    """A number of cards, `1 card` or `4 cards`."""
    return "1 card" if count == 1 else f"{count} cards"


def happenings(
    before: State, after: State, voice: Voice = SEATS_BY_NUMBER
) -> Iterator[str]:
    """What one move led to, a sentence each: the move, then what the table did.

    Says what the events alone do not: that a card was thrown in, and that a
    defender without an answer took. A refill in which nobody draws is left out.

    Args:
        before: The state that the move was made in.
        after: The state it led to.
        voice: Who is told.
    """
    move, *rest = after.history[before.ply :]
    bout = before.bout
    yield _said_at_the_table(bout, move, voice)
    if bout is not None and _taken_unasked(bout, move, rest, after):
        takes = voice.does(
            bout.defender, "has no answer and takes", "have no answer and take"
        )
        yield _sentence(takes)
    for event in rest:
        if not isinstance(event, Refill) or any(event.drawn):
            yield sentence(event, voice)


def _said_at_the_table(bout: Bout | None, event: Event, voice: Voice) -> str:
    match event:
        case Played(seat, Attack(card)) if bout is not None and bout.attacks:
            return _sentence(f"{voice.does(seat, 'throws')} in {voice.card(card)}")
        case _:
            return sentence(event, voice)


def _taken_unasked(bout: Bout, event: Event, rest: list[Event], after: State) -> bool:
    """Whether the table settled for the defender that it takes. Rule 5.2."""
    if bout.taken or (isinstance(event, Played) and isinstance(event.move, Take)):
        return False
    for ended in rest:
        if isinstance(ended, BoutEnd):
            return ended.taken
    return after.bout is not None and after.bout.taken


def tell(states: Iterable[State | Error], voice: Voice = SEATS_BY_NUMBER) -> Iterator[str]:
    """A game in words, line by line: how it began, each bout, how it stands.

    Args:
        states: The game's states from the first, in order, as `states_of`
            gives them; an `Error` at their end is told as the last line.
        voice: Who is told.
    """
    before: State | None = None
    bouts = 0
    between = True
    for state in states:
        if isinstance(state, Error):
            yield from ("", f"Refused: {state}")
            return
        if before is None:
            yield from opening(state, voice)
        else:
            assert before.bout is not None, "no move was made after the end"
            if between:
                bouts += 1
                attacks = voice.does(before.bout.attacker, "attacks")
                yield from ("", f"Bout {bouts}: {attacks}")
            yield from (f"  {line}" for line in happenings(before, state, voice))
            events = state.history[before.ply :]
            between = any(isinstance(event, BoutEnd) for event in events)
        before = state
    if before is not None and not before.over:
        yield from ("", standing(before, voice))


def opening(state: State, voice: Voice = SEATS_BY_NUMBER) -> Iterator[str]:
    """How a game begins: what is trumps, and who attacks first."""
    trumps = f"{SUIT_NAMES[state.trump]} are trumps"
    if state.trump_card is not None:
        trumps += f": {voice.card(state.trump_card)} is turned up"
    yield _sentence(trumps)
    yield _sentence(f"{voice.does(state.deal.first, 'attacks')} first")


def standing(at: State | View, voice: Voice = SEATS_BY_NUMBER) -> str:
    """What the game waits for, or how it ended, as a sentence."""
    if at.result is not None:
        return _sentence(_said_of_result(at.result, voice))
    bout, turn = at.bout, at.turn
    assert bout is not None
    assert turn is not None
    if at.phase is DEFEND:
        said = voice.does(turn, "is to beat or to take", "are to beat or to take")
    elif bout.size:
        said = f"{voice.name(turn)} may throw in more"
    else:
        said = voice.does(turn, "is to attack", "are to attack")
    return _sentence(said)
