"""The log, the table, and the seed with the intents: each can be rebuilt from the others."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest

from referee.feeds.frames import Frame
from referee.kernel.asks import chosen_of
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.kernel.table import Ended
from referee.match.charters import Terms
from referee.match.entries import reader_for
from referee.match.match import Decided, Match
from referee.replay.rerun import rebuild
from tests.contracts.declarations import Declaration
from tests.contracts.playing import Taken, decided, encoded, play_on, random_terms
from tests.contracts.worlds import told


class Logged(NamedTuple):
    """An entry as a store keeps it."""

    seq: int
    body: bytes
    hash: bytes
    frames: dict[Seat, Frame]


class Played:
    """A finished random match with everything it produced."""

    def __init__(self, subject: Declaration, rng: Random, seats: int) -> None:
        self.terms: Terms = random_terms(subject, rng, seats)
        self.match = Match(self.terms)
        self.taken: list[Taken] = []
        self.entries = [Logged(0, self.match.charter_body, self.match.head, {})]
        self._keep(decided(self.match.begin(), self.match))
        for taken, entry in play_on(self.match, rng, subject.most_decisions * seats):
            self.taken.append(taken)
            self._keep(entry)

    def _keep(self, entry: Decided) -> None:
        self.entries.append(Logged(entry.seq, entry.body, entry.hash, entry.frames))


def folded(subject: Declaration, played: Played) -> Any:
    """Fold the facts in the log, and nothing else, into a fresh table."""
    reader = reader_for(subject.game)
    state = subject.game.new_state(played.terms.setup, OPEN_TABLE)
    for entry in played.entries[1:]:
        for recorded in reader.entry(entry.body).facts:
            if not isinstance(recorded.fact, Ended):
                subject.game.folds[type(recorded.fact)](state, recorded.fact)
    return state


def frames_of(frames: dict[Seat, Frame]) -> dict[Seat, bytes]:
    """Return what every viewer received, as bytes."""
    return {viewer: encoded(told(frame)) for viewer, frame in frames.items()}


def check_replaying(subject: Declaration, rng: Random, seats: int) -> None:
    played = Played(subject, rng, seats)
    state = played.match.table.state
    assert encoded(folded(subject, played)) == encoded(state)

    again = Match(played.terms)
    decided(again.begin(), again)
    for taken, entry in zip(played.taken, played.entries[2:], strict=True):
        assert decided(again.submit(taken.seat, taken.number, taken.picks), again).body == entry.body
    assert again.head == played.match.head

    cut = rng.randrange(1, len(played.entries))
    rebuilt = rebuild(played.entries[:cut], settle=subject.settle)
    if cut == 1:
        decided(rebuilt.begin(), rebuilt)
    for taken, entry in list(zip(played.taken, played.entries[2:], strict=True))[max(cut - 2, 0) :]:
        answered = decided(rebuilt.submit(taken.seat, taken.number, taken.picks), rebuilt)
        assert answered.body == entry.body
        assert frames_of(answered.frames) == frames_of(entry.frames)
    assert rebuilt.head == played.match.head
    assert encoded(rebuilt.table.state) == encoded(state)


def matches(subject: Declaration, seed: str, count: int) -> None:
    for number in range(count):
        for seats in subject.game.seats:
            check_replaying(subject, Random(f"{seed} {seats} {number}"), seats)


def test_log_and_table_and_seed_with_intents_give_each_other(subject: Declaration, seed: str) -> None:
    matches(subject, seed, 8)


@pytest.mark.campaign
def test_log_and_table_and_seed_with_intents_give_each_other_in_many_matches(
    subject: Declaration, seed: str
) -> None:
    matches(subject, seed, 1000)


def test_choices_given_by_name_give_the_log_that_numbers_give(subject: Declaration, seed: str) -> None:
    rng = Random(seed)
    played = Played(subject, rng, rng.choice(subject.game.seats))
    again = Match(played.terms)
    decided(again.begin(), again)
    for taken in played.taken:
        choices = chosen_of(again.questions[taken.seat].ask, taken.picks)
        decided(again.submit(taken.seat, taken.number, choices or ()), again)
    assert again.head == played.match.head
