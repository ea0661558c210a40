"""A person's game against a bot, as a value.

A `Session` is what is shown; `answer` takes what the person typed and gives the
next one. Nothing here reads, writes or draws anything at random.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from attrs import evolve, frozen

from durak.bots import Bot, hint, level_for
from durak.bout import DEFEND
from durak.errors import Error
from durak.events import Played
from durak.moves import DONE, RESIGN, SWAP, TAKE, Attack, Beat, Move
from durak.render.text import numbered
from durak.render.words import Voice, happenings, opening, spoken
from durak.seats import Seat, other
from durak.sight import View
from durak.state import State
from durak.transition import step
from durak.views import view

LEVEL: Final = 3
"""The bot's level where none is asked for."""

LEVELS: Final = (LEVEL, 5, 1)
"""A level for each way in which bots play, the usual one first."""

_MOVES: Final[dict[str, Move]] = {"t": TAKE, "d": DONE, "x": SWAP, "r": RESIGN}
_LETTERS: Final = {move: letter for letter, move in _MOVES.items()}
_WORDS: Final = {"t": "take", "d": "be done", "x": "exchange", "r": "resign"}


@frozen
class Session:
    """A game in which a person sits at one seat and a bot at the other.

    `begin` and `resume` make the first one. The game waits for the person, or
    is over.

    Attributes:
        seat: The person's seat.
        level: The bot's level, 1 to 5.
        states: Every state of the game so far, in order.
        note: What the person is told in reply to the last answer, if anything.
        left: Whether the person has left the table.
    """

    seat: Seat
    level: int
    states: tuple[State, ...]
    note: str = ""
    left: bool = False

    @property
    def state(self) -> State:
        """The state of the game now."""
        return self.states[-1]

    @property
    def view(self) -> View:
        """What the person sees now."""
        return view(self.state, self.seat)

    @property
    def decided(self) -> int | None:
        """The place among the states of the person's last decision, or None."""
        earlier = range(len(self.states) - 2, -1, -1)
        return next((i for i in earlier if self.states[i].turn == self.seat), None)


def begin(state: State, seat: Seat, level: int) -> Session:
    """Sit down at a game that has just been dealt."""
    return resume((state,), seat, level)


def resume(states: Iterable[State], seat: Seat, level: int) -> Session:
    """Sit down at a game that has come so far."""
    return _with_the_bots_moves(Session(seat, level, tuple(states)))


def opponent(
    states: Iterable[State], seats: Iterable[Seat], levels: Iterable[int]
) -> tuple[Seat, int] | None:
    """Who played a game: the person's seat and the bot's level, or None for no bot's.

    A bot's moves follow from what it sees, which tells it from a person. The
    first of the seats that fits is the answer, with the first level that does.
    """
    game = tuple(states)
    levels = tuple(levels)
    for seat in seats:
        for level in levels:
            if _fits(game, seat, level):
                return seat, level
    return None


def _fits(game: tuple[State, ...], seat: Seat, level: int) -> bool:
    """Whether all moves of the other seat are those of a bot of that level."""
    bots = other(seat)
    bot = _bot(game[0], level)
    made = ((before, after.history[before.ply]) for before, after in pairwise(game))
    return all(
        isinstance(event, Played) and event.move == bot.choose(view(before, bots))
        for before, event in made
        if before.turn == bots
    )


def _bot(state: State, level: int) -> Bot:
    """The opponent; its seed follows from the game's."""
    return Bot(level_for(level), (state.seed or b"") + b":bot")


def _with_the_bots_moves(session: Session) -> Session:
    seat = other(session.seat)
    bot = _bot(session.state, session.level)
    states = session.states
    while states[-1].turn == seat:
        move = bot.choose(view(states[-1], seat))
        assert move is not None
        stepped = step(states[-1], seat, move)
        assert not isinstance(stepped, Error), stepped
        states = (*states, stepped[0])
    return evolve(session, states=states)


def answer(session: Session, text: str) -> Session:
    """What follows from a line that the person typed.

    A number plays the card of that number; a letter is a move or one of `?`
    for a hint, `u` to take a move back and `q` to leave. Anything else, and
    whatever the rules refuse, changes nothing but the note, which says why;
    `prompt` says what may be answered.
    """
    asked = text.strip().lower()
    match asked:
        case "q":
            return evolve(session, note="", left=True)
        case "u":
            return _taken_back(session)
        case "?":
            return evolve(session, note=_hint(session))
        case _:
            return _moved(session, asked)


def _moved(session: Session, asked: str) -> Session:
    move = _moves_by_answer(session.view).get(asked)
    if move is None or session.state.over:
        return evolve(session, note=_complaint(session, asked))
    stepped = step(session.state, session.seat, move)
    if isinstance(stepped, Error):
        return evolve(session, note=stepped.message)
    return resume((*session.states, stepped[0]), session.seat, session.level)


def _taken_back(session: Session) -> Session:
    decided = session.decided
    if decided is None:
        return evolve(session, note="There is no move of yours to take back.")
    states = session.states[: decided + 1]
    return evolve(session, states=states, note="You took your last move back.")


def _hint(session: Session) -> str:
    move = hint(session.view)
    if move is None:
        return "There is nothing to play."
    if isinstance(move, Attack | Beat):
        numbers = {card: number for number, card in numbered(session.view)}
        return f"Hint: {numbers[move.card]}, {spoken(move.card)}."
    letter = _LETTERS[move]
    return f"Hint: {letter}, {_WORDS[letter]}."


def _moves_by_answer(seen: View) -> dict[str, Move]:
    """Every move that can be said, allowed or not."""
    played = Beat if seen.phase is DEFEND else Attack
    return {**{number: played(card) for number, card in numbered(seen)}, **_MOVES}


def _complaint(session: Session, asked: str) -> str:
    if session.state.over:
        return "The game is over."
    if not asked:
        return "Answer with a number or a letter."
    if asked.isascii() and asked.isdigit():
        return f"You hold no card {asked:.10}."
    return f"{asked!a:.20} is no answer."


def prompt(session: Session) -> str:
    """What may be answered to play, as a sentence: only what the rules allow now."""
    seen = session.view
    if seen.over:
        return "The game is over: u takes your last move back, q leaves."
    answers = _moves_by_answer(seen).items()
    legal = [said for said, move in answers if move in seen.legal]
    numbers = [int(said) for said in legal if said not in _MOVES]
    letters = [f"{said} to {_WORDS[said]}" for said in legal if said in _MOVES]
    return f"Play {', '.join([*_runs(numbers), *letters])}."


def _runs(numbers: list[int]) -> Iterator[str]:
    """Ascending numbers in a text, if there are any: `1-4 6 7`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    if runs:
        yield " ".join(
            f"{run[0]}-{run[-1]}" if len(run) > 2 else " ".join(map(str, run))
            for run in runs
        )


def other_answers(session: Session) -> str:
    """What may be answered besides, as a sentence; empty once the game is over."""
    return "" if session.state.over else "? hint, u undo, r resign, q quit."


def news(session: Session, voice: Voice) -> tuple[str, ...]:
    """What happened since the person last decided something: a paragraph for each move.

    Before the first decision, one on how the game begins comes first.
    """
    decided = session.decided
    states = session.states[decided or 0 :]
    begun = () if decided is not None else (" ".join(opening(states[0], voice)),)
    return (*begun, *(" ".join(happenings(*pair, voice)) for pair in pairwise(states)))
