"""Matches with everything a referee signs beside them: receipts, cases, trials, rulings; and the bundles of them."""

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
from referee.disputes.bundles import Bundle, bundle_of, write_bundle
from referee.disputes.evidence import Evidence, examine
from referee.disputes.reports import report_of
from referee.disputes.steps import take_step
from referee.disputes.trials import try_reading
from referee.feeds.frames import viewers_of
from referee.kernel.facts import SPECTATOR
from referee.log.records import IntentRejected
from referee.match.charters import new_charter, settle
from referee.match.match import Chained, Decided, Match
from referee.match.receipts import Notary, Tally, viewer_name
from referee.proof.checkpoints import Checkpoint
from referee.proof.keys import KeyList, Keys, Listed
from referee.proof.notes import SigningKey
from referee.wire.codec import codec_of
from tests.contracts.playing import decided, random_picks

MATCH = "m-1"
STARTED = 1_700_000_000_000
POINTS = {"abyss": ("pearls.visibility", "cupped"), "unfathomable": ("travel.drift", "block")}
"""Of each game a ruling, and a reading of it that is not the default."""


class TestKeys:
    """One key, made of a word, in the form of a keyring; nothing about it depends on the day."""

    __test__ = False

    def __init__(self, word: str = "the key of the tests") -> None:
        self.signer = SigningKey.from_seed("referee", sha256(word.encode()).digest())
        self.keys = KeyList((Listed(self.signer.public, "active", "2026-01-01"),))
        self.published = self.signer.sign(self.keys.text())


KEYS = TestKeys()
FOREIGN = TestKeys("a key of somebody else")


class Exhibit:
    """A match that was played for some answers, or to its end, with the receipts that its seats were handed."""

    def __init__(
        self,
        game: str = "abyss",
        luck: str = "exhibit",
        *,
        seats: int = 3,
        answers: int = 12,
        keys: Keys = KEYS,
    ) -> None:
        self.match = Match(settle(new_charter(game, seats, seed=luck)))
        self.entries = [self.match.opening]
        self._notary = Notary(keys, lambda name: codec_of(name).leaf)
        self._tally = Tally(seats, self.match.game.turn_fact, codec_of(game).leaf)
        self.receipts: list[str] = []
        self.keys = keys
        rng = Random(luck)
        self._take(decided(self.match.begin(), self.match))
        while answers and self.match.questions:
            seat, question = next(iter(self.match.questions.items()))
            picks = random_picks(question.ask, rng)
            self._take(decided(self.match.submit(seat, question.number, picks), self.match))
            answers -= 1

    def _take(self, step: Decided) -> None:
        self.entries.append(Chained(step.seq, step.body, step.hash))
        self._tally.take(step)
        if step.seq % 5 == 0 or step.entry.seq == 1:
            for viewer in viewers_of(self.match.charter.seats):
                self.receipts.append(self.receipt(viewer))

    def receipt(self, viewer: int = SPECTATOR) -> str:
        """Sign for what a viewer was told by now."""
        return self._notary.receipt(MATCH, self._tally, viewer, self._tally.now(viewer))

    def checkpoint(self, viewer: int) -> Checkpoint:
        """Tell how far a viewer's feed has come."""
        return Checkpoint(MATCH, viewer_name(viewer), *self._tally.now(viewer))

    def bundle(self, *, receipts: bool = True) -> Bundle:
        """Put everything into a bundle, and an intent that was refused."""
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
        """Seal that bundle."""
        return write_bundle(self.bundle(), self.keys.signer)


def stepped(text: str, *bodies: Body, keys: Keys = KEYS, at: int = STARTED) -> str:
    """Take steps on a bundle, one after the other."""
    for place, body in enumerate(bodies):
        text = take_step(examine(text.encode()), body, at=at + 60_000 * place, keys=keys)
    return text


def opened(game: str = "abyss", case: int = 1, fact: int = 3) -> CaseOpened:
    return CaseOpened(case, "seat/1", fact, POINTS[game][0], "That is not how the rule reads.", freeze=False)


def tried(text: str, case: int = 1) -> ReadingTried:
    """Try the other reading of the game's point."""
    replay = examine(text.encode()).replay
    assert replay is not None
    key, reading = POINTS[replay.charter.game]
    trial = try_reading(replay.charter, replay.entries, rulings={key: reading})
    return ReadingTried(case, "", {key: reading}, report_of(trial))


def disputed(text: str, game: str = "abyss", keys: Keys = KEYS) -> str:
    """A whole dispute: a look, a case, a trial, a ruling kept as precedent, an appeal, and the second ruling."""
    key = POINTS[game][0]
    text = stepped(text, Looked("operator", "replay"), opened(game), tried(text), keys=keys)
    voided = CaseRuled(1, "overturned", "The claim is right.", (key,), Void(), precedent=True, cites=0)
    appeal = CaseAppealed(1, "seat/0", "The example in the book says otherwise.", cites=4)
    last = CaseRuled(1, "upheld", "So it does.", (key,), Stands(), precedent=True, cites=4)
    return stepped(text, voided, appeal, last, keys=keys, at=STARTED + 3_600_000)


def resealed(text: str, by: Keys = KEYS, **changes: object) -> str:
    """The bundle of a text with something else in it, sealed as if nothing had happened."""
    bundle = examine(text.encode()).sealed
    assert bundle is not None
    return write_bundle(msgspec.structs.replace(bundle.bundle, **changes), by.signer)


def found_in(text: str, **given: object) -> Evidence:
    """Prove a bundle."""
    return examine(text.encode(), **given)  # type: ignore[arg-type] # as the tests give it
