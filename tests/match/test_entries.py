"""The body of an entry: the same bytes for the same match, on every machine, permanently."""

import os
import subprocess
import sys

import msgspec
import pytest

from referee.kernel.asks import default_picks
from referee.kernel.game import Charter
from referee.match.entries import decode_charter, encode, reader_for
from referee.match.match import Decided
from referee.match.player import play_out
from tests.match import toy
from tests.match.played import begun, played

SEED = "golden"
GOLDEN_HEAD = "b470918c2a6adbc6d8e9b7ced7be8d6cb366098d95439f2d79e23a9173a4a172"

SECOND_BID = (
    b'{"seq":3,"seat":1,"question":1,"asked":"toy.bid","by":"seat",'
    b'"answer":[{"kind":"toy.place_bid","amount":0}],"draws":[],'
    b'"facts":[["play/round/bidding",{"kind":"toy.bid","seat":0,"amount":2}],'
    b'["play/round/bidding",{"kind":"toy.bid","seat":1,"amount":0}]]}'
)


def head_of(seed: str) -> str:
    """Return the head of a match in which every answer is the default."""
    return play_out(toy.terms(3, seed), [lambda question: default_picks(question.ask)] * 3).head.hex()


def test_the_head_is_the_same_for_good() -> None:
    """A change in the format of an entry breaks every existing log, so this value must not change."""
    assert head_of(SEED) == GOLDEN_HEAD


@pytest.mark.parametrize("hash_seed", ["0", "1", "4711"])
def test_the_head_is_the_same_in_every_process(hash_seed: str) -> None:
    code = "from tests.match.test_entries import head_of; print(head_of('golden'))"
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    found = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == GOLDEN_HEAD


def test_another_seed_or_another_answer_gives_another_head() -> None:
    assert head_of("golden") != head_of("golden 2")


def test_what_an_entry_looks_like() -> None:
    match = begun(toy.terms(2, SEED))
    match.submit(0, 1, (2,))
    decided = match.submit(1, 1, (toy.PlaceBid(0),))
    assert isinstance(decided, Decided)
    assert decided.body == SECOND_BID


def test_entries_are_read_back_whole() -> None:
    reader = reader_for(toy.GAME)
    match, decisions = played(toy.terms(3, SEED), SEED)
    assert [reader.entry(decided.body) for decided in decisions] == [decided.entry for decided in decisions]
    assert [encode(reader.entry(decided.body)) for decided in decisions] == [d.body for d in decisions]
    assert decode_charter(match.charter_body) == match.charter


def test_the_intent_is_read_without_the_rest() -> None:
    reader = reader_for(toy.GAME)
    for decided in played(toy.terms(3, SEED), SEED)[1]:
        entry, intent = decided.entry, reader.recorded_answer(decided.body)
        assert (intent.by, intent.seat, intent.answer) == (entry.by, entry.seat, entry.answer)


UNREADABLE = [
    b"",
    b"{}",
    b"[]",
    b'{"seq":1,"seat":0,"question":1,"by":"dog","answer":[]}',
    b'{"seq":1,"seat":0,"question":1,"by":"seat","answer":[{"kind":"abyss.explore"}]}',
    b'{"seq":1,"seat":0,"question":1,"by":"seat","answer":[{"kind":"toy.place_bid"}]}',
    b'{"seq":1,"seat":0.5,"question":1,"by":"seat","answer":[]}',
]


@pytest.mark.parametrize("body", UNREADABLE)
def test_what_is_no_entry_is_not_read(body: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        reader_for(toy.GAME).recorded_answer(body)


def test_the_order_in_which_a_charter_was_made_does_not_show() -> None:
    one = Charter("toy", 1, 2, "", rulings={"a": "1", "b": "2"}, options={"x": "1", "y": "2"})
    two = Charter("toy", 1, 2, "", rulings={"b": "2", "a": "1"}, options={"y": "2", "x": "1"})
    assert encode(one) == encode(two)
