"""Pauses and adjournments: what the seats are asked to agree to, and who decided."""

from __future__ import annotations

from typing import Literal

from referee_api.v1 import referee_pb2 as api

_STEPS: dict[api.PauseStep, Literal["adjourn", "resume"]] = {
    api.PAUSE_STEP_ADJOURN: "adjourn",
    api.PAUSE_STEP_RESUME: "resume",
}


def pause_step(proposal: api.PauseProposal) -> Literal["pause", "adjourn", "resume"]:
    """Return what is proposed, as a verb. Whoever agrees must name the same step."""
    return _STEPS.get(proposal.step, "pause")


def pause_words(pause: api.Pause) -> str:
    """Return who paused or adjourned the match; the reason is said after it."""
    if pause.by == "seats":
        return f"All seats have agreed to {'an adjournment' if pause.is_adjourned else 'a pause'}"
    return f"The match is {'adjourned' if pause.is_adjourned else 'paused'}"
