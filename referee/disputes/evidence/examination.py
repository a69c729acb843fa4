"""Check everything about a match that can be checked offline, and name the first thing that is wrong.

Given a replay or a bundle, any number of receipts, and the list of keys that the referee published, check:

1. the record: run the match again and compare its chain, every draw and every fact;
2. the commitments: the seed is the one that was committed to before anyone joined;
3. the keys: they are the published ones, or one list follows from the other. Nothing that a retired key signed is
   dated later than its last day, but a copy of the key could sign with an earlier date;
4. the receipts: each is for this match, and the record gives that viewer exactly these frames. So no entry was edited,
   none was removed after it was acknowledged, and no viewer was shown another match;
5. the time sheet, if there is one: it is signed, of this match, and names its answers. No receipt covers it;
6. the audit log: every entry is signed, linked to the one before it and allowed when it was written, every trial gives
   the reported result, and none is missing that a receipt covers;
7. the seal.

The checks are made in this order, so that a changed fact is named as such and not as a broken seal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from referee.audit.audit_state import AuditState, fold
from referee.audit.chain import BrokenAudit, read_all
from referee.audit.checks import MatchSnapshot, check
from referee.audit.entries import (
    AuditEntry,
    ForkedFrom,
    MatchResumed,
    ReadingTried,
    RecordOpened,
    ResultDeclared,
)
from referee.audit.problems import CaseError
from referee.audit.public_head import public_heads
from referee.audit.seals import fault_in_opening
from referee.audit.time_checks import check_rested
from referee.disputes.evidence.bundles import BadBundle, Commitments, Sealed, is_bundle, record_in, take_apart
from referee.disputes.evidence.history import MatchHistory
from referee.disputes.evidence.receipt_checks import (
    NamedReceipt,
    ReadReceipt,
    first_mismatch,
    first_missing_audit,
    read_signed,
)
from referee.disputes.explain.attempts import TrialFault
from referee.disputes.explain.trial_reports import says_the_same
from referee.disputes.explain.trials import try_reading
from referee.kernel.table import Ended
from referee.match.charters import Settle, settle
from referee.match.entries import entropy_in
from referee.proof.keys import KeyList, ListedKey
from referee.proof.notes import BadNote, note_keys
from referee.replay.differences import Difference
from referee.replay.entropy_checks import first_broken
from referee.replay.format import Replay
from referee.replay.reading import read_replay
from referee.replay.time_sheet import divide
from referee.replay.verification import verify_replay

KeysFrom = Literal["file", "bundle", ""]
"""Where the keys came from: a published list, the bundle itself, or nowhere."""


class KeysMissing(ValueError):
    """Something is signed, and no keys are given to check it with."""


class EvidenceMismatch(Exception):
    """A check failed."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


class Evidence:
    """What has been proved about a match. Nothing after the first difference is checked."""

    def __init__(self) -> None:
        self.first_difference: Difference | None = None
        self.match = ""
        """The match id, from the bundle or the receipts; a replay has none."""
        self.game = ""
        self.facts = 0
        """The number of facts that were compared and found correct."""
        self.head = ""
        self.outcome: Ended | None = None
        self.is_promised = False
        """Whether the seed matches the `commitment` that was given; a bundle's own proves no more than its seal."""
        self.keys: KeyList | None = None
        self.keys_from: KeysFrom = ""
        self.retired: list[ListedKey] = []
        """Retired keys that made the seal, or receipts that are not in a bundle; their signatures have no date."""
        self.receipts = 0
        """The number of receipts that were found correct."""
        self.sealed: Sealed | None = None
        self.replay: Replay | None = None
        self.history: MatchHistory | None = None
        self.audit: list[AuditEntry] = []
        self.audit_state = AuditState()

        self.is_about_record = False
        """Whether the first difference, if any, is in the record itself."""

    @property
    def ok(self) -> bool:
        """Whether everything is correct."""
        return self.first_difference is None


def examine(
    data: bytes,
    *,
    receipts: Sequence[NamedReceipt] = (),
    published: str = "",
    match: str = "",
    commitment: bytes = b"",
    settle: Settle = settle,
) -> Evidence:
    """Check a replay or a bundle.

    `published` is the referee's list of keys, and `commitment` the hash that the match announced at its start. Raise
    `KeysMissing` for receipts without keys, and `BadNote` for a malformed list.
    """
    found = Evidence()
    try:
        _Examiner(found, settle).examine(data, receipts, published, match, commitment)
    except EvidenceMismatch as mismatch:
        found.first_difference = mismatch.difference
    except BadBundle as bad:
        found.first_difference = bad.difference
    return found


