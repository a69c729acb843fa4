"""The words for pauses and adjournments, and the step that a seat agrees to."""

from __future__ import annotations

from referee.people.pauses import pause_step, pause_words
from referee_api.v1 import referee_pb2 as api


def test_the_step_to_agree_to_is_the_one_that_was_proposed() -> None:
    steps = {
        step: pause_step(api.PauseProposal(step=step))
        for step in (api.PAUSE_STEP_PAUSE, api.PAUSE_STEP_ADJOURN, api.PAUSE_STEP_RESUME)
    }
    assert list(steps.values()) == ["pause", "adjourn", "resume"]
    unknown = set(api.PauseStep.values()) - steps.keys()
    assert unknown == {api.PAUSE_STEP_UNSPECIFIED}, "a new step needs a word"


def test_a_pause_is_worded_by_who_decided_it() -> None:
    assert pause_words(api.Pause(by="seats")) == "All seats have agreed to a pause"
    assert pause_words(api.Pause(by="seats", is_adjourned=True)) == "All seats have agreed to an adjournment"
    assert pause_words(api.Pause(by="judge/1")) == "The match is paused"
    assert pause_words(api.Pause(by="judge/1", is_adjourned=True)) == "The match is adjourned"
