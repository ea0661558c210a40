"""What two players received at a table, held against the game as it was revealed.

The game is replayed from its log, so what a seat could know at each moment is
computed here and not asked of the server.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from recorders import Received, Recorder

from durak import (
    SEATS,
    Attack,
    Beat,
    BySeat,
    Card,
    CardSet,
    Event,
    Log,
    Played,
    Seat,
    State,
    Status,
    View,
    other,
    states_of,
    verify,
    view,
)
from durak.codec import (
    Reader,
    event_from_plain,
    from_json,
    log_from_plain,
    to_json,
    to_plain,
    view_from_plain,
)
from durak.fairness import check, commitment

STALE = b'{"code":"stale","message":"The game has moved on from there. Look again."}'


def audit_deal(pair: BySeat[Recorder]) -> tuple[Log, bytes]:
    """The revealed log and secret, which must be what both players were promised."""
    one, two = (recorder.received[-1].body for recorder in pair)
    assert one == two
    revealed = Reader(from_json(one)).only("secret", "contributions", "log")
    log, secret = log_from_plain(revealed["log"].value), revealed["secret"].seed()
    given = revealed["contributions"].by_seat(Reader.seed)
    assert given == BySeat(*(recorder.contribution for recorder in pair))
    for recorder in pair:
        promised = Reader(from_json(recorder.received[0].body)).only("commitment")
        assert check(promised["commitment"].seed(), secret, given, log.seed) is None
    assert verify(log).status is Status.COMPLETE
    return log, secret


def audit_moves(pair: BySeat[Recorder], log: Log) -> None:
    """Every acknowledged move is in the log, once, and none that was not sent."""
    logged = [(p, e) for p, e in enumerate(log.events or ()) if isinstance(e, Played)]
    sent = {(ply, Played(seat, move)) for seat in SEATS for ply, move in pair[seat].sent}
    acknowledged = [
        (got.ply, Played(seat, got.move))
        for seat in SEATS
        for got in pair[seat].received
        if got.move is not None and got.status == 200
    ]
    assert len(acknowledged) == len(set(acknowledged))
    assert set(acknowledged) <= set(logged) <= sent


def audit_bytes(pair: BySeat[Recorder], seat: Seat, log: Log, secret: bytes) -> None:
    """Every byte that a seat received before the end was its own to know.

    Each body is read strictly and must be, to the byte, what this seat is told
    of the moment it speaks of. Of that again no card may be one that the seat
    has not seen by then. No header may say anything else, and nowhere may a
    secret be found.
    """
    promised, joined, *answers, _ = pair[seat].received
    assert promised.body == to_json({"commitment": commitment(secret).hex()}).encode()
    assert joined.body == b'{"seat":%d}' % seat
    states = {s.ply: s for s in states_of(log.seed, log.moves) if isinstance(s, State)}
    known = known_cards(states, seat)
    latest = -1
    for got in answers:
        match got.status:
            case 200:
                shown, events = audit_news(got, states, seat)
                assert named_cards(shown, events) <= known[shown.ply]
                assert shown.ply > latest
                latest = shown.ply
            case 204:
                assert (got.move, got.body) == (None, b"")
            case 409:
                assert got.move is not None
                assert got.body == STALE
            case _:
                raise AssertionError(got)
    unknown = secrets_of(pair, seat, log.seed, secret)
    for got in (promised, joined, *answers):
        assert sorted(got.head.split(b"\r\n")) == sorted(expected_head(got))
        assert not any(text in got.body for text in unknown)


def audit_news(
    got: Received, states: Mapping[int, State], seat: Seat
) -> tuple[View, tuple[Event, ...]]:
    """The view and the events in an answer with news, which holds nothing else."""
    told = Reader(from_json(got.body)).only("events", "view")
    shown = view_from_plain(told["view"].value)
    events = told["events"].items(lambda event: event_from_plain(event.value))
    state = states[shown.ply]
    assert shown == view(state, seat)
    assert events == tuple(state.history)[got.ply or 0 :]
    assert got.move is None or events[0] == Played(seat, got.move)
    same = to_json({"events": to_plain(events), "view": to_plain(shown)})
    assert got.body == same.encode()
    return shown, events


def known_cards(states: Mapping[int, State], seat: Seat) -> dict[int, CardSet]:
    """The cards that a seat has seen, by ply: its own, those played, the turn-up."""
    seen, known, before = CardSet(), dict[int, CardSet](), 0
    for ply, state in sorted(states.items()):
        turned = () if state.trump_card is None else (state.trump_card,)
        seen |= state.hands[seat] | cards_of(state.history[before:]) | CardSet(turned)
        known[ply], before = seen, ply
    return known


def named_cards(shown: View, events: Iterable[Event]) -> CardSet:
    """Every card that a view and some events name."""
    bout = shown.bout.pairs if shown.bout else ()
    laid = [card for pair in bout for card in (pair.attack, pair.beat)]
    unbeaten = shown.bout.unbeaten if shown.bout else None
    moves = [move.card for move in shown.legal if isinstance(move, Attack | Beat)]
    cards: list[Card | None] = [*shown.hand, *laid, *moves, unbeaten, shown.trump_card]
    return CardSet(card for card in cards if card is not None) | cards_of(events)


def cards_of(events: Iterable[Event]) -> CardSet:
    """The cards that were played."""
    moves = (event.move for event in events if isinstance(event, Played))
    return CardSet(move.card for move in moves if isinstance(move, Attack | Beat))


def secrets_of(
    pair: BySeat[Recorder], seat: Seat, seed: bytes, secret: bytes
) -> list[bytes]:
    """Texts that a seat must not find anywhere before the game is over."""
    theirs = pair[other(seat)]
    both = (recorder.invitation for recorder in pair)
    hidden = (secret.hex(), seed.hex(), theirs.contribution.hex(), theirs.token)
    return [text.encode() for text in (*hidden, *both)]


def expected_head(got: Received) -> list[bytes]:
    """All the lines of a head; the two empty ones are those at its end."""
    if got.status == 204:
        return [b"", b""]
    return [
        b"cache-control: no-store",
        b"content-length: %d" % len(got.body),
        b"content-type: application/json",
        b"",
        b"",
    ]
