"""Adjournments in evidence: the sealed answer must be the one that was played, whatever a key holder signs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.audit.entries import AnswerSealed, Body, MatchPaused, MatchResumed, OpenedAnswer
from referee.audit.seals import seal_commitment
from referee.disputes.evidence.bundles import take_apart
from referee.match.entries import Entry
from tests.cli.running import inside
from tests.disputes.recordings import RandomRecording, difference, found_in, resealed
from tests.disputes.test_evidence import signed

BEFORE, AFTER = RandomRecording(answers=8).text(), RandomRecording(answers=20).text()


def entries_of(text: str) -> Sequence[Entry]:
    """Return the entries of a bundle."""
    replay = found_in(text).replay
    assert replay is not None
    return replay.entries


NEXT = next(entry for entry in entries_of(AFTER)[len(entries_of(BEFORE)) :] if entry.by == "seat")
"""The first answer after the adjournment."""
SALT = "ab" * 32


def sealed(answer: tuple[object, ...]) -> AnswerSealed:
    return AnswerSealed(NEXT.seat, NEXT.question, seal_commitment(SALT, NEXT.question, answer))


ADJOURNED = MatchPaused("organiser", "The hall closes.", (), adjourned=True)
RESUMED = MatchResumed("organiser", "Day.", (OpenedAnswer(NEXT.seat, NEXT.question, SALT),))


def gone_on(*bodies: Body) -> str:
    """Return the bundle of a match that was played on after these audit entries, whether or not they are allowed."""
    text = BEFORE
    for body in bodies:
        text = signed(text, body)
    return resealed(AFTER, audit=take_apart(text.encode()).bundle.audit)


def test_the_answer_that_was_sealed_verifies(tmp_path: Path) -> None:
    text = gone_on(sealed(NEXT.answer), ADJOURNED, RESUMED)
    assert found_in(text).ok
    file = tmp_path / "adjourned.bundle"
    file.write_text(text)
    shown = " ".join(inside("dispute", "show", str(file)).out.split())
    assert "adjourned by organiser: The hall closes." in shown
    assert "sealed its answer" in shown
    assert "opened)" in shown


def test_another_answer_is_found() -> None:
    broken = difference(gone_on(sealed(()), ADJOURNED, RESUMED))
    assert broken.expected == "the answer that was sealed"
    assert broken.found == "another answer than the one that was sealed"


def test_a_sealed_answer_that_is_not_opened_is_found() -> None:
    quiet = MatchResumed("organiser", "Day.")
    assert (
        difference(gone_on(sealed(NEXT.answer), ADJOURNED, quiet)).found
        == "none, although its answer was sealed"
    )


def test_another_salt_is_found() -> None:
    forged = MatchResumed("organiser", "Day.", (OpenedAnswer(NEXT.seat, NEXT.question, "cd" * 32),))
    assert difference(gone_on(sealed(NEXT.answer), ADJOURNED, forged)).found.startswith("another answer")
