"""Evidence: everything about a match that can be proved offline, and the first thing that does not fit.

From a replay or a bundle, any number of receipts, and the list of keys that the official published:

1. the record: its chain, every draw from the opened seed, every fact, by running the match again;
2. the commitments: the seed is the one that was promised before anybody sat down;
3. the keys: they are the official's, or one list follows from the other;
4. the receipts: each is of this match and of a feed that the record gives to that viewer, frame by frame. So no entry
   was edited, none was cut off after it was acknowledged, and no viewer was told two stories;
5. the audit log: every entry is signed, linked, and a step that could be taken; every trial comes out as reported;
6. the seal.

They are checked in this order, so that a changed fact is named as such and not as a broken seal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from referee.audit.chain import BrokenAudit, read_all
from referee.audit.checks import CaseError, Table, check
from referee.audit.docket import Docket, fold
from referee.audit.entries import AuditEntry, ForkedFrom, Opened, ReadingTried
from referee.disputes.evidence.bundles import BadBundle, Commitments, Sealed, is_bundle, record_in, take_apart
from referee.disputes.evidence.history import Rerun
from referee.disputes.evidence.receipt_checks import Receipt, first_misfit
from referee.disputes.explain.trial_reports import says_the_same
from referee.disputes.explain.trials import TrialFault, try_reading
from referee.kernel.table import Ended
from referee.match.charters import Settle, settle
from referee.match.differences import Difference
from referee.match.entries import entropy_in
from referee.match.entropy import first_broken
from referee.proof.keys import KeyList, Listed, State
from referee.proof.notes import BadNote
from referee.replay.files import Replay, read_replay, verify_replay

KeysFrom = Literal["file", "bundle", ""]
"""Where the keys came from: a list that the official published, the bundle itself, or nowhere."""


_LATER: dict[State, tuple[State, ...]] = {
    "active": ("active", "retired", "revoked"),
    "retired": ("retired", "revoked"),
    "revoked": ("revoked",),
}
"""What may have become of a key since."""


class KeysMissing(ValueError):
    """Something is signed, and there are no keys to check it by."""


class Misfit(Exception):
    """Something does not fit."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


class Evidence:
    """What could be proved of a match. Where something does not fit, what comes after it is left unproved."""

    def __init__(self) -> None:
        self.first_difference: Difference | None = None
        self.match = ""
        """Its id, as the bundle or the receipts name it; a replay by itself does not."""
        self.game = ""
        self.facts = 0
        """How many facts were compared and found to fit."""
        self.head = ""
        self.outcome: Ended | None = None
        self.is_promised = False
        """Whether the seed is the one of a commitment that was given; a bundle's own is only as good as its seal."""
        self.keys: KeyList | None = None
        self.keys_from: KeysFrom = ""
        self.receipts = 0
        """How many receipts were found to fit."""
        self.sealed: Sealed | None = None
        self.replay: Replay | None = None
        self.rerun: Rerun | None = None
        self.audit: list[AuditEntry] = []
        self.docket = Docket()

        self.is_about_record = False
        """Whether what does not fit, if anything, is in the record itself."""

    @property
    def ok(self) -> bool:
        """Whether everything fits."""
        return self.first_difference is None


def examine(
    data: bytes,
    *,
    receipts: Sequence[Receipt] = (),
    published: str = "",
    match: str = "",
    commitment: bytes = b"",
    settle: Settle = settle,
) -> Evidence:
    """Prove a replay or a bundle. `published` is the official's list of keys, `commitment` the hash told at the start.

    Raises KeysMissing for receipts without keys, and BadNote for a published list that is none.
    """
    found = Evidence()
    try:
        _Examiner(found, settle).examine(data, receipts, published, match, commitment)
    except Misfit as misfit:
        found.first_difference = misfit.difference
    except BadBundle as bad:
        found.first_difference = bad.difference
    return found


