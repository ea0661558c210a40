"""Commit and reveal: the bytes that docs/fairness.md specifies, and what is found out."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import durak
from durak import BySeat
from durak.fairness import Mismatch, check, commitment, mix

SECRET = bytes(range(32))
secrets = st.binary(min_size=32, max_size=32)
contributions = st.builds(BySeat, st.binary(max_size=40), st.binary(max_size=40))


@given(secrets)
def test_a_commitment_is_the_hash_that_is_specified(secret: bytes) -> None:
    assert commitment(secret) == sha256(b"durak commit 1\n" + secret).digest()


@given(secrets, contributions)
def test_a_mix_is_the_hash_that_is_specified(secret: bytes, sent: BySeat[bytes]) -> None:
    first, second = sent
    text = b"durak mix 1\n" + secret
    text += b"1:" + str(len(first)).encode() + b":" + first
    text += b"2:" + str(len(second)).encode() + b":" + second
    assert mix(secret, sent) == sha256(text).digest()


@given(secrets, contributions)
def test_an_honest_game_passes(secret: bytes, sent: BySeat[bytes]) -> None:
    seed = mix(secret, sent)
    assert check(commitment(secret), secret, sent, seed) is None
    assert isinstance(durak.start(seed), durak.State)


@given(contributions, contributions)
def test_different_contributions_give_different_seeds(
    one: BySeat[bytes], other: BySeat[bytes]
) -> None:
    """Also where they are the same bytes in a row, or the same by the other seat."""
    assume(one != other)
    assert mix(SECRET, one) != mix(SECRET, other)


def test_no_bytes_can_be_moved_from_one_seat_to_the_other() -> None:
    pairs = [
        *(BySeat(b"ab", b""), BySeat(b"a", b"b"), BySeat(b"b", b"a"), BySeat(b"", b"ab")),
        *(BySeat(b"a2:1:b", b""), BySeat(b"a", b"b2:0:"), BySeat(b"ab2:0:", b"")),
        *(BySeat(b"", b""), BySeat(b"\x00", b""), BySeat(b"", b"\x00"), BySeat(b"0", b"")),
    ]
    assert len({mix(SECRET, pair) for pair in pairs}) == len(pairs)


@given(
    st.integers(0, 255), st.sampled_from(["published", "secret", "first", "second", "seed"])
)
def test_every_bit_counts(bit: int, where: str) -> None:
    """One bit of any of the five is changed, and what is wrong is named."""
    sent = BySeat(bytes(32), b"\xff" * 32)
    game = {"published": commitment(SECRET), "secret": SECRET, "seed": mix(SECRET, sent)}
    game |= {"first": sent[1], "second": sent[2]}
    game[where] = (int.from_bytes(game[where]) ^ 1 << bit).to_bytes(32)
    sent = BySeat(game["first"], game["second"])
    found = check(game["published"], game["secret"], sent, game["seed"])
    committed = where in ("published", "secret")
    assert found is (Mismatch.COMMITMENT if committed else Mismatch.SEED)


@pytest.mark.parametrize("cut", [b"", SECRET[:31], commitment(SECRET)[:-1]])
def test_what_has_not_the_right_length_does_not_match(cut: bytes) -> None:
    sent = BySeat(b"a", b"b")
    seed = mix(SECRET, sent)
    assert check(cut, SECRET, sent, seed) is Mismatch.COMMITMENT
    assert check(commitment(SECRET), SECRET, sent, cut) is Mismatch.SEED


def test_a_wrong_secret_is_named_before_a_wrong_seed() -> None:
    assert check(bytes(32), SECRET, BySeat(b"", b""), bytes(32)) is Mismatch.COMMITMENT
    assert Mismatch.COMMITMENT == "the revealed secret is not the committed one"
    assert Mismatch.SEED == "the game was not dealt from the mixed seed"


def test_a_commitment_is_no_mix_and_neither_is_the_plain_hash() -> None:
    sent = BySeat(b"", b"")
    assert len({commitment(SECRET), mix(SECRET, sent), sha256(SECRET).digest()}) == 3


@pytest.mark.parametrize(
    "secret", [b"", bytes(31), bytes(33), "0" * 32, bytearray(32), None, 32], ids=repr
)
def test_a_secret_of_another_size_or_type_raises_and_is_not_told(secret: bytes) -> None:
    for use in (
        lambda: commitment(secret),
        lambda: mix(secret, BySeat(b"", b"")),
        lambda: check(bytes(32), secret, BySeat(b"", b""), bytes(32)),
    ):
        with pytest.raises(ValueError, match=r"^a secret is exactly 32 bytes$"):
            use()


@pytest.mark.parametrize("sent", ["text", None, 3, bytearray(b"x"), [1, 2]], ids=repr)
def test_a_contribution_that_is_not_bytes_raises(sent: bytes) -> None:
    for pair in (BySeat(sent, b""), BySeat(b"", sent)):
        with pytest.raises(TypeError, match="a contribution is bytes, not "):
            mix(SECRET, pair)
