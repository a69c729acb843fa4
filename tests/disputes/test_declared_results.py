"""Declared results in evidence: shown to people with what they replaced, and checked offline against the record."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.audit.entries import Body, OfficialAppointed, ResultDeclared
from referee.disputes.evidence.bundles import take_apart
from tests.cli.running import inside
from tests.disputes.recordings import RandomRecording, difference, found_in, resealed, stepped
from tests.disputes.test_evidence import signed

OFFICIALS: tuple[Body, ...] = (
    OfficialAppointed(1, "judge", "Grace", "", "organiser"),
    OfficialAppointed(2, "scorekeeper", "Sue", "", "organiser"),
    OfficialAppointed(3, "head_judge", "Ada", "", "organiser"),
)
LEFT = ResultDeclared("scorekeeper/2", "Had to leave.", (1,), False, ("resignation", "walkover", "played"))
CORRECTED = ResultDeclared("head_judge/3", "Mixed up.", (0,), False, ("ruling",) * 3)


def bundle(*bodies: Body) -> str:
    """Return a bundle in which a key holder has written these entries, whether or not they are allowed."""
    text = RandomRecording(answers=8).text()
    for body in (*OFFICIALS, *bodies):
        text = signed(text, body)
    return text


def test_a_result_and_its_correction_verify() -> None:
    found = found_in(bundle(LEFT, CORRECTED))
    assert found.ok
    assert len(found.audit_state.results) == 2


@pytest.mark.parametrize(
    ("bodies", "found"),
    [
        ((LEFT, LEFT), "The match has a result; only a head judge corrects a result"),
        ((ResultDeclared("judge/1", "So.", (0,), False, ("ruling",) * 3),), "Only a scorekeeper or a head"),
        ((ResultDeclared("scorekeeper/3", "So.", (0,), False, ("ruling",) * 3),), "Only a scorekeeper"),
    ],
)
def test_a_result_by_somebody_else_is_found(bodies: tuple[Body, ...], found: str) -> None:
    assert difference(bundle(*bodies)).found.startswith(found)


def test_an_answer_after_a_declared_result_is_found() -> None:
    notes = take_apart(bundle(LEFT).encode()).bundle.audit
    text = resealed(RandomRecording(answers=20).text(), audit=notes)
    assert difference(text).expected == "no answer after a declared result"


def test_commands_show_every_result(tmp_path: Path) -> None:
    file = tmp_path / "corrected.bundle"
    file.write_text(stepped(RandomRecording(answers=8).text(), *OFFICIALS, LEFT, CORRECTED))
    for command in (("dispute", "show"), ("replay",)):
        text = " ".join(inside(*command, str(file)).out.split())
        assert (
            "Result declared by scorekeeper/2: won by seat 1 (seat 0 resignation, seat 1 walkover)." in text
        )
        assert "Result declared later by head_judge/3: won by seat 0. Mixed up." in text
    (verified,) = inside("verify", str(file), "--json").lines
    assert verified["result"]["by"] == "head_judge/3"
    assert verified["result"]["winners"] == [0]
