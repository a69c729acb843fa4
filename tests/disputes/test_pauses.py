"""Pauses in evidence: shown to people, and checked offline against the record."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.audit.entries import (
    Body,
    MatchPaused,
    MatchResumed,
    PauseAnswered,
    PauseProposed,
    TimeExtended,
)
from referee.disputes.evidence.bundles import take_apart
from tests.cli.running import inside
from tests.disputes.recordings import RandomRecording, difference, found_in, resealed, stepped
from tests.disputes.test_evidence import signed

PAUSED, RESUMED = MatchPaused("organiser", "Fire [alarm].", ()), MatchResumed("organiser", "A drill.")


def gone_on(*bodies: Body) -> str:
    """Return the bundle of a match that was played on after these audit entries."""
    notes = take_apart(stepped(RandomRecording(answers=8).text(), *bodies).encode()).bundle.audit
    return resealed(RandomRecording(answers=20).text(), audit=notes)


def test_a_match_that_goes_on_after_a_pause_verifies() -> None:
    assert found_in(gone_on(PAUSED, RESUMED)).ok
    assert found_in(stepped(RandomRecording(answers=8).text(), PAUSED)).ok, "it is still paused"


def test_an_answer_that_was_accepted_during_a_pause_is_found() -> None:
    """Whether the pause has ended since or not."""
    paused = difference(gone_on(PAUSED))
    assert (paused.what, paused.expected) == ("a pause that has not ended", "no answer after it")
    assert paused.found == "The match went on while it was paused"
    resumed = difference(signed(gone_on(PAUSED), RESUMED))
    assert (resumed.what, resumed.expected) == ("audit entry 2", "a step that is allowed there")
    assert resumed.found == "The match went on while it was paused"


@pytest.mark.parametrize(
    ("bodies", "found"),
    [
        ((RESUMED,), "The match is not paused; there is nothing to resume"),
        ((PAUSED, PAUSED), "The match is paused already; resume it first"),
        (
            (MatchPaused("seats", "Lunch.", ()),),
            "Not all seats have agreed to pause the match; wait for them",
        ),
        ((MatchPaused("judge/1", "x", ()),), "Only an official, the organiser or all seats together pause"),
        ((PAUSED, MatchResumed("seats", "x")), "Not all seats have agreed to resume the match"),
        ((MatchPaused("server", "x", ()),), "Only an official, the organiser or all seats together pause"),
    ],
)
def test_pauses_in_a_wrong_order_are_found(bodies: tuple[Body, ...], found: str) -> None:
    text = RandomRecording(answers=8).text()
    for body in bodies:
        text = signed(text, body)
    assert difference(text).found.startswith(found)


def test_commands_show_the_pauses_of_a_bundle(tmp_path: Path) -> None:
    agreed = (PauseProposed(1, "pause", "Lunch."), PauseAnswered(0, True), PauseAnswered(2, True))
    file = tmp_path / "paused.bundle"
    more_time = TimeExtended("arbiter", 2, 60, "Late.")
    bodies = (PAUSED, RESUMED, more_time, *agreed, MatchPaused("seats", "Lunch.", ()))
    file.write_text(stepped(RandomRecording(answers=8).text(), *bodies))
    for command in (("dispute", "show"), ("replay",), ("verify",)):
        ran = inside(*command, str(file))
        assert ran.code == 0, ran.err
        text = " ".join(ran.out.split())
        for said in (
            "after entry 9: paused by organiser: Fire [alarm].",
            "after entry 9: resumed by organiser: A drill.",
            "after entry 9: Cleo (seat 2) got 60 more seconds from arbiter: Late.",
            "Bob (seat 1) proposed to pause the match: Lunch.",
            "Ada (seat 0) agreed",
            "paused by all seats: Lunch.",
        ):
            assert said in text, (command, said)
        if command != ("verify",):
            assert "paused: no answers are accepted until the match is resumed" in text
