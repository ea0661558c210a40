"""Plain data to records. See `durak.codec`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from attrs import fields
from pyrsistent import pvector

from durak.bout import Bout, Phase
from durak.cards import Card
from durak.cardsets import CardSet
from durak.codec.plain import Reader
from durak.deck import Deal
from durak.errors import Error, ErrorCode, Malformed
from durak.events import (
    EVERY_MOVE,
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
from durak.layouts import flaws_of
from durak.moves import DONE, RESIGN, SWAP, TAKE, Attack, Beat, Move
from durak.outcome import Outcome, Result
from durak.replays import Log, replay
from durak.state import State
from durak.views import BoutView, Pair, View

LOG_KEYS: Final = ("seed", "number", "moves", "events", "result", "version")
"""The keys of a log; those after `moves` may be left out."""

VERSION: Final = 1
"""The version of the form of logs that is read here."""

_STATE_KEYS: Final = (
    *("deal", "hands", "drawn", "exchanged", "bout"),
    *("six_owner", "discard", "result", "history"),
)

_WITH_CARD: Final[dict[str, type[Attack | Beat]]] = {"attack": Attack, "beat": Beat}
_WITHOUT_CARD: Final[dict[str, Move]] = {
    move.kind: move for move in (TAKE, DONE, SWAP, RESIGN)
}
_RECORDED: Final[dict[tuple[str, int, int], Played]] = {
    (event.kind, event.seat, getattr(event.move, "card", 0)): event for event in EVERY_MOVE
}


def move_from_plain(plain: object, path: str = "") -> Move:
    """A move without its seat: `{"kind": "attack", "card": 14}`.

    A card may be any integer: one that is no card is for the rules to refuse.
    """
    return _move(Reader(plain, path), "kind")


def event_from_plain(plain: object, path: str = "") -> Event:
    """An event, somebody's move or not."""
    return _event(Reader(plain, path))


def error_from_plain(plain: object, path: str = "") -> Error:
    """A refusal."""
    error = Reader(plain, path).only("code", "message", "ply")
    return Error(
        code=error["code"].one_of(ErrorCode),
        message=error["message"].text(),
        ply=error["ply"].count() if "ply" in error else None,
    )


def result_from_plain(plain: object, path: str = "") -> Result:
    """The end of a game."""
    return _result(Reader(plain, path))


def log_from_plain(plain: object, path: str = "") -> Log:
    """A game's log, not yet replayed.

    The cards and seats of its moves may be any integers: those that are none
    are for the rules to refuse. A null result claims nothing.
    """
    log = Reader(plain, path).only(*LOG_KEYS)
    if "version" in log and log["version"].integer() != VERSION:
        raise log["version"].malformed(f"not the version {VERSION}")
    return Log(
        seed=log["seed"].seed(),
        number=log["number"].integer(),
        moves=log["moves"].items(_played, _recorded),
        events=log["events"].items(_event, _recorded) if "events" in log else None,
        result=log["result"].or_none(_result) if "result" in log else None,
        version=VERSION if "version" in log else None,
    )


def view_from_plain(plain: object, path: str = "") -> View:
    """What a seat was shown."""
    view = Reader(plain, path).only(*(field.name for field in fields(View)))
    return View(
        seat=view["seat"].seat(),
        ply=view["ply"].count(),
        phase=view["phase"].one_of(Phase),
        turn=view["turn"].or_none(Reader.seat),
        trump=view["trump"].suit(),
        trump_card=view["trump_card"].or_none(Reader.card),
        talon=view["talon"].count(),
        discard=view["discard"].count(),
        hand=_cards(view["hand"]),
        counts=view["counts"].by_seat(Reader.count),
        swap=view["swap"].flag(),
        legal=view["legal"].items(_bare_move),
        over=view["over"].flag(),
        result=view["result"].or_none(_result),
        bout=view["bout"].or_none(_bout_view),
    )


def state_from_plain(plain: object, path: str = "") -> State:
    """A whole game at one moment.

    A game that was dealt from a seed is replayed, and must come out the same.
    Of any other the cards must make a possible layout; how it came about is
    believed.
    """
    whole = Reader(plain, path).only(*_STATE_KEYS)
    held = whole["hands"].by_seat(_cards)
    state = State(
        deal=_deal(whole["deal"]),
        held=(0, held[1].mask, held[2].mask),
        drawn=whole["drawn"].count_of_cards(),
        exchanged=whole["exchanged"].flag(),
        bout=whole["bout"].or_none(_bout),
        six_owner=whole["six_owner"].or_none(Reader.seat),
        discard=whole["discard"].count_of_cards(),
        result=whole["result"].or_none(_result),
        history=pvector(whole["history"].items(_event, _recorded)),
    )
    flaws = flaws_of(state)
    if flaws:
        raise Malformed(path, "; ".join(flaws))
    if state.seed and replay(state.seed, moves_of(state.history), state.number) != state:
        raise Malformed(path, "not what the moves of its history lead to")
    return state


