"""The cases of a match on a server in full, from its bundle: facts, trials, appeals, times and signers."""

from __future__ import annotations

from referee.audit.audit_state import fold_all
from referee.audit.chain import BrokenAudit, read_all
from referee.disputes.evidence.bundles import BadBundle, read_bundle
from referee.inspector.case_desk import DeskState, StepRefused
from referee.inspector.case_words import CasesReport
from referee.inspector.opened_match import MatchRecord, OpenedMatch
from referee.kernel.facts import OPEN_TABLE
from referee.proof.keys import KeyList
from referee.replay.format import BadReplay
from referee.replay.reading import read_replay

_SIGNED = DeskState(is_writable=False, why_not="The server signs the steps that are taken at the desk.")


def case_files(exported: bytes) -> CasesReport:
    """Return the cases of a bundle, as an official may see them. Raise `StepRefused` if it cannot be read."""
    try:
        bundle = read_bundle(exported)
        keys = KeyList.parse(bundle.keys)
        audit = read_all(bundle.audit, bundle.match, keys)
        signers = [keys.open(note).key for note in bundle.audit]
        replay = read_replay(bundle.replay.encode())
    except (BadBundle, BadReplay, BrokenAudit, KeyError, ValueError) as broken:
        raise StepRefused(f"The bundle of the server cannot be read: {broken}.") from broken
    names = tuple([f"{key.name}+{key.id.hex()}" for key in signers])
    record = MatchRecord(replay, bundle, fold_all(audit), tuple(audit), names)
    return OpenedMatch(record).cases(OPEN_TABLE, _SIGNED)
