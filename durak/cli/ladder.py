"""`durak ladder`: two players against each other, over many deals."""

from __future__ import annotations

import argparse
from functools import partial
from time import perf_counter
from typing import Any

from durak.cli.arguments import Commands
from durak.cli.series import PLAYERS, add_options, player_argument, report, shared_out
from durak.codec import to_json
from durak.ladder import Ladder, Tally, play_ladder
from durak.series import Fault


def add_to(commands: Commands) -> None:
    """Add the command's parser."""
    parser = commands.add_parser(
        "ladder",
        help="play two players against each other",
        description=f"Play two players against each other. Players: {PLAYERS}.",
    )
    parser.add_argument("a", type=player_argument, metavar="A", help="a player")
    parser.add_argument("b", type=player_argument, metavar="B", help="its opponent")
    parser.add_argument(
        "--halves",
        action="store_true",
        help="another deal each time, A at seat 1 in the first half of them, instead of "
        "each deal twice with the seats exchanged",
    )
    add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play the ladder and print how it stands."""
    ladder = Ladder(options.a, options.b, options.deals, not options.halves)
    before = perf_counter()
    tallies = shared_out(partial(play_ladder, ladder), options)
    seconds = perf_counter() - before
    if isinstance(tallies, Fault):
        return report(tallies, options)
    tally = sum(tallies, Tally())
    if options.json:
        print(to_json(_plain(ladder, tally, seconds)))
    else:
        print(_text(ladder, tally, seconds))
    return 0


def _plain(ladder: Ladder, tally: Tally, seconds: float) -> dict[str, Any]:
    a, b = (
        {
            "player": name,
            "fool": tally.fools[side],
            "share": None if tally.shares is None else tally.shares[side],
            "interval": list(tally.intervals[side]),
            "held": tally.mean_held[side],
        }
        for side, name in enumerate(ladder.players)
    )
    return {
        "a": a,
        "b": b,
        "deals": tally.deals,
        "mirrored": int(ladder.mirrored),
        "draws": tally.draws,
        "moves": tally.moves,
        "seconds": seconds,
        "moves_per_second": tally.moves / seconds,
    }


def _text(ladder: Ladder, tally: Tally, seconds: float) -> str:
    width = max(*map(len, ladder.players), len("draws"))
    pairs = ", in pairs with the seats exchanged" if ladder.mirrored else ", in halves"
    lines = [
        f"{ladder.a} against {ladder.b}, {tally.deals} deals{pairs}",
        f"{'':{width}}  {'fool':>6}  {'share':>7}  {'95 percent':16}  {'held':>5}",
    ]
    for side, name in enumerate(ladder.players):
        low, high = tally.intervals[side]
        share = "-" if tally.shares is None else f"{tally.shares[side]:.2%}"
        mean = tally.mean_held[side]
        held = "-" if mean is None else f"{mean:.2f}"
        lines.append(
            f"{name:{width}}  {tally.fools[side]:6}  {share:>7}"
            f"  {f'{low:.2%} to {high:.2%}':16}  {held:>5}"
        )
    lines.append(f"{'draws':{width}}  {tally.draws:6}")
    lines.append(f"{tally.moves} moves, {tally.moves / seconds:.0f} a second")
    return "\n".join(lines)
