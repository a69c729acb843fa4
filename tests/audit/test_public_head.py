"""The public head: it covers what everyone may know of an audit log, and nothing else."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from referee.audit.entries import (
    AnswerSealed,
    Award,
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
    ReplayUnder,
    ResultDeclared,
    Rewind,
    SeatForfeited,
    Stands,
    StoppedClock,
    Superseded,
    TimeExtended,
    TokenRevoked,
    TokenRotated,
    UndoAnswered,
    UndoProposed,
)
from referee.audit.public_head import next_head, public_heads, public_part
from referee.proof.checkpoints import NO_AUDIT

RULED = CaseRuled(1, "overturned", "So.", ("deal",), Rewind(12), precedent=True, cites=4, by="judge/1")
BODIES: list[tuple[Body, set[str]]] = [
    (Looked("judge/1", "explanation of fact 3"), {"what"}),
    (RecordOpened("seat/1"), {"to"}),
    (CaseOpened(1, "seat/1", 17, "deal", "No.", freeze=True), {"fact"}),
    (CaseWithdrawn(1, "seat/1"), {"by"}),
    (FreezeEnded(1), set()),
    (ReadingTried(1, "fr", {}, msgspec.Raw(b"{}")), {"case", "edition", "rulings", "report"}),
    (RULED, {"cites"}),
    (PanelSet(2, ("head_judge/1", "head_judge/2"), "organiser"), {"by"}),
    (
        OpinionGiven(1, "overturned", "So.", ("deal",), Rewind(12), True, 4, "head_judge/1"),
        {"finding", "reason", "rules", "remedy", "precedent", "cites"},
    ),
    (OpinionWithdrawn(1, "head_judge/1"), set()),
    (CaseAppealed(1, "seat/1", "No.", cites=5), {"by", "reason", "cites"}),
    (ResultDeclared("head_judge/1", "So.", (0,), True, ("no_show", "walkover")), set()),
    (UndoProposed(1, 31), {"entry"}),
    (UndoAnswered(1, consents=True), {"seat"}),
    (ForkedFrom("m-0", 31, "ab" * 32, "undo"), {"entry", "head", "why"}),
    (Superseded("m-2", 31, "case 1"), {"entry", "why"}),
    (EntropyWithheld((0, 2)), set()),
    (OfficialAppointed(1, "judge", "Grace", "k7f3q2", "organiser"), {"key", "by"}),
    (TokenRotated("judge/1", "judge/1"), {"who", "by"}),
    (TokenRevoked("judge/1", "organiser", "left"), {"by", "reason"}),
    (MatchCancelled("organiser", "rain"), {"by"}),
    (PauseProposed(1, "pause", "Lunch."), set()),
    (PauseAnswered(1, consents=True), set()),
    (AnswerSealed(1, 3, "ab" * 32), {"seat", "question", "commitment"}),
    (MatchPaused("judge/1", "Fire alarm.", (StoppedClock(0, 1500),), adjourned=True), {"clocks"}),
    (MatchResumed("judge/1", "Over."), {"opened"}),
    (TimeExtended("judge/1", 2, 60, "Late."), set()),
    (SeatForfeited(1, "time"), set()),
]
"""An audit entry of each kind, with the fields that not everyone may know."""

OTHER: dict[type, Any] = {
    int: 99,
    str: "other",
    bool: False,
    tuple: (1,),
    dict: {"deal.order": "left"},
    msgspec.Raw: msgspec.Raw(b'{"a":1}'),
    Rewind: Stands(),
}
"""Another value, by the type of the first."""


def test_every_kind_is_decided() -> None:
    assert [type(body) for body, _ in BODIES] == list(get_args(Body))


@pytest.mark.parametrize(("body", "hidden"), BODIES, ids=lambda each: type(each).__name__)
def test_exactly_the_public_fields_count(body: Body, hidden: set[str]) -> None:
    for field in body.__struct_fields__:
        other = OTHER[type(getattr(body, field))]
        changed = msgspec.structs.replace(body, **{field: other})
        assert changed != body
        is_same = next_head(NO_AUDIT, changed) == next_head(NO_AUDIT, body)
        assert is_same == (field in hidden), field


def test_the_number_of_a_fact_in_a_remedy_does_not_count() -> None:
    """The numbers of facts reveal how much is hidden."""
    assert public_part(RULED) == public_part(msgspec.structs.replace(RULED, remedy=Rewind(13)))
    remedies = [
        Rewind(12),
        Stands(),
        Award((1,)),
        Award((0, 1)),
        ReplayUnder("fr", {}),
        ReplayUnder("de", {}),
    ]
    parts = [public_part(msgspec.structs.replace(RULED, remedy=remedy)) for remedy in remedies]
    assert len({str(part) for part in parts}) == len(remedies)


def test_a_look_shows_the_role_that_everyone_sees_in_the_standing() -> None:
    assert public_part(Looked("head_judge/3", "view")) == public_part(Looked("head_judge/1", "replay"))
    assert public_part(Looked("head_judge/3", "view")) != public_part(Looked("judge/3", "view"))


def test_what_nobody_is_told_of_is_not_counted() -> None:
    bodies = [body for body, _ in BODIES]
    heads = public_heads(bodies)
    assert [head.size for head in heads] == list(range(len(bodies) - 3))
    untold = RecordOpened | ReadingTried | TokenRotated | AnswerSealed
    told = [body for body in bodies if not isinstance(body, untold)]
    assert public_heads(told) == heads


def test_the_order_counts() -> None:
    one, two = FreezeEnded(1), FreezeEnded(2)
    assert public_heads([one, two])[-1] != public_heads([two, one])[-1]
    assert public_heads([]) == [NO_AUDIT]
