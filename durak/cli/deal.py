"""`durak deal`: the deal of a seed."""

from __future__ import annotations

import argparse

from durak.cards import name_of
from durak.cli.arguments import Commands, number_argument, seed_argument
from durak.codec import to_json, to_plain
from durak.deck import deal_for


def add_to(commands: Commands) -> None:
    """Add the command's parser."""
    parser = commands.add_parser("deal", help="show the deal of a seed")
    parser.add_argument("seed", type=seed_argument, help="64 hexadecimal digits")
    parser.add_argument("--number", type=number_argument, default=1, help="deal number")
    parser.add_argument("--json", action="store_true", help="as plain data")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the deal."""
    deal = deal_for(options.seed, options.number)
    if options.json:
        print(to_json(to_plain(deal)))
        return 0
    assert deal.turn_up is not None
    print(f"trump    {deal.trump}, {name_of(deal.turn_up)} turned up")
    print(f"seat 1   {deal.hands[1]}")
    print(f"seat 2   {deal.hands[2]}")
    print(f"talon    {' '.join(map(name_of, deal.talon))}")
    print(f"first    seat {deal.first}")
    return 0
