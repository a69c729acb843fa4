"""Officials, tokens and cancelled matches: who may do what, and that an appeal is decided by someone else."""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec
import pytest

from referee.audit.checks import MatchSnapshot
from referee.audit.entries import (
    Body,
    CaseRuled,
    Looked,
    MatchCancelled,
    OfficialAppointed,
    OfficialRole,
    TokenRevoked,
    TokenRotated,
)
from referee.audit.problems import CaseError, CaseProblem
from tests.audit.scenes import SNAPSHOT, Log, appealed, opened, ruled, snapshot


def appointed(
    official: int = 1, role: OfficialRole = "judge", name: str = "Grace", key: str = "", by: str = "organiser"
) -> OfficialAppointed:
    return OfficialAppointed(official, role, name, key, by)


def ruled_by(by: str, cites: int = 0) -> CaseRuled:
    return msgspec.structs.replace(ruled(cites=cites), by=by)


BENCH = (
    appointed(1, "judge", "Grace", "k22222"),
    appointed(2, "head_judge", "Ada"),
    appointed(3, "head_judge", "Joan", "k33333"),
    appointed(4, "judge", "Karen"),
)
EMPTY = Log()
STAFFED = Log(*BENCH)
DISMISSED = Log(*BENCH, TokenRevoked("judge/1", "organiser", "ill"))
FULL = Log(*[appointed(number) for number in range(1, 17)])
BUSY = Log(*[TokenRotated("seat/1", "seat/1")] * 256)
CLAIMED = Log(*BENCH, opened())
APPEALED = Log(*BENCH, opened(), ruled_by("judge/1"), appealed(cites=6))
APPEALED_HEAD = Log(*BENCH, opened(), ruled_by("head_judge/2"), appealed(cites=6))
SAME_KEY = Log(*BENCH, opened(), ruled_by("judge/1"), appealed(cites=6))
SAME_KEY.write(TokenRevoked("judge/1", "organiser", "promoted"))
SAME_KEY.write(appointed(5, "head_judge", "Grace", "k22222"))
BY_ARBITER = Log(*BENCH, opened(), ruled(), appealed(cites=6))
NEW = snapshot(entry=0, facts=0)
OVER = snapshot(entry=0, facts=0, is_over=True)
CANCELLED = Log()
CANCELLED.write(MatchCancelled("server", "nobody came"), NEW)
WORDS = "is printable text of 1 to 200 characters"


class Row(NamedTuple):
    """A step, the log it is taken on, and why it is refused; nothing if it is not."""

    log: Log
    body: Body
    says: str = ""
    snapshot: MatchSnapshot = SNAPSHOT


