"""Rulings: what happens in the positions that engines get wrong.

The clauses are those of docs/rules.md. In `laid`, hearts are trumps unless a
test says otherwise, and what lies nowhere else is in the heap.
"""

from __future__ import annotations

import pytest
import recorded
from table import attack, beat, cards, code, go, kinds, laid

import durak
from durak import Done, Resign, Swap, Take

FIVE = "7C/8C 7D/8D 8S/9S 9C/TC 9D/TD"
"""Five attacks, each beaten, on which tens and lower may be thrown."""


class TestCardsHeld:
    @pytest.mark.parametrize(
        ("name", "where"),
        [
            ("8S", "the other hand"),
            ("TS", "the talon"),
            ("7S", "the table"),
            ("AS", "the heap"),
        ],
    )
    def test_only_a_card_in_the_own_hand_can_be_played(self, name: str, where: str) -> None:
        state = laid("7C 9C", "8S 6H", table="7S/9S", talon="TS 9H")
        assert code(state, attack("7C")) == "ok"
        assert code(state, attack(name)) == "card_not_held", where

    def test_a_card_that_was_played_is_gone_from_the_hand(self) -> None:
        state = go(laid("7C 7D 9C", "8C 8D 6S"), attack("7C"), beat("8C"))
        assert code(state, attack("7C")) == "card_not_held"
        assert code(state, attack("7D")) == "ok"


class TestCap:
    """Rules 4.4, 4.5 and 4.6."""

    def test_a_defender_of_two_that_beat_one_can_be_thrown_one_more(self) -> None:
        state = go(laid("7C 7D 7S 9C", "8C 8D"), attack("7C"), beat("8C"), attack("7D"))
        assert state.bout is not None
        assert state.bout.cap == 2
        assert state.turn == 2

    def test_the_cap_is_not_dropped_once_the_defender_takes(self) -> None:
        taken = go(laid("7C 7D 7S 9C", "8C 8D"), attack("7C"), Take())
        assert code(taken, attack("7D")) == "ok"
        full = go(taken, attack("7D"))
        assert kinds(full)[-2:] == ["bout_end", "refill"], "no third card is asked for"
        assert full.hands[2] == durak.CardSet(cards("7C 7D 8C 8D"))

    def test_no_bout_holds_more_than_six_attacks_however_large_the_hand(self) -> None:
        many = "7C 8C 9C TC JC QC KC AC"
        assert laid("6S 6D", many).bout == durak.open_bout(1, 6)

    def test_a_throw_into_a_full_bout_is_refused_as_full(self) -> None:
        """Play closes a full bout at once, but one can be laid out."""
        state = laid("JC KC", "QS KS", table=f"{FIVE} TS/JS")
        assert code(state, attack("JC")) == "bout_full"
        assert code(state, attack("KC")) == "bout_full", "asked before the rank"
        assert code(state, attack("AC")) == "card_not_held", "asked before the room"
        assert durak.legal_moves(state) == ()
        assert code(state, Done()) == "ok"


class TestThrowingIn:
    """Rule 4.3."""

    @pytest.mark.parametrize(
        ("name", "answer"), [("7C", "ok"), ("9C", "ok"), ("TC", "rank_not_in_bout")]
    )
    def test_the_ranks_of_attacks_and_answers_count(self, name: str, answer: str) -> None:
        state = laid("7C 9C TC", "QC QD QS", table="7H/9H", trump="S")
        assert code(state, attack(name)) == answer

    def test_the_rank_of_a_trump_that_beat_counts_too(self) -> None:
        state = laid("6C 8C", "QC QD QS", table="7D/6H")
        assert code(state, attack("6C")) == "ok"
        assert code(state, attack("8C")) == "rank_not_in_bout"

    def test_the_attacker_may_throw_in_after_a_take(self) -> None:
        """Rule 4.6."""
        state = go(laid("7C 7D 9C", "8C 8D TS"), attack("7C"), Take())
        assert (state.phase, state.turn) == ("pile_on", 1)
        assert durak.legal_moves(state) == (attack("7D"), Done())

    def test_a_bout_does_not_close_before_the_defender_decided(self) -> None:
        state = go(laid("7C 9D", "8C 8D TS"), attack("7C"))
        assert (state.phase, state.turn) == ("defend", 2)
        assert kinds(state) == ["attack"]


