"""Sealed answers: a seat that is asked may seal its answer before an adjournment.

The audit log has the commitment from the moment the answer is sealed. It is opened when the match is resumed: then the
entry has the salt, and the next answer of the seat must be the one that was committed to. Nobody is told before that
anything was sealed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256

import msgspec

from referee.audit.audit_state import AuditState
from referee.audit.entries import AnswerSealed, MatchResumed
from referee.audit.problems import CaseError, CaseProblem
from referee.kernel.facts import Seat
from referee.match.entries import Entry

_PREFIX = b"referee sealed answer 1\n"
_HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)


def seal_commitment(salt: str, question: int, chosen: Sequence[object]) -> str:
    """Return the hash that binds a seat to the choices of its answer, in hexadecimal."""
    answer = msgspec.json.encode(tuple(chosen), order="deterministic")
    return sha256(_PREFIX + f"{salt}\n{question}\n".encode() + answer).hexdigest()


def check_sealed(body: AnswerSealed) -> None:
    """Raise a CaseError for a question or a commitment that cannot be one."""
    if body.question < 1 or _HEX.fullmatch(body.commitment) is None:
        raise CaseError(
            CaseProblem.BAD_SEAL, "A sealed answer names its question, and a SHA-256 in hexadecimal"
        )


def check_opened(state: AuditState, body: MatchResumed) -> None:
    """Raise a CaseError if answers are opened that were not sealed, or there was no adjournment."""
    pause = state.pause
    seats = [opened.seat for opened in body.opened]
    sealed = state.sealed if pause is not None and pause.is_adjourned else {}
    is_known = all(
        [each.seat in sealed and sealed[each.seat].question == each.question for each in body.opened]
    )
    if (
        not is_known
        or seats != sorted(set(seats))
        or not all([_HEX.fullmatch(each.salt) for each in body.opened])
    ):
        raise CaseError(
            CaseProblem.BAD_SEAL, "Only answers that were sealed before an adjournment are opened, each once"
        )


def fault_in_opening(
    state: AuditState, body: MatchResumed, entries: Sequence[Entry], at: int
) -> tuple[Seat, str] | None:
    """Return the seat whose sealed answer was not opened, or not played, as it was sealed; None if all were.

    `entries` are those of the match, and `at` is the number of the last one before it was resumed.
    """
    if state.pause is None or not state.pause.is_adjourned:
        return None
    opened = {each.seat: each.salt for each in body.opened}
    for seat, sealed in state.sealed.items():
        answers = [entry for entry in entries if (entry.seat, entry.question) == (seat, sealed.question)]
        if any([entry.seq <= at for entry in answers]):
            if seat in opened:
                return seat, "an answer to a question that had been answered before"
            continue
        if seat not in opened:
            return seat, "none, although its answer was sealed"
        for entry in answers:
            if seal_commitment(opened[seat], sealed.question, entry.answer) != sealed.commitment:
                return seat, "another answer than the one that was sealed"
    return None
