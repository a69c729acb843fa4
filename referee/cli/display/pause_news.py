"""Pauses and time extensions of a match on a server, as sentences for people and as objects for programs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from referee.cli.display.printable import printable
from referee.games.sentences import count, listed
from referee_api.v1 import referee_pb2 as api

_STEPS = {
    api.PAUSE_STEP_PAUSE: "pause",
    api.PAUSE_STEP_RESUME: "resume",
    api.PAUSE_STEP_ADJOURN: "adjourn",
}


def pause_as_json(pause: api.Pause) -> dict[str, Any]:
    """Return a pause as `--json` prints it."""
    since = datetime.fromtimestamp(pause.pause_time.seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    how = {"is_adjourned": True} if pause.is_adjourned else {}
    return {"by": pause.by, "reason": pause.reason, "since": since, **how}


def proposal_as_json(proposal: api.PauseProposal) -> dict[str, Any]:
    """Return a proposed pause or resumption as `--json` prints it."""
    return {
        "seat": proposal.seat,
        "step": _STEPS.get(proposal.step, "unknown"),
        "reason": proposal.reason,
        "waiting_for": list(proposal.waiting_for),
    }


def pause_sentence(pause: api.Pause) -> str:
    """Return who paused a match, when and why."""
    about = pause_as_json(pause)
    who = "all seats" if pause.by == "seats" else pause.by
    done = "Adjourned" if pause.is_adjourned else "Paused"
    return printable(f"{done} by {who} at {about['since']}: {pause.reason}")


def proposal_sentence(proposal: api.PauseProposal) -> str:
    """Return what a seat proposes, why, and which seats have not answered yet."""
    step = _STEPS.get(proposal.step, "do something unknown with")
    waiting = listed([f"seat {seat}" for seat in proposal.waiting_for])
    return printable(
        f"Seat {proposal.seat} proposes to {step} the match: {proposal.reason} (waiting for {waiting})"
    )


def extension_as_json(given: api.TimeExtension) -> dict[str, Any]:
    """Return a time extension as `--json` prints it."""
    return {
        "by": given.by,
        "seat": given.seat,
        "seconds": given.time.ToSeconds(),
        "reason": given.reason,
    }


def extension_sentence(given: api.TimeExtension) -> str:
    """Return who gave which seat more time, and why."""
    seconds = count(given.time.ToSeconds(), "more second")
    return printable(f"Seat {given.seat} got {seconds} from {given.by}: {given.reason}")


class PauseNews:
    """Tells when a match is paused or resumed, or either is proposed, and when a seat gets more time."""

    def __init__(self, tell: Callable[[str, dict[str, Any]], object]) -> None:
        """Call `tell` with a sentence for people, and with an object for programs."""
        self._tell = tell
        self._before = api.Standing()

    def __call__(self, standing: api.Standing) -> None:
        """Compare a standing with the one before it."""
        before, self._before = self._before, standing
        for given in standing.time_extensions[len(before.time_extensions) :]:
            self._tell(extension_sentence(given), {"kind": "audit.time_extended", **extension_as_json(given)})
        proposal = standing.pause_proposal
        if standing.HasField("pause_proposal") and proposal != before.pause_proposal:
            about = {"kind": "audit.pause_proposed", **proposal_as_json(proposal)}
            self._tell(proposal_sentence(proposal), about)
        if standing.HasField("pause") and standing.pause != before.pause:
            about = {"kind": "audit.match_paused", **pause_as_json(standing.pause)}
            self._tell(pause_sentence(standing.pause), about)
        elif before.HasField("pause") and not standing.HasField("pause"):
            self._tell("Resumed.", {"kind": "audit.match_resumed"})