class TestBeating:
    """Rules 3.1 to 3.3."""

    @pytest.mark.parametrize(
        ("attacking", "name", "answer"),
        [
            ("9S", "TS", "ok"),
            ("9S", "8S", "beats_nothing"),
            ("9S", "TD", "beats_nothing"),
            ("9S", "6H", "ok"),
            ("7H", "8H", "ok"),
            ("7H", "6H", "beats_nothing"),
            ("7H", "AS", "beats_nothing"),
        ],
    )
    def test_what_beats_what(self, attacking: str, name: str, answer: str) -> None:
        state = laid("QC QD", f"{name} AH", table=attacking)
        assert code(state, beat(name)) == answer

    def test_nobody_must_follow_suit(self) -> None:
        state = laid("QC QD", "TS 6H", table="9S")
        assert code(state, beat("6H")) == "ok"


class TestEnd:
    """Rules 7.1 to 7.6."""

    def test_the_last_card_on_the_table_ends_nothing_yet(self) -> None:
        state = go(laid("7H", "9H"), attack("7H"))
        assert not state.over
        assert state.turn == 2

    def test_beating_it_with_the_last_card_draws_the_game(self) -> None:
        state = go(laid("7H", "9H"), attack("7H"), beat("9H"))
        assert state.result == durak.Result(durak.Outcome.DRAW, None, durak.BySeat(1, 1))
        assert kinds(state)[-4:] == ["refill", "out", "out", "game_end"]

    def test_taking_it_makes_the_defender_the_fool(self) -> None:
        state = go(laid("7H", "9H"), attack("7H"), Take())
        assert state.result == durak.Result(durak.Outcome.FOOL, 2, durak.BySeat(1, 2))
        assert kinds(state)[-3:] == ["refill", "out", "game_end"]
        assert state.bout is None

    def test_a_defender_out_of_cards_draws_and_plays_on_while_there_is_a_talon(
        self,
    ) -> None:
        state = laid("7C 9C TC JC QC KC", "8C", talon="AC AD AS KS KH")
        after = go(state, attack("7C"), beat("8C"))
        assert kinds(after) == ["attack", "beat", "bout_end", "refill"]
        assert after.history[-1] == durak.Refill(durak.BySeat(1, 4), 0)
        assert (after.over, after.turn) == (False, 2)

    def test_a_defender_that_beats_all_with_its_last_card_ends_the_game(self) -> None:
        state = go(laid("7C 9D", "8C"), attack("7C"), beat("8C"))
        assert state.result == durak.result_for(durak.BySeat(1, 0), 0)
        assert state.result is not None
        assert state.result.fool == 1

    def test_spent_is_asked_before_capped(self) -> None:
        """Rules 5.3, 5.4."""
        state = go(laid("7C 9D", "8C"), attack("7C"), beat("8C"))
        assert state.history[2] == durak.BoutEnd(durak.How.SPENT, 2, 36 - 1, 2)

    @pytest.mark.parametrize("seat", durak.SEATS)
    def test_either_seat_may_resign_at_any_time_and_cards_stay(
        self, seat: durak.Seat
    ) -> None:
        state = laid("7D 9D", "8C QS", table="7C")
        stepped = durak.step(state, seat, Resign())
        assert not isinstance(stepped, durak.Error)
        after, events = stepped
        assert (after.hands, after.bout) == (state.hands, state.bout)
        assert events == (
            durak.Played(seat, Resign()),
            durak.GameEnd(durak.resign_for(seat)),
        )
        assert (after.phase, after.turn) == ("over", None)
        assert code(after, Resign(), 1) == code(after, Resign(), 2) == "game_over"


class TestRefill:
    """Rule 6.3."""

    def test_the_seat_that_attacked_draws_first_even_when_the_roles_change(self) -> None:
        state = laid("7C 9C TC JC QC KC", "8C 8D 8S 6S 6D TS", talon="AH")
        after = go(state, attack("7C"), beat("8C"))
        assert after.history[-1] == durak.Refill(durak.BySeat(1, 0), 0)
        assert after.turn == 2
        assert durak.CardSet(cards("AH")) <= after.hands[1]

    def test_a_hand_above_six_neither_draws_nor_discards(self) -> None:
        state = laid("7C 9C", "8C 8D 8S 6S 6D TS JS QS", talon="AD AS AC KC AH")
        after = go(state, attack("7C"), Take())
        assert after.history[-1] == durak.Refill(durak.BySeat(5, 0), 0)
        assert after.counts == durak.BySeat(6, 9)

    def test_the_turn_up_is_drawn_last_and_the_trump_outlives_it(self) -> None:
        state = laid("7C 9C TC JC QC", "8C 8D", talon="AD KH")
        assert durak.view(state, 1).trump_card == cards("KH")[0]
        after = go(state, attack("7C"), beat("8C"))
        assert durak.CardSet(cards("AD KH")) <= after.hands[1]
        assert durak.view(after, 1).trump_card is None
        assert (after.trump, after.trump_card) == ("H", cards("KH")[0])
        end = go(after, attack("8D"))
        assert code(end, beat("KH")) == "ok"