class _Examiner:
    """Makes one check after the other, and adds the results to the evidence."""

    def __init__(self, found: Evidence, settle: Settle) -> None:
        self._found = found
        self._settle = settle

    def examine(
        self, data: bytes, receipts: Sequence[NamedReceipt], published: str, match: str, commitment: bytes
    ) -> None:
        """Make all checks; raise `EvidenceMismatch` or `BadBundle` at the first that fails."""
        found, sealed = self._found, self._taken_apart(data) if is_bundle(data) else None
        found.sealed, found.match = sealed, sealed.match if sealed else match
        _expect(0, "match", match or found.match, found.match)
        replay = self._record(sealed.replay if sealed else data)
        if not (sealed or receipts or commitment):
            return
        history = found.history = MatchHistory(self._settle(replay.charter), replay.entries)
        if commitment:
            _expect(0, "commitment", commitment.hex(), history.heads[0].hex())
            found.is_promised = True
        if sealed is None:
            if receipts:
                self._receipts(history, receipts, self._published(published))
            return
        bundle = sealed.bundle
        _expect(0, "commitment", bundle.commitments.seed.hex(), history.heads[0].hex())
        broken = first_broken(
            bundle.commitments.entropy, entropy_in(history.entries[0]) if history.entries else ()
        )
        if broken is not None:
            raise EvidenceMismatch(broken)
        keys = self._keys(sealed, published)
        self._time_sheet(bundle.replay, keys)
        kept = [NamedReceipt(f"receipt {n} of the bundle", note) for n, note in enumerate(bundle.receipts, 1)]
        read = self._receipts(history, [*kept, *receipts], keys)
        self._audit(history, bundle.audit, keys)
        self._covered_audit(read)
        self._withheld(history, bundle.commitments)
        for number, refusal in enumerate(bundle.refusals, 1):
            if not 0 <= refusal.seat < replay.charter.seats:
                raise EvidenceMismatch(
                    Difference(0, f"refused intent {number}", "a seat of this match", str(refusal.seat))
                )
        self._seal(sealed.check(keys))

    def _time_sheet(self, replay: str, keys: KeyList) -> None:
        """Check that a key of the referee has signed the time sheet, if there is one, and that it is of this match."""
        _, note = divide(replay)
        sheet = self._found.replay.time_sheet if self._found.replay else None
        if sheet is None:
            return
        try:
            keys.open(note, alone=True)
        except BadNote as bad:
            raise EvidenceMismatch(Difference(0, "time sheet", "signed by this referee", str(bad))) from None
        _expect(0, "match of the time sheet", self._found.match, sheet.match)

    def _seal(self, signer: ListedKey) -> None:
        """Check that nothing in the bundle is newer than the key that sealed it."""
        if any([signer.was_retired_before(entry.at) for entry in self._found.audit]):
            who = f"{signer.key.name}+{signer.key.id.hex()}"
            told = f"one by {who}, which was retired on {signer.until}, over later audit entries"
            raise EvidenceMismatch(Difference(0, "seal", "one by the key in use at that time", told))
        self._note_retired([signer])

    def _note_retired(self, signers: Iterable[ListedKey | None]) -> None:
        known = self._found.retired
        known += [
            each for each in dict.fromkeys(signers) if each and each.state == "retired" and each not in known
        ]

    def _taken_apart(self, data: bytes) -> Sealed:
        """Divide a bundle into its sections; if that fails because the record was changed, name the change."""
        try:
            return take_apart(data)
        except BadBundle:
            record = record_in(data)
            if record:
                self._record(record)
            raise

    def _record(self, data: bytes) -> Replay:
        found, verdict = self._found, verify_replay(data, settle=self._settle)
        found.game, found.facts, found.head = verdict.game, verdict.facts, verdict.head
        if verdict.first_difference is not None:
            found.is_about_record = True
            raise EvidenceMismatch(verdict.first_difference)
        found.outcome = verdict.outcome
        found.replay = read_replay(data, settle=self._settle)
        return found.replay

    def _published(self, published: str) -> KeyList:
        """Return the published keys."""
        if not published:
            raise KeysMissing(
                "receipts are signed; give the key file that the referee published: --keys FILE"
            )
        self._found.keys, self._found.keys_from = KeyList.parse(published), "file"
        return self._found.keys

    def _keys(self, sealed: Sealed, published: str) -> KeyList:
        """Return the keys to check with: the published ones or newer ones that follow from them."""
        if not published:
            self._found.keys, self._found.keys_from = sealed.keys, "bundle"
            return sealed.keys
        known = self._published(published)
        if known != sealed.keys:
            self._found.keys = known = newer_keys(known, sealed.bundle.keys)
        return known

    def _receipts(
        self, history: MatchHistory, receipts: Sequence[NamedReceipt], keys: KeyList
    ) -> list[ReadReceipt]:
        read = read_signed(receipts, keys)
        if isinstance(read, Difference):
            raise EvidenceMismatch(read)
        mismatch = first_mismatch(read, self._found.match, history.viewers)
        if mismatch is not None:
            raise EvidenceMismatch(mismatch)
        self._found.receipts = len(receipts)
        if self._found.sealed is None:
            self._note_retired([keys.find(note_keys(receipt.note)[0].id) for receipt in receipts])
        return read

    def _covered_audit(self, read: Sequence[ReadReceipt]) -> None:
        """Check that the audit log has every entry that a receipt covers."""
        heads = public_heads([entry.body for entry in self._found.audit])
        missing = first_missing_audit(read, heads)
        if missing is not None:
            raise EvidenceMismatch(missing)

    def _audit(self, history: MatchHistory, notes: Sequence[str], keys: KeyList) -> None:
        found = self._found
        try:
            entries = read_all(notes, found.match, keys, heads=history.heads)
        except BrokenAudit as broken:
            place = broken.at
            raise EvidenceMismatch(
                Difference(0, f"audit entry {place.seq}", "a valid entry", place.why)
            ) from None
        for entry in entries:
            try:
                check(found.audit_state, entry.body, _snapshot_for(entry, found.audit_state, history))
            except CaseError as error:
                what, expected = f"audit entry {entry.seq}", "a step that is allowed there"
                raise EvidenceMismatch(Difference(entry.entry, what, expected, str(error))) from None
            match entry.body:
                case ReadingTried():
                    _check_trial(entry, entry.body, history)
                case MatchResumed():
                    _check_opened(found.audit_state, entry, entry.body, history)
                case ResultDeclared():
                    _check_last(entry, history)
                case ForkedFrom(entry=shared, head=head) if shared:
                    own = history.heads[shared].hex() if shared < len(history.heads) else "nothing"
                    _expect(shared, f"audit entry {entry.seq}: the entry shared with its parent", head, own)
            found.audit_state = fold(found.audit_state, entry)
            found.audit.append(entry)
        try:
            check_rested(found.audit_state, history.snapshot_at(len(history.entries)).last_answer)
        except CaseError as error:
            last, what = len(history.entries), "a pause that has not ended"
            raise EvidenceMismatch(Difference(last, what, "no answer after it", str(error))) from None

    def _withheld(self, history: MatchHistory, commitments: Commitments) -> None:
        """Check that the audit log names every seat that did not reveal its entropy. A fork need not."""
        audit_state, entries = self._found.audit_state, history.entries
        if not entries or audit_state.parent is not None:
            return
        revealed = entropy_in(entries[0])
        missing = [seat for seat in sorted(commitments.entropy) if not any(revealed[seat : seat + 1])]
        _expect(1, "seats that did not reveal", str(missing), str(list(audit_state.withheld or ())))


