"""The part of an audit log that everyone may know, as receipts cover it.

Entries are chained, but a key holder could drop the newest ones, and what is left would still verify. So every receipt
has the number and the last hash of the public audit entries. A bundle whose audit log lacks one of them contradicts the
receipt.

A receipt is sent to seats while the match is played, so it covers only what `Match` and `Standing` tell everyone: no
number of a fact or an entry, no hash of an entry, not what an official looked at, no trials and no tokens. Two matches
that differ only in hidden information have the same public head.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import msgspec

from referee.audit.entries import (
    AnswerSealed,
    Body,
    CaseAppealed,
    CaseOpened,
    CaseRuled,
    CaseWithdrawn,
    EntropyWithheld,
    ForkedFrom,
    FreezeEnded,
    Looked,
    MatchCancelled,
    MatchPaused,
    MatchResumed,
    OfficialAppointed,
    OpinionGiven,
    OpinionWithdrawn,
    PanelSet,
    PauseAnswered,
    PauseProposed,
    ReadingTried,
    RecordOpened,
    Remedy,
    ResultDeclared,
    Rewind,
    SeatForfeited,
    Superseded,
    TimeExtended,
    TokenRevoked,
    TokenRotated,
    UndoAnswered,
    UndoProposed,
)
from referee.proof.checkpoints import NO_AUDIT, AuditHead

_PREFIX = b"referee public audit 1\n"


def public_part(body: Body) -> dict[str, Any] | None:
    """Return what everyone may know of an audit entry, or None if nobody is told that there is one.

    >>> public_part(Looked("judge/1", "feed from frame 3"))
    {'kind': 'audit.looked', 'role': 'judge'}
    """
    fields = _public_fields(body)
    return None if fields is None else {"kind": body.__struct_config__.tag, **fields}


def _public_fields(body: Body) -> dict[str, Any] | None:
    match body:
        case Looked(who=who):
            return {"role": who.partition("/")[0]}
        case CaseOpened():
            return {
                "case": body.case,
                "by": body.by,
                "rule": body.rule,
                "claim": body.claim,
                "freeze": body.freeze,
            }
        case CaseWithdrawn() | FreezeEnded() | CaseAppealed():
            return {"case": body.case}
        case CaseRuled():
            return {
                "case": body.case,
                "finding": body.finding,
                "reason": body.reason,
                "rules": body.rules,
                "remedy": _public_remedy(body.remedy),
                "precedent": body.precedent,
                "by": body.by,
                **({"panel": body.panel} if body.panel else {}),
            }
        case PanelSet():
            return {"needed": body.needed, "members": body.members}
        case OpinionGiven() | OpinionWithdrawn():
            return {"case": body.case, "by": body.by}
        case ResultDeclared():
            return {
                "by": body.by,
                "reason": body.reason,
                "winners": body.winners,
                "is_void": body.is_void,
                "kinds": body.kinds,
            }
        case UndoProposed(seat=seat):
            return {"seat": seat}
        case UndoAnswered(consents=consents):
            return {"consents": consents}
        case ForkedFrom(match=match):
            return {"match": match}
        case Superseded(by=by):
            return {"by": by}
        case EntropyWithheld(seats=seats):
            return {"seats": seats}
        case OfficialAppointed():
            return {"official": body.official, "role": body.role, "name": body.name}
        case TokenRevoked(who=who):
            return {"who": who}
        case MatchCancelled(reason=reason):
            return {"reason": reason}
        case PauseProposed():
            return {"seat": body.seat, "step": body.step, "reason": body.reason}
        case PauseAnswered():
            return {"seat": body.seat, "consents": body.consents}
        case MatchPaused(adjourned=adjourned):
            how = {"adjourned": True} if adjourned else {}
            return {"by": body.by, "reason": body.reason, **how}
        case MatchResumed():
            return {"by": body.by, "reason": body.reason}
        case SeatForfeited(seat=seat, why=why):
            return {"seat": seat, "why": why}
        case TimeExtended():
            return {"by": body.by, "seat": body.seat, "seconds": body.seconds, "reason": body.reason}
        case RecordOpened() | ReadingTried() | TokenRotated() | AnswerSealed():
            return None


def _public_remedy(remedy: Remedy) -> Any:
    """Return a remedy without the number of a fact, which reveals how much is hidden."""
    return {"kind": "rewind"} if isinstance(remedy, Rewind) else msgspec.to_builtins(remedy)


def next_head(head: AuditHead, body: Body) -> AuditHead:
    """Return the public head after one more audit entry."""
    part = public_part(body)
    if part is None:
        return head
    data = msgspec.json.encode(part, order="deterministic")
    return AuditHead(head.size + 1, sha256(_PREFIX + head.hash + data).digest())


def public_heads(bodies: Iterable[Body]) -> list[AuditHead]:
    """Return the public head before the first of these audit entries, and after each that changes it."""
    heads = [NO_AUDIT]
    for body in bodies:
        head = next_head(heads[-1], body)
        if head != heads[-1]:
            heads.append(head)
    return heads
