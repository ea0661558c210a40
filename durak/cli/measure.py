"""`durak measure`: how deals go when one player has both seats."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from functools import partial
from itertools import chain

from attrs import asdict

from durak.cli.arguments import Commands
from durak.cli.series import PLAYERS, add_options, player_argument, report, shared_out
from durak.codec import to_json
from durak.events import How
from durak.figures import Figures, Spread, figures_of, play_deals
from durak.ladder import wilson
from durak.outcome import Outcome
from durak.series import Fault


def add_to(commands: Commands) -> None:
    """Add the command's parser."""
    parser = commands.add_parser(
        "measure",
        help="measure the deals that a player plays with itself",
        description=f"Measure deals with one player at both seats. Players: {PLAYERS}.",
    )
    parser.add_argument("player", type=player_argument, metavar="PLAYER", help="a player")
    add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play the deals and print their figures."""
    courses = shared_out(partial(play_deals, options.player), options)
    if isinstance(courses, Fault):
        return report(courses, options)
    figures = figures_of(tuple(chain.from_iterable(courses)))
    if options.json:
        print(to_json({"player": options.player, **asdict(figures)}))
    else:
        print(_text(options.player, figures))
    return 0


def _text(player: str, figures: Figures) -> str:
    spreads = {
        "moves of a deal": figures.moves,
        "moves of a seat": figures.moves_by_seat,
        "bouts of a deal": figures.bouts,
        "cards of a bout": figures.cards,
        "cards the fool held": figures.held,
    }
    decided = sum(figures.outcomes.values()) - figures.outcomes[Outcome.DRAW]
    return "\n".join(
        (
            f"{player} at both seats, {figures.deals} deals",
            f"{'':19}     min  median     p95     max    mean",
            *(f"{name:19}{_columns(spread)}" for name, spread in spreads.items()),
            f"{'bouts ended':19}  {_counts(figures.hows)}",
            f"{'deals ended':19}  {_counts(figures.outcomes)}",
            f"{'the opener lost':19}  {_share(figures.opener_fools, decided)}",
            f"{'an exchange':19}  possible in {figures.could_exchange} deals,"
            f" made in {figures.exchanged}",
        )
    )


def _columns(spread: Spread | None) -> str:
    if spread is None:
        return f"{'-':>8}" * 5
    whole = (spread.min, spread.median, spread.p95, spread.max)
    return "".join(f"{number:8}" for number in whole) + f"{spread.mean:8.1f}"


def _share(hits: int, trials: int) -> str:
    low, high = wilson(hits, trials)
    share = f", {hits / trials:.2%} ({low:.2%} to {high:.2%})" if trials else ""
    return f"{hits} of {trials} decided{share}"


def _counts(counts: Mapping[How, int] | Mapping[Outcome, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
