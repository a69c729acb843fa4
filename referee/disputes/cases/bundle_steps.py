"""Add an audit entry to a bundle: check it, sign it, link it to the entries before it, and seal the bundle."""

from __future__ import annotations

import msgspec

from referee.audit.audit_log import AuditLog
from referee.audit.chain import note_hash
from referee.audit.entries import Body, ReplayUnder
from referee.audit.public_head import public_heads
from referee.disputes.cases.remedies import replayed_under
from referee.disputes.evidence.bundles import write_bundle
from referee.disputes.evidence.examination import Evidence
from referee.log.chain import GENESIS
from referee.proof.keys import KeyList, RefereeKeys
from referee.proof.notes import BadNote
from referee.replay.format import Replay
from referee.replay.writing import write_replay


class NothingToWriteOn(ValueError):
    """A file that cannot be added to: a replay, or a bundle that does not verify."""


class OtherKeys(ValueError):
    """A bundle that was sealed by another referee."""


class AnswersShort(ValueError):
    """A match that cannot be replayed to its end with the recorded answers."""


def take_step(evidence: Evidence, body: Body, *, at: int, keys: RefereeKeys) -> str:
    """Return the bundle with one more audit entry, sealed again; raise `CaseError` if the entry is not allowed.

    `at` is the time in milliseconds. The keys must be those of the bundle, or follow from them.
    """
    sealed, history, parent = evidence.sealed, evidence.history, evidence.audit_state.parent
    if sealed is None or history is None or not evidence.ok:
        raise NothingToWriteOn("only a bundle that verifies can be written on; 'referee export' makes one")
    bundle, published = sealed.bundle, keys.published
    if published != bundle.keys:
        try:
            KeyList.parse(published, trusted=sealed.keys)
        except BadNote as stranger:
            raise OtherKeys(_why_other(sealed.keys, keys.keys, str(stranger))) from None
    audit_log = AuditLog(
        bundle.match,
        evidence.audit_state,
        note_hash(bundle.audit[-1]) if bundle.audit else GENESIS,
        public_heads([entry.body for entry in evidence.audit])[-1],
    )
    snapshot = history.snapshot_at(
        len(history.entries), shared=parent.entry if parent else 0, is_left=bool(evidence.audit_state.forks)
    )
    _, record = audit_log.write(body, snapshot, at=at, head=history.heads[-1], key=keys.signer)
    notes = (*bundle.audit, record.note.decode())
    return write_bundle(msgspec.structs.replace(bundle, audit=notes, keys=published), keys.signer)


def _why_other(ours: KeyList, theirs: KeyList, why: str) -> str:
    """Return why a bundle with one list of keys cannot be sealed with another."""
    for key in ours.usable:
        listed = theirs.find(key.id)
        if listed is not None and listed.key == key and listed.state == "revoked":
            told = f"{key.name}+{key.id.hex()}, a key revoked on {listed.until}"
            return (
                f"the bundle is sealed with {told}, and nothing that it signed counts; export the match again"
            )
    return f"the bundle is sealed with other keys ({why}); use the --data-dir of the referee that wrote it"


def replayed(replay: Replay, remedy: ReplayUnder) -> str:
    """Return a match run again under a ruling, as a replay; raise `AnswersShort` if an answer is missing."""
    _, attempt, entries = replayed_under(replay.charter, replay.entries, remedy)
    if attempt.stopped_by is not None and replay.outcome is not None:
        stop = attempt.left_open[0]
        raise AnswersShort(
            f"the recorded answers do not lead to an end: the match stops after fact {stop.after}, where "
            f"seat {stop.seat} is asked {stop.question.ask.name}; see 'referee dispute try'"
        )
    return write_replay(entries, names=replay.names, clients=replay.clients)