class TestNoChoice:
    """What the table settles by itself: rules 5.1 to 5.6."""

    def test_a_defender_without_an_answer_has_taken_and_nothing_says_so(self) -> None:
        state = go(laid("9C 9D 7S", "8C 6D TS"), attack("9C"))
        assert kinds(state) == ["attack"]
        assert (state.phase, state.turn) == ("pile_on", 1)
        assert durak.view(state, 2).bout == durak.BoutView(
            1, 2, 3, 1, True, cards("9C")[0], (durak.Pair(cards("9C")[0], None),)
        )

    def test_a_taken_bout_closes_when_nothing_can_be_thrown_in(self) -> None:
        state = go(laid("9C 7S", "8C 6D TS"), attack("9C"))
        assert state.history[1] == durak.BoutEnd(durak.How.TAKEN, 1, state.discard, 1)
        assert state.turn == 1

    def test_an_attacker_with_nothing_to_throw_in_is_done(self) -> None:
        state = go(laid("9C 7S", "TC 6D KS"), attack("9C"), beat("TC"))
        assert state.history[2] == durak.BoutEnd(durak.How.EXHAUSTED, 2, state.discard, 2)

    def test_a_full_bout_that_was_beaten_is_capped(self) -> None:
        state = go(laid("TS KC", "JS QS KS", table=FIVE), attack("TS"), beat("JS"))
        assert state.history[2] == durak.BoutEnd(durak.How.CAPPED, 12, state.discard, 2)

    def test_a_single_card_is_still_played_by_hand(self) -> None:
        """Rule 5.6."""
        state = laid("9C", "TC 6D KS")
        assert durak.legal_moves(state) == (attack("9C"),)
        assert code(state, Done()) == "must_attack"


