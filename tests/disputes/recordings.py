"""Recorded matches with everything a referee signs about them (receipts, cases, trials, rulings), and their bundles."""

from __future__ import annotations

from hashlib import sha256
from random import Random

import msgspec

from referee.audit.entries import (
    Body,
    CaseAppealed,
    CaseOpened,
    CaseRuled,
    Looked,
    ReadingTried,
    Stands,
    Void,
)
from referee.disputes.cases.bundle_steps import take_step
from referee.disputes.evidence.bundles import Bundle, bundle_of, write_bundle
from referee.disputes.evidence.examination import Evidence, examine
from referee.disputes.explain.trial_reports import report_of
from referee.disputes.explain.trials import try_reading
from referee.feeds.frames import viewers_of
from referee.games import game as game_named
from referee.kernel.facts import SPECTATOR
from referee.kernel.game import Charter
from referee.kernel.refusals import Refused
from referee.log.records import IntentRejected
from referee.match.charters import new_charter, settle
from referee.match.match import Chained, Decided, Match
from referee.proof.checkpoints import Checkpoint
from referee.proof.keys import KeyList, ListedKey, RefereeKeys
from referee.proof.notes import SigningKey
from referee.replay.differences import Difference
from referee.server.receipts import FeedTrees, viewer_name
from referee.wire.codec import codec_of
from tests.answers import random_picks
from tests.contracts.playing import decided

MATCH = "m-1"
STARTED = 1_700_000_000_000
POINTS = {
    "abyss": ("pearls.visibility", "cupped"),
    "unfathomable": ("travel.drift", "block"),
    "among_cultists": ("round.first_seat", "fixed"),
}
"""For each game a ruling, and one of its readings that is not the default."""


class TestKeys:
    """One key derived from a fixed string, in the form of a keyring; it does not depend on the date."""

    __test__ = False

    def __init__(self, word: str = "the key of the tests") -> None:
        self.signer = SigningKey.from_seed("referee", sha256(word.encode()).digest())
        self.keys = KeyList((ListedKey(self.signer.public, "active", "2026-01-01"),))
        self.published = self.signer.sign(self.keys.text())


KEYS = TestKeys()
FOREIGN = TestKeys("a key of somebody else")


class Recording:
    """A match followed step by step, with the receipts that its viewers receive."""

    def __init__(self, charter: Charter, *, keys: RefereeKeys = KEYS, every: int = 5) -> None:
        self.match = Match(settle(charter))
        self.entries = [self.match.charter_entry]
        self.keys = keys
        self.receipts: list[str] = []
        self._every = every
        self._trees = FeedTrees(charter.seats, self.match.game.turn_fact, codec_of(charter.game).leaf)
        for viewer in viewers_of(charter.seats):
            self._trees.keep(viewer, ())

    def take(self, step: Decided | Refused) -> None:
        """Take the next step; now and then, and at the end, sign a receipt for every viewer."""
        done = decided(step, self.match)
        self.entries.append(Chained(done.seq, done.body, done.hash))
        self._trees.take(done)
        if done.seq % self._every == 0 or done.seq == 1 or self.match.outcome is not None:
            self.receipts += [self.receipt(viewer) for viewer in viewers_of(self.match.charter.seats)]

    def receipt(self, viewer: int = SPECTATOR) -> str:
        """Sign a receipt for everything a viewer has received so far, without the audit log, as in golden bundles."""
        return self.keys.signer.sign(self.checkpoint(viewer).text())

    def checkpoint(self, viewer: int) -> Checkpoint:
        """Return the current size and root of a viewer's feed."""
        return Checkpoint(MATCH, viewer_name(viewer), *self._trees.now(viewer))

    def bundle(self, *, receipts: bool = True) -> Bundle:
        """Return a bundle of everything, with one refused intent."""
        rejected = IntentRejected(MATCH, 1, "key", STARTED, b'{"question":1}', b'{"refusal":"not_asked"}')
        return bundle_of(
            MATCH,
            self.entries,
            published=self.keys.published,
            names=dict(enumerate(("Ada", "Bob", "Cleo", "Dan", "Eve", "Finn")[: self.match.charter.seats])),
            receipts=self.receipts if receipts else (),
            rejections=[rejected],
        )

    def text(self) -> str:
        """Return that bundle, sealed."""
        return write_bundle(self.bundle(), self.keys.signer)


class RandomRecording(Recording):
    """A match played at random for a number of answers, or to its end."""

    def __init__(
        self,
        game: str = "abyss",
        luck: str = "exhibit",
        *,
        seats: int = 0,
        answers: int = 12,
        keys: RefereeKeys = KEYS,
    ) -> None:
        count = seats or max(3, game_named(game).seats[0])
        super().__init__(new_charter(game, count, seed=luck), keys=keys)
        rng, questions = Random(luck), self.match.questions
        self.take(self.match.begin())
        while answers and questions:
            seat, question = next(iter(questions.items()))
            self.take(self.match.submit(seat, question.number, random_picks(question.ask, rng)))
            answers -= 1


def stepped(text: str, *bodies: Body, keys: RefereeKeys = KEYS, at: int = STARTED) -> str:
    """Take steps on a bundle, one after the other."""
    for place, body in enumerate(bodies):
        text = take_step(examine(text.encode()), body, at=at + 60_000 * place, keys=keys)
    return text


def opened(game: str = "abyss", case: int = 1, fact: int = 3) -> CaseOpened:
    """Return the opening of a case on the game's entry in `POINTS`."""
    return CaseOpened(case, "seat/1", fact, POINTS[game][0], "That is not how the rule reads.", freeze=False)


def tried(text: str, case: int = 1) -> ReadingTried:
    """Return a trial of the other reading of the game's entry in `POINTS`."""
    replay = examine(text.encode()).replay
    assert replay is not None
    key, reading = POINTS[replay.charter.game]
    trial = try_reading(replay.charter, replay.entries, rulings={key: reading})
    return ReadingTried(case, "", {key: reading}, report_of(trial))


def disputed(text: str, game: str = "abyss", keys: RefereeKeys = KEYS, fact: int = 3) -> str:
    """Add a whole dispute: a look, a case, a trial, a ruling kept as precedent, an appeal, and the second ruling."""
    key = POINTS[game][0]
    text = stepped(text, Looked("operator", "replay"), opened(game, fact=fact), tried(text), keys=keys)
    voided = CaseRuled(1, "overturned", "The claim is right.", (key,), Void(), precedent=True, cites=0)
    appeal = CaseAppealed(1, "seat/0", "The example in the book says otherwise.", cites=4)
    last = CaseRuled(1, "upheld", "So it does.", (key,), Stands(), precedent=True, cites=4)
    return stepped(text, voided, appeal, last, keys=keys, at=STARTED + 3_600_000)


def resealed(text: str, by: RefereeKeys = KEYS, **changes: object) -> str:
    """Return the bundle with some fields changed, and a valid seal."""
    bundle = examine(text.encode()).sealed
    assert bundle is not None
    return write_bundle(msgspec.structs.replace(bundle.bundle, **changes), by.signer)


def found_in(text: str, **given: object) -> Evidence:
    """Examine a bundle."""
    return examine(text.encode(), **given)  # type: ignore[arg-type] # as the tests give it


def difference(text: str, **given: object) -> Difference:
    """Examine a bundle that does not verify, and return the first difference."""
    found = found_in(text, **given).first_difference
    assert found is not None
    return found
