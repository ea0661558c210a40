"""The game as plain lines: through a pipe, or where no table can be painted."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap

from durak.render.marks import Marks
from durak.render.text import summary
from durak.terminal.screen import heading, voice_for
from durak.terminal.session import Session, answer, news, other_answers, prompt


def play(
    session: Session,
    ask: Callable[[], str],
    show: Callable[[str], None],
    keep: Callable[[Session], None],
    marks: Marks,
    width: int,
) -> None:
    """Play until the game is over or the person leaves.

    Args:
        session: Where to begin.
        ask: Gives the next line that the person types. What it raises, such as
            EOFError when there are no more, is raised here too.
        show: Called with each line to be shown, without its end.
        keep: Called with what each answer led to, before that is shown.
        marks: What cards are written with.
        width: The columns of a line.
    """

    def say(*texts: str) -> None:
        for text in texts:
            for line in wrap(text, width):
                show(line)

    say(heading(session), f"At any time: {other_answers(session)}")
    shown: Session | None = None
    while not session.left:
        if shown is None or session.states is not shown.states:
            show("")
            say(*news(session, voice_for(session, marks)))
            if session.state.over:
                return
            for line in summary(session.view, marks, width):
                show(line)
        say(session.note, prompt(session))
        shown = session
        session = answer(session, ask())
        keep(session)
