"""Two-seat Podkidnoy Durak as a value: `start` a game, `step` through it.

    >>> import durak
    >>> state = durak.start(bytes(32))
    >>> state, events = durak.step(state, state.turn, durak.legal_moves(state)[0])

A `State` is frozen. `step` answers with the next state and what happened, or
with an `Error` that says why not; the state it was given stays as it was.
Plain data and JSON are in `durak.codec`, the compact text of a game in
`durak.notation`, commit and reveal of a seed in `durak.fairness`.
"""

from durak.bout import BOUT_LIMIT, Bout, Phase, cap_for, open_bout
from durak.cards import (
    CARDS,
    RANKS,
    SUITS,
    Card,
    Rank,
    Suit,
    beats,
    face_of,
    id_of,
    ids_of_suit,
    long_name_of,
    name_of,
    power_of,
    rank_of,
    six_of,
    suit_of,
)
from durak.cardsets import CardSet
from durak.deck import HAND_SIZE, Deal, deal_for, deal_of, first_attacker, order_for
from durak.errors import Error, ErrorCode, ImpossibleLayout, Malformed
from durak.events import (
    BoutEnd,
    Event,
    GameEnd,
    How,
    Out,
    Played,
    Refill,
    is_move,
    moves_of,
)
from durak.layouts import position
from durak.legality import legal_moves, refusal
from durak.moves import Attack, Beat, Done, Move, Resign, Swap, Take
from durak.outcome import Outcome, Result, out_seats, places_for, resign_for, result_for
from durak.replays import Log, Status, Verdict, log_of, replay, states_of, verify
from durak.rules import legal_attacks, legal_beats
from durak.seats import SEATS, BySeat, Seat, other
from durak.state import State, start, start_from
from durak.transition import step
from durak.views import BoutView, Pair, View, view

__version__ = "0.1.0"

__all__ = [
    "BOUT_LIMIT",
    "CARDS",
    "HAND_SIZE",
    "RANKS",
    "SEATS",
    "SUITS",
    "Attack",
    "Beat",
    "Bout",
    "BoutEnd",
    "BoutView",
    "BySeat",
    "Card",
    "CardSet",
    "Deal",
    "Done",
    "Error",
    "ErrorCode",
    "Event",
    "GameEnd",
    "How",
    "ImpossibleLayout",
    "Log",
    "Malformed",
    "Move",
    "Out",
    "Outcome",
    "Pair",
    "Phase",
    "Played",
    "Rank",
    "Refill",
    "Resign",
    "Result",
    "Seat",
    "State",
    "Status",
    "Suit",
    "Swap",
    "Take",
    "Verdict",
    "View",
    "beats",
    "cap_for",
    "deal_for",
    "deal_of",
    "face_of",
    "first_attacker",
    "id_of",
    "ids_of_suit",
    "is_move",
    "legal_attacks",
    "legal_beats",
    "legal_moves",
    "log_of",
    "long_name_of",
    "moves_of",
    "name_of",
    "open_bout",
    "order_for",
    "other",
    "out_seats",
    "places_for",
    "position",
    "power_of",
    "rank_of",
    "refusal",
    "replay",
    "resign_for",
    "result_for",
    "six_of",
    "start",
    "start_from",
    "states_of",
    "step",
    "suit_of",
    "verify",
    "view",
]