class TestExchange:
    """Rules 8.1 to 8.5. The king of hearts is turned up, the six can be had for it."""

    def test_it_trades_the_six_for_the_turn_up_and_keeps_the_turn(self) -> None:
        state = go(laid("6H 9C", "8C 8D", talon="AD KH", six_owner=1), Swap())
        assert state.hands[1] == durak.CardSet(cards("KH 9C"))
        assert state.talon == cards("AD 6H")
        assert (state.trump_card, state.trump, state.turn) == (*cards("6H"), "H", 1)
        assert code(state, Swap()) == "not_the_six", "for good"

    @pytest.mark.parametrize(
        ("first", "rest", "answer"),
        [
            ("6H 9C", {"talon": "AD KH", "six_owner": 1}, "ok"),
            ("6H 9C", {"talon": "AD KH"}, "not_the_six"),
            ("9C", {"talon": "AD KH", "six_owner": 1, "table": "6H/7H"}, "not_the_six"),
            ("6H 9C", {"six_owner": 1}, "talon_shut"),
            ("6H 9C", {}, "not_the_six"),
        ],
    )
    def test_who_may(self, first: str, rest: dict[str, object], answer: str) -> None:
        state = laid(first, "8C 8D", **rest)
        assert code(state, Swap()) == answer
        assert state.can_swap(1) == (answer == "ok")

    def test_only_on_turn_though_the_view_says_that_it_can_be_done(self) -> None:
        """Rule 8.2: the departure from the page."""
        state = laid("9C QC", "6H 8D", talon="AD KH", six_owner=2)
        assert code(state, Swap(), 2) == "not_your_turn"
        assert durak.view(state, 2).swap
        assert not durak.view(state, 1).swap

    def test_playing_the_six_and_picking_it_up_again_changes_nothing(self) -> None:
        """Rule 8.3."""
        talon = "AD AS AC KC KS KD QD QC KH"
        state = laid("6H 8S", "7C 7D 9S", talon=talon, six_owner=1, attacker=2)
        after = go(state, attack("7C"), beat("6H"), attack("7D"))
        assert after.history[-2] == durak.BoutEnd(durak.How.TAKEN, 3, after.discard, 2)
        assert after.six_of_trumps in after.hands[1]
        assert (after.six_owner, after.can_swap(1)) == (1, True)

    def test_when_the_other_seat_picks_it_up_nobody_owns_it_for_good(self) -> None:
        state = laid("6H 8S", "9C 9D", talon="AD KH", six_owner=1)
        after = go(state, attack("6H"))
        assert after.six_of_trumps in after.hands[2]
        assert (after.six_owner, after.can_swap(1), after.can_swap(2)) == (
            None,
            False,
            False,
        )

    @pytest.mark.parametrize(
        ("talon", "owner"), [("6H AD KH", 1), ("AD AS 6H", None), ("KH 6H", None)]
    )
    def test_the_six_belongs_to_who_draws_it_face_down(
        self, talon: str, owner: durak.Seat | None
    ) -> None:
        """Rule 8.4: a six that was turned up, or lies there exchanged, is nobody's."""
        state = go(laid("9C QS", "TC TD", talon=talon), attack("9C"), Take())
        assert state.six_of_trumps in state.hands[1]
        assert state.six_owner == owner

    def test_a_six_turned_up_is_never_owned(self) -> None:
        for number in range(360, 375):
            assert {state.six_owner for state in recorded.states(number)} == {None}

    def test_it_is_a_choice_for_a_defender_that_cannot_beat(self) -> None:
        """Rule 8.5."""
        state = laid("9H QC", "6H 7C", talon="AD KH", six_owner=2)
        asked = go(state, attack("9H"))
        assert durak.legal_moves(asked) == (Take(), Swap())
        assert durak.legal_moves(go(asked, Swap())) == (beat("KH"), Take())

    def test_it_is_a_choice_for_an_attacker_with_nothing_to_throw_in(self) -> None:
        state = laid("9C 6H", "TC 8D", talon="AD KH", six_owner=1)
        asked = go(state, attack("9C"), beat("TC"))
        assert durak.legal_moves(asked) == (Done(), Swap())
        assert kinds(go(asked, Swap()))[-3:] == ["swap", "bout_end", "refill"]
        taken = go(state, attack("9C"), Take())
        assert durak.legal_moves(taken) == (Done(), Swap())


class TestOrderOfRefusals:
    """The first reason that holds is the answer."""

    def test_the_end_of_the_game_comes_before_everything(self) -> None:
        over = go(laid("7H", "9H"), attack("7H"), beat("9H"))
        assert refused(over, 3, None) == "game_over"

    def test_then_the_seat_then_the_move_then_the_turn_then_the_phase(self) -> None:
        state = laid("7C 7D", "8C 9D", talon="AD KH")
        assert refused(state, 3, None) == "not_your_turn"
        assert refused(state, 2, None) == "not_legal"
        assert refused(state, 2, Take()) == "not_your_turn"
        assert refused(state, 1, Take()) == "wrong_phase"
        assert refused(state, 1, beat("AC")) == "wrong_phase"
        assert refused(state, 1, Done()) == "must_attack"
        assert refused(go(state, attack("7C")), 2, Done()) == "wrong_phase"

    def test_rank_is_asked_after_the_card(self) -> None:
        state = laid("9D QC", "TS JS", table="7C/8C")
        assert refused(state, 1, attack("AD")) == "card_not_held"
        assert refused(state, 1, attack("9D")) == "rank_not_in_bout"


def refused(state: durak.State, seat: object, move: object) -> str:
    stepped = durak.step(state, seat, move)  # type: ignore[arg-type]
    assert isinstance(stepped, durak.Error)
    return stepped.code


class TestUnsettledPositions:
    """Laid out where the table would have gone on by itself: nothing is listed,
    and the one answer there is is accepted.
    """

    @pytest.mark.parametrize(
        ("state", "answer", "how"),
        [
            (laid("7C JD", "8D TS", table="9C"), Take(), "taken"),
            (laid("7C 9D", "8D TS", table="QC/KC"), Done(), "done"),
            (laid("7C 9D", "8D TS", table="QC", taken=True), Done(), "taken"),
        ],
    )
    def test_the_one_answer_is_accepted(
        self, state: durak.State, answer: durak.Move, how: str
    ) -> None:
        assert durak.legal_moves(state) == ()
        after = go(state, answer)
        assert isinstance(after.history[1], durak.BoutEnd)
        assert after.history[1].how == how
