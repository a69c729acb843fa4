"""The standing of a match as a message. It contains no number of a fact, which would reveal how much is hidden."""

from __future__ import annotations

from collections.abc import Mapping

from referee.audit.audit_state import Case, CaseRuling, DeclaredResult, Pause, PauseProposal, TimeExtension
from referee.audit.entries import ARBITER, Award, Remedy, ReplayUnder, ResultKind, Rewind, Stands, Void
from referee.server.results import Standing
from referee.wire.times import duration, timestamp
from referee_api.v1 import referee_pb2 as api

STATES = {
    "open": api.CASE_STATE_OPEN,
    "ruled": api.CASE_STATE_RULED,
    "appealed": api.CASE_STATE_APPEALED,
    "closed": api.CASE_STATE_CLOSED,
    "withdrawn": api.CASE_STATE_WITHDRAWN,
}
FINDINGS = {
    "upheld": api.FINDING_UPHELD,
    "overturned": api.FINDING_OVERTURNED,
    "no_effect": api.FINDING_NO_EFFECT,
}

RESULT_KINDS: Mapping[ResultKind, api.ResultKind] = {
    "played": api.RESULT_KIND_PLAYED,
    "crash": api.RESULT_KIND_CRASH,
    "time": api.RESULT_KIND_TIME,
    "walkover": api.RESULT_KIND_WALKOVER,
    "withdrawn": api.RESULT_KIND_WITHDRAWN,
    "no_show": api.RESULT_KIND_NO_SHOW,
    "resignation": api.RESULT_KIND_RESIGNATION,
    "ruling": api.RESULT_KIND_RULING,
}

PAUSE_STEPS = {
    "pause": api.PAUSE_STEP_PAUSE,
    "resume": api.PAUSE_STEP_RESUME,
    "adjourn": api.PAUSE_STEP_ADJOURN,
}


def standing_message(standing: Standing) -> api.Standing:
    """Return the standing of a match as a message."""
    audit_state = standing.audit_state
    undo, result = audit_state.undo, audit_state.result
    pause, proposal, panel = audit_state.pause, audit_state.pause_proposal, audit_state.panel
    return api.Standing(
        is_frozen=audit_state.is_frozen,
        is_provisional=audit_state.is_provisional or standing.is_ruling_appealed,
        cases=[_case(case) for case in audit_state.cases.values()],
        undo=None
        if undo is None
        else api.UndoProposal(seat=undo.seat, waiting_for=undo.waits_for(standing.seats)),
        successor="" if audit_state.successor is None else audit_state.successor.match,
        parent="" if audit_state.parent is None else audit_state.parent.match,
        award=None if result is None else _award(result),
        reveals_awaited=standing.awaited,
        looks=[api.Looks(role=role, count=count) for role, count in sorted(standing.looks.items())],
        pause=_pause(pause) if pause is not None and audit_state.is_paused else None,
        pause_proposal=None if proposal is None else _pause_proposal(proposal, standing.seats),
        forfeits=[
            api.Forfeit(seat=seat, why=RESULT_KINDS[why]) for seat, why in audit_state.forfeits.items()
        ],
        time_extensions=[_extension(each) for each in audit_state.time_extensions],
        results=[_result(result, is_first=not place) for place, result in enumerate(audit_state.results)],
        panel=None if panel is None else api.Panel(needed=panel.needed, members=panel.members),
    )


def _pause(pause: Pause) -> api.Pause:
    """Return a pause without the clocks that it has stopped, which tell who has answered."""
    return api.Pause(
        by=pause.by,
        reason=pause.reason,
        pause_time=timestamp(pause.at),
        is_adjourned=pause.is_adjourned,
    )


def _pause_proposal(proposal: PauseProposal, seats: int) -> api.PauseProposal:
    return api.PauseProposal(
        seat=proposal.seat,
        step=PAUSE_STEPS[proposal.step],
        reason=proposal.reason,
        waiting_for=proposal.waits_for(seats),
    )


def _extension(given: TimeExtension) -> api.TimeExtension:
    return api.TimeExtension(
        by=given.by,
        seat=given.seat,
        time=duration(given.seconds),
        reason=given.reason,
        grant_time=timestamp(given.at),
    )


def _case(case: Case) -> api.CaseSummary:
    return api.CaseSummary(
        number=case.number,
        state=STATES[case.state],
        by=case.by,
        rule=case.rule,
        claim=case.claim,
        freezes=case.is_freezing,
        rulings=[ruling_message(case, ruling) for ruling in case.rulings],
        opinions=list(case.opinions),
    )


def ruling_message(case: Case, ruling: CaseRuling) -> api.CaseRuling:
    """Return a ruling on a case as a message."""
    return api.CaseRuling(
        finding=FINDINGS[ruling.finding],
        reason=ruling.reason,
        rules=ruling.rules,
        remedy=say_remedy(ruling.remedy),
        is_precedent=ruling.precedent,
        by=ruling.by or ARBITER,
        is_by_same_official=case.is_by_same_official(ruling),
        panel=ruling.panel,
    )


def _result(result: DeclaredResult, *, is_first: bool) -> api.DeclaredResult:
    award = _award(result.award)
    return api.DeclaredResult(
        by=result.by,
        reason=result.reason,
        is_void=award.is_void,
        winners=award.winners,
        kinds=[RESULT_KINDS[kind] for kind in result.kinds],
        declare_time=timestamp(result.at),
        is_correction=not is_first,
    )


def _award(result: Award | Void) -> api.Award:
    return api.Award(is_void=True) if isinstance(result, Void) else api.Award(winners=result.winners)


def say_remedy(remedy: Remedy) -> str:
    """Describe the effect of a ruling in a sentence that names no fact."""
    match remedy:
        case Stands():
            return "Everything stands."
        case Rewind():
            return "The match goes back, and continues as another match."
        case ReplayUnder(edition=edition, rulings=rulings):
            readings = [f"edition {edition}"] if edition else []
            readings += [f"{key} read as {reading}" for key, reading in sorted(rulings.items())]
            return f"The match is played again with {', '.join(readings)}."
        case Award(winners=winners):
            return f"The win is awarded to {', '.join([f'seat {seat}' for seat in winners])}."
        case Void():
            return "The match does not count."