def _bare_move(move: Reader) -> Move:
    return _move(move, "kind")


def _move(move: Reader, *keys: str) -> Move:
    kind = move["kind"].text()
    if kind in _WITHOUT_CARD:
        move.only(*keys)
        return _WITHOUT_CARD[kind]
    if kind not in _WITH_CARD:
        raise move["kind"].malformed("not a move")
    move.only(*keys, "card")
    return _WITH_CARD[kind](move["card"].integer())


def _recorded(plain: object) -> Played | None:
    """The shared record of a possible move in its usual form, or None.

    Nearly every move of nearly every log has it. What has not is read by
    `_played`, which says what is wrong with it if anything is.
    """
    if type(plain) is not dict:
        return None
    move = cast("dict[str, object]", plain)
    kind, seat, card = move.get("kind"), move.get("seat"), move.get("card", 0)
    if type(kind) is not str or type(seat) is not int or type(card) is not int:
        return None
    return _RECORDED.get((kind, seat, card)) if len(move) == (3 if card else 2) else None


def _played(event: Reader) -> Played:
    move = _move(event, "kind", "seat")
    seat = event["seat"].integer()
    return Played(seat, move)  # type: ignore[arg-type]  # the rules judge it


def _event(event: Reader) -> Event:
    kind = event["kind"].text()
    if is_move(kind):
        return _played(event)
    if kind not in _EVENTS:
        raise event["kind"].malformed("not an event")
    return _EVENTS[kind](event)


def _bout_end(event: Reader) -> BoutEnd:
    event.only("kind", "taken", "how", "cards", "discard", "next_attacker")
    end = BoutEnd(
        how=event["how"].one_of(How),
        cards=event["cards"].count(),
        discard=event["discard"].count(),
        next_attacker=event["next_attacker"].seat(),
    )
    if event["taken"].flag() != end.taken:
        raise event["taken"].malformed(f"does not go with a bout that was {end.how}")
    return end


def _refill(event: Reader) -> Refill:
    event.only("kind", "drawn", "talon")
    return Refill(event["drawn"].by_seat(Reader.count), event["talon"].count())


def _out(event: Reader) -> Out:
    return Out(event.only("kind", "seat")["seat"].seat())


def _game_end(event: Reader) -> GameEnd:
    return GameEnd(_result(event, "kind"))


_EVENTS: Final[dict[str, Callable[[Reader], Event]]] = {
    BoutEnd.kind: _bout_end,
    Refill.kind: _refill,
    Out.kind: _out,
    GameEnd.kind: _game_end,
}


def _result(result: Reader, *keys: str) -> Result:
    result.only(*keys, "outcome", "fool", "places")
    return Result(
        outcome=result["outcome"].one_of(Outcome),
        fool=result["fool"].or_none(Reader.seat),
        places=result["places"].by_seat(Reader.count),
    )


def _cards(cards: Reader) -> CardSet:
    ids = cards.items(Reader.card)
    if list(ids) != sorted(set(ids)):
        raise cards.malformed("not cards in id order, each once")
    return CardSet(ids)


def _bout_view(bout: Reader) -> BoutView:
    bout.only(*(field.name for field in fields(BoutView)))
    return BoutView(
        attacker=bout["attacker"].seat(),
        defender=bout["defender"].seat(),
        cap=bout["cap"].count(),
        size=bout["size"].count(),
        taken=bout["taken"].flag(),
        unbeaten=bout["unbeaten"].or_none(Reader.card),
        pairs=bout["pairs"].items(_pair),
    )


def _pair(pair: Reader) -> Pair:
    pair.only("attack", "beat")
    return Pair(pair["attack"].card(), pair["beat"].or_none(Reader.card))


def _deal(deal: Reader) -> Deal:
    deal.only(*(field.name for field in fields(Deal)))
    return Deal(
        seed=deal["seed"].or_none(Reader.seed),
        number=deal["number"].integer(),
        hands=deal["hands"].by_seat(_cards),
        talon=deal["talon"].items(Reader.card),
        trump=deal["trump"].suit(),
        turn_up=deal["turn_up"].or_none(Reader.card),
        first=deal["first"].seat(),
    )


def _bout(bout: Reader) -> Bout:
    bout.only("attacker", "defender", "cap", "attacks", "beats", "taken")
    laid = Bout(
        attacker=bout["attacker"].seat(),
        cap=bout["cap"].count_of_cards(),
        attacks=bout["attacks"].items(Reader.card),
        beats=bout["beats"].items(_card_or_none),
        taken=bout["taken"].flag(),
    )
    if bout["defender"].seat() != laid.defender:
        raise bout["defender"].malformed("not the seat across from the attacker")
    if len(laid.attacks) != len(laid.beats):
        raise bout["beats"].malformed("not one answer or null for each attack")
    return laid


def _card_or_none(card: Reader) -> Card | None:
    return card.or_none(Reader.card)
