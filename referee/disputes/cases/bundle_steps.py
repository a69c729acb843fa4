"""Steps of a dispute on a bundle: each is checked, signed, linked to those before it, and the bundle sealed anew."""

from __future__ import annotations

import msgspec

from referee.audit.chain import hash_of
from referee.audit.entries import Body, ReplayUnder
from referee.audit.ledger import Ledger
from referee.disputes.cases.remedies import replayed_under
from referee.disputes.evidence.bundles import write_bundle
from referee.disputes.evidence.examination import Evidence
from referee.log.chain import GENESIS
from referee.proof.keys import KeyList, Keys
from referee.proof.notes import BadNote
from referee.replay.files import Replay, write_replay


class NothingToWriteOn(ValueError):
    """A file beside which nothing can be written: a replay by itself, or a bundle that does not fit."""


class OtherKeys(ValueError):
    """A bundle that another referee stands by."""


class AnswersShort(ValueError):
    """A match that cannot be replayed to its end with the answers on record."""


def take_step(evidence: Evidence, body: Body, *, at: int, keys: Keys) -> str:
    """The bundle with one more audit entry, sealed anew; raises a CaseError for a step that cannot be taken.

    `at` is the time. The keys must be those of the bundle, or follow from them.
    """
    sealed, rerun, parent = evidence.sealed, evidence.rerun, evidence.docket.parent
    if sealed is None or rerun is None or not evidence.ok:
        raise NothingToWriteOn("only a bundle that verifies can be written on; 'referee export' makes one")
    bundle, published = sealed.bundle, keys.published
    if published != bundle.keys:
        try:
            KeyList.parse(published, trusted=sealed.keys)
        except BadNote as stranger:
            raise OtherKeys(_why_other(sealed.keys, keys.keys, str(stranger))) from None
    ledger = Ledger(bundle.match, evidence.docket, hash_of(bundle.audit[-1]) if bundle.audit else GENESIS)
    table = rerun.table_at(
        len(rerun.entries), shared=parent.entry if parent else 0, is_left=bool(evidence.docket.forks)
    )
    _, record = ledger.write(body, table, at=at, head=rerun.heads[-1], key=keys.signer)
    notes = (*bundle.audit, record.note.decode())
    return write_bundle(msgspec.structs.replace(bundle, audit=notes, keys=published), keys.signer)


def _why_other(ours: KeyList, theirs: KeyList, why: str) -> str:
    """Say why a bundle with certain keys cannot be sealed with others."""
    for key in ours.usable:
        listed = theirs.find(key.id)
        if listed is not None and listed.key == key and listed.state == "revoked":
            told = f"{key.name}+{key.id.hex()}, a key revoked on {listed.until}"
            return (
                f"the bundle is sealed with {told}, and nothing that it signed counts; export the match anew"
            )
    return f"the bundle is sealed with other keys ({why}); use the --data-dir of the referee that wrote it"


def replayed(replay: Replay, remedy: ReplayUnder) -> str:
    """A match played again under a ruling, as a replay; raises AnswersShort where the record has no answer."""
    _, attempt, entries = replayed_under(replay.charter, replay.entries, remedy)
    if attempt.stopped_by is not None and replay.outcome is not None:
        stop = attempt.left_open[0]
        raise AnswersShort(
            f"the answers on record do not carry the match to an end: it stops after fact {stop.after}, where "
            f"seat {stop.seat} is asked {stop.question.ask.name}; 'referee dispute try' tells more"
        )
    return write_replay(entries, names=replay.names)