REFUSED = [
    Row(EMPTY, appointed(by="judge/1"), "Only the organiser or the operator appoints officials"),
    Row(EMPTY, appointed(by="seat/1"), "Only the organiser or the operator appoints officials"),
    Row(EMPTY, appointed(2), "The next official of this match is number 1"),
    Row(STAFFED, appointed(4), "The next official of this match is number 5"),
    Row(FULL, appointed(17), "A match has at most 16 officials"),
    Row(STAFFED, appointed(5, key="k22222"), "is an official of this match already"),
    Row(EMPTY, appointed(key="K 1"), "An API key has an id of up to 16 letters and digits"),
    Row(EMPTY, appointed(name=""), WORDS),
    Row(EMPTY, appointed(name="\x1b[2J"), WORDS),
    Row(EMPTY, appointed(name="x" * 201), WORDS),
    Row(EMPTY, TokenRotated("judge/1", "judge/1"), "There is no such token"),
    Row(EMPTY, TokenRotated("seat/3", "seat/3"), "There is no such token"),
    Row(STAFFED, TokenRotated("head_judge/1", "head_judge/1"), "There is no such token"),
    Row(DISMISSED, TokenRotated("judge/1", "judge/1"), "There is no such token"),
    Row(STAFFED, TokenRotated("seat/1", "organiser"), "only by its bearer"),
    Row(BUSY, TokenRotated("seat/1", "seat/1"), "replaced too often"),
    Row(EMPTY, TokenRevoked("judge/1", "organiser", "ill"), "There is no such official"),
    Row(DISMISSED, TokenRevoked("judge/1", "organiser", "ill"), "There is no such official"),
    Row(STAFFED, TokenRevoked("seat/1", "organiser", "ill"), "There is no such official"),
    Row(STAFFED, TokenRevoked("judge/1", "judge/4", "ill"), "Only the organiser or the operator dismisses"),
    Row(STAFFED, TokenRevoked("judge/1", "organiser", " "), WORDS),
    Row(EMPTY, MatchCancelled("organiser", "rain"), "The match has begun"),
    Row(EMPTY, MatchCancelled("seat/1", "rain"), "Only the organiser or the operator cancels", NEW),
    Row(EMPTY, MatchCancelled("organiser", "rain"), "The match is over already", OVER),
    Row(CANCELLED, MatchCancelled("organiser", "rain"), "The match is over already", NEW),
    Row(EMPTY, MatchCancelled("organiser", "a\nb"), WORDS, NEW),
    Row(DISMISSED, Looked("judge/1", "view"), "There is no such official"),
    Row(CLAIMED, ruled_by("judge/9"), "There is no such official"),
    Row(CLAIMED, ruled_by("judge/2"), "There is no such official"),
    Row(APPEALED, ruled_by("judge/1", 6), "A head judge rules on an appeal"),
    Row(APPEALED, ruled_by("judge/4", 6), "A head judge rules on an appeal"),
    Row(APPEALED, ruled(cites=6), "A head judge rules on an appeal"),
    Row(APPEALED_HEAD, ruled_by("head_judge/2", 6), "not decided by whoever made the first ruling"),
    Row(SAME_KEY, ruled_by("head_judge/5", 6), "not decided by whoever made the first ruling"),
]

TAKEN = [
    Row(EMPTY, appointed()),
    Row(EMPTY, appointed(by="operator"), snapshot=OVER),
    Row(DISMISSED, appointed(5, key="k22222")),
    *[Row(STAFFED, TokenRotated(who, who)) for who in ("seat/2", "judge/1", "organiser", "arbiter")],
    *[Row(STAFFED, TokenRevoked("judge/1", by, "ill")) for by in ("organiser", "operator", "judge/1")],
    *[
        Row(EMPTY, MatchCancelled(by, "rain"), snapshot=NEW)
        for by in ("organiser", "arbiter", "operator", "server")
    ],
    Row(STAFFED, Looked("judge/1", "view")),
    Row(EMPTY, Looked("organiser", "replay")),
    Row(STAFFED, opened(by="judge/1")),
    Row(CLAIMED, ruled_by("judge/1")),
    Row(CLAIMED, ruled_by("head_judge/2")),
    Row(APPEALED, ruled_by("head_judge/2", 6)),
    Row(APPEALED_HEAD, ruled_by("head_judge/3", 6)),
    Row(BY_ARBITER, ruled(cites=6)),
    Row(BY_ARBITER, ruled_by("judge/1", 6)),
]


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: row.says)
def test_a_wrong_step_is_refused_and_nothing_is_written(row: Row) -> None:
    before = row.log.audit_state
    with pytest.raises(CaseError, match=re.escape(row.says)) as refused:
        row.log.write(row.body, row.snapshot)
    assert refused.value.problem is (
        CaseProblem.BAD_TEXT if row.says is WORDS else CaseProblem.WRONG_OFFICIAL
    )
    assert row.log.audit_state is before


@pytest.mark.parametrize("row", TAKEN, ids=lambda row: type(row.body).__name__)
def test_a_right_step_is_taken(row: Row) -> None:
    """Control: the steps above are refused for their fault and for nothing else."""
    log = Log()
    log.audit_log = row.log.audit_log
    log.write(row.body, row.snapshot)


def test_the_state_lists_officials_and_who_ruled() -> None:
    officials = DISMISSED.audit_state.officials
    assert [(each.party, each.name, each.key, each.is_revoked) for each in officials.values()] == [
        ("judge/1", "Grace", "k22222", True),
        ("head_judge/2", "Ada", "", False),
        ("head_judge/3", "Joan", "k33333", False),
        ("judge/4", "Karen", "", False),
    ]
    (ruling,) = APPEALED.audit_state.cases[1].rulings
    assert ruling.by == "judge/1"
    assert CANCELLED.audit_state.cancelled == "nobody came"