class _Examiner:
    """Takes one check after the other; what fits is put down in the evidence."""

    def __init__(self, found: Evidence, settle: Settle) -> None:
        self._found = found
        self._settle = settle

    def examine(
        self, data: bytes, receipts: Sequence[Receipt], published: str, match: str, commitment: bytes
    ) -> None:
        """Check everything."""
        found, sealed = self._found, self._taken_apart(data) if is_bundle(data) else None
        found.sealed, found.match = sealed, sealed.match if sealed else match
        _expect(0, "match", match or found.match, found.match)
        replay = self._record(sealed.replay if sealed else data)
        if not (sealed or receipts or commitment):
            return
        rerun = found.rerun = Rerun(self._settle(replay.charter), replay.entries)
        if commitment:
            _expect(0, "commitment", commitment.hex(), rerun.heads[0].hex())
            found.is_promised = True
        if sealed is None:
            if receipts:
                self._receipts(rerun, receipts, self._published(published))
            return
        bundle = sealed.bundle
        _expect(0, "commitment", bundle.commitments.seed.hex(), rerun.heads[0].hex())
        broken = first_broken(
            bundle.commitments.entropy, entropy_in(rerun.entries[0]) if rerun.entries else ()
        )
        if broken is not None:
            raise Misfit(broken)
        keys = self._keys(sealed, published)
        kept = [Receipt(f"receipt {n} of the bundle", note) for n, note in enumerate(bundle.receipts, 1)]
        self._receipts(rerun, [*kept, *receipts], keys)
        self._audit(rerun, bundle.audit, keys)
        self._withheld(rerun, bundle.commitments)
        for number, refusal in enumerate(bundle.refusals, 1):
            if not 0 <= refusal.seat < replay.charter.seats:
                raise Misfit(
                    Difference(0, f"refused intent {number}", "a seat of this match", str(refusal.seat))
                )
        sealed.check(keys)

    def _taken_apart(self, data: bytes) -> Sealed:
        """Cut a bundle into its sections; where that fails because the record was changed, say what was."""
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
            raise Misfit(verdict.first_difference)
        found.outcome = verdict.outcome
        found.replay = read_replay(data, settle=self._settle)
        return found.replay

    def _published(self, published: str) -> KeyList:
        """The keys that the official published."""
        if not published:
            raise KeysMissing(
                "receipts are signed; name the key file that the official published: --keys FILE"
            )
        self._found.keys, self._found.keys_from = KeyList.parse(published), "file"
        return self._found.keys

    def _keys(self, sealed: Sealed, published: str) -> KeyList:
        """The keys that count: those of the official, or those that follow from them."""
        if not published:
            self._found.keys, self._found.keys_from = sealed.keys, "bundle"
            return sealed.keys
        known = self._published(published)
        if known != sealed.keys:
            self._found.keys = known = newer_keys(known, sealed.bundle.keys)
        return known

    def _receipts(self, rerun: Rerun, receipts: Sequence[Receipt], keys: KeyList) -> None:
        misfit = first_misfit(receipts, self._found.match, keys, rerun.feeds)
        if misfit is not None:
            raise Misfit(misfit)
        self._found.receipts = len(receipts)

    def _audit(self, rerun: Rerun, notes: Sequence[str], keys: KeyList) -> None:
        found = self._found
        try:
            entries = read_all(notes, found.match, keys, heads=rerun.heads)
        except BrokenAudit as broken:
            place = broken.at
            raise Misfit(Difference(0, f"audit entry {place.seq}", "one that holds", place.why)) from None
        for entry in entries:
            try:
                check(found.docket, entry.body, _table_for(entry, found.docket, rerun))
            except CaseError as error:
                what, expected = f"audit entry {entry.seq}", "a step that could be taken"
                raise Misfit(Difference(entry.entry, what, expected, str(error))) from None
            match entry.body:
                case ReadingTried():
                    _check_trial(entry, entry.body, rerun)
                case ForkedFrom(entry=shared, head=head) if shared:
                    own = rerun.heads[shared].hex() if shared < len(rerun.heads) else "nothing"
                    _expect(shared, f"audit entry {entry.seq}: the entry shared with its parent", head, own)
            found.docket = fold(found.docket, entry)
            found.audit.append(entry)

    def _withheld(self, rerun: Rerun, commitments: Commitments) -> None:
        """See that of every seat which did not reveal what it committed to, this was written down; a fork need not."""
        docket, entries = self._found.docket, rerun.entries
        if not entries or docket.parent is not None:
            return
        revealed = entropy_in(entries[0])
        missing = [seat for seat in sorted(commitments.entropy) if not any(revealed[seat : seat + 1])]
        _expect(1, "seats that did not reveal", str(missing), str(list(docket.withheld or ())))


def _check_trial(entry: AuditEntry, tried: ReadingTried, rerun: Rerun) -> None:
    """See that a trial, made again on the record as it stood then, comes out as it was reported."""
    what, expected = f"audit entry {entry.seq}", "a report that the trial bears out"
    charter, entries = rerun.terms.charter, rerun.entries[: entry.entry]
    try:
        trial = try_reading(charter, entries, edition=tried.edition, rulings=tried.rulings)
    except TrialFault as fault:
        raise Misfit(Difference(entry.entry, what, expected, str(fault))) from None
    if not says_the_same(tried.report, trial):
        raise Misfit(Difference(entry.entry, what, expected, "another report"))


def _expect(entry: int, what: str, expected: str, found: str) -> None:
    if expected != found:
        raise Misfit(Difference(entry, what, expected, found))


def newer_keys(known: KeyList, own: str) -> KeyList:
    """Of the official's list and a bundle's own, the newer one; the older one must have come before it, or Misfit."""
    if all([_is_kept(listed, known) for listed in KeyList.parse(own).keys]):
        return known
    try:
        return KeyList.parse(own, trusted=known)
    except BadNote as stranger:
        expected = "the list of keys that was published, or one that came before or after it"
        raise Misfit(Difference(0, "keys", expected, str(stranger))) from None


def _is_kept(old: Listed, known: KeyList) -> bool:
    """Whether the official's list still has a key: the same, and worth what it was or less."""
    new = known.find(old.key.id)
    return new is not None and (new.key, new.since) == (old.key, old.since) and new.state in _LATER[old.state]


def _table_for(entry: AuditEntry, docket: Docket, rerun: Rerun) -> Table:
    """The match as it stood when an audit entry was written."""
    shared = 0 if docket.parent is None else docket.parent.entry
    # A match that a fault of ours stopped is over as well, and of that its record has nothing but its end.
    is_opened = isinstance(entry.body, Opened) and entry.entry == len(rerun.entries)
    return rerun.table_at(entry.entry, shared=shared, is_left=bool(docket.forks) or is_opened)