def _check_trial(entry: AuditEntry, tried: ReadingTried, history: MatchHistory) -> None:
    """Check that a trial, made again on the record as it was then, gives the reported result."""
    what, expected = f"audit entry {entry.seq}", "a report that agrees with the trial"
    charter, entries = history.terms.charter, history.entries[: entry.entry]
    try:
        trial = try_reading(charter, entries, edition=tried.edition, rulings=tried.rulings)
    except TrialFault as fault:
        raise EvidenceMismatch(Difference(entry.entry, what, expected, str(fault))) from None
    if not says_the_same(tried.report, trial):
        raise EvidenceMismatch(Difference(entry.entry, what, expected, "another report"))


def _check_opened(state: AuditState, entry: AuditEntry, body: MatchResumed, history: MatchHistory) -> None:
    """Check that the answers that were sealed before an adjournment were opened and played."""
    fault = fault_in_opening(state, body, history.entries, entry.entry)
    if fault is not None:
        what = f"audit entry {entry.seq}: the sealed answer of seat {fault[0]}"
        raise EvidenceMismatch(Difference(entry.entry, what, "the answer that was sealed", fault[1]))


def _check_last(entry: AuditEntry, history: MatchHistory) -> None:
    """Check that nothing was decided after an official had declared the result of a match."""
    answers = [later for later in history.entries[entry.entry :] if later.by != "talk"]
    if answers:
        what, expected = f"audit entry {entry.seq}", "no answer after a declared result"
        raise EvidenceMismatch(Difference(answers[0].seq, what, expected, "an answer"))


def _expect(entry: int, what: str, expected: str, found: str) -> None:
    if expected != found:
        raise EvidenceMismatch(Difference(entry, what, expected, found))


def newer_keys(known: KeyList, own: str) -> KeyList:
    """Return the newer of the published list and a bundle's own; raise `EvidenceMismatch` if they are unrelated."""
    if all([_is_kept(listed, known) for listed in KeyList.parse(own).keys]):
        return known
    try:
        return KeyList.parse(own, trusted=known)
    except BadNote as stranger:
        expected = "the list of keys that was published, or one that came before or after it"
        raise EvidenceMismatch(Difference(0, "keys", expected, str(stranger))) from None


def _is_kept(old: ListedKey, known: KeyList) -> bool:
    """Return whether the published list still has a key, in the same state or a later one."""
    new = known.find(old.key.id)
    return new is not None and new.key == old.key and new.may_follow(old)


def _snapshot_for(entry: AuditEntry, audit_state: AuditState, history: MatchHistory) -> MatchSnapshot:
    """Return the match as it was when an audit entry was written."""
    shared = 0 if audit_state.parent is None else audit_state.parent.entry
    # A match that an error in the rules stopped is over too, which its record does not show.
    is_opened = isinstance(entry.body, RecordOpened) and entry.entry == len(history.entries)
    return history.snapshot_at(entry.entry, shared=shared, is_left=bool(audit_state.forks) or is_opened)
