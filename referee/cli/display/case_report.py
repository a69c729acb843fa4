"""Cases, rulings and looks, printed for people and for programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from rich.markup import escape

from referee.audit.audit_state import AuditState, Case, CaseRuling
from referee.audit.entries import (
    SEATS,
    AnswerSealed,
    AuditEntry,
    Award,
    Looked,
    MatchPaused,
    MatchResumed,
    PauseAnswered,
    PauseProposed,
    ReadingTried,
    RecordOpened,
    Remedy,
    ReplayUnder,
    Rewind,
    SeatForfeited,
    Stands,
    TimeExtended,
    Void,
    seat_of,
)
from referee.cli.display.cited_rules import seat_label
from referee.cli.display.console import print_line
from referee.cli.display.result_news import declared_sentence
from referee.disputes.explain.trial_result import TrialEffect
from referee.games.sentences import count, listed

STATES = {
    "open": "[yellow]open[/]: awaiting a ruling",
    "ruled": "ruled",
    "appealed": "[yellow]appealed[/]: awaiting a second ruling",
    "closed": "closed by its second ruling",
    "withdrawn": "withdrawn before any ruling",
}
FINDINGS = {
    "upheld": "[green]upheld[/]: the referee was right",
    "overturned": "[red]overturned[/]: the claim is right",
    "no_effect": "[green]no effect[/]: it makes no difference",
}
TRIAL_EFFECTS = {
    "none": "nothing changes",
    "questions": "only questions or options change",
    "facts": "facts change, but not the outcome",
    "outcome": "the outcome changes",
    "unknown": "facts or questions change, and the recorded answers do not reach an end",
}


def person_name(by: str, names: Sequence[str]) -> str:
    """Return who took a step (`seat/2`, `arbiter`), with the name of a seat."""
    seat = seat_of(by)
    return by if seat is None or seat >= len(names) else seat_label(names, seat)


def format_time(at: int) -> str:
    """Return a time, given in milliseconds since the epoch, to the minute."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def describe_remedy(remedy: Remedy, names: Sequence[str]) -> str:
    """Return what follows from a ruling."""
    match remedy:
        case Stands():
            return "everything stands"
        case Rewind(fact=fact):
            return f"the match continues from before fact {fact}"
        case ReplayUnder(edition=edition, rulings=rulings):
            return f"the match is replayed under {describe_readings(edition, rulings)}"
        case Award(winners=winners):
            return f"the match is awarded to {listed([seat_label(names, seat) for seat in winners])}"
        case Void():
            return "the match does not count"


def print_case(case: Case, names: Sequence[str], audit: Sequence[AuditEntry], indent: int = 0) -> None:
    """Print a case with its trials, rulings and appeal."""
    print_line(
        indent,
        f"[bold]case {case.number}[/] at fact {case.fact}, on [cyan]{escape(case.rule)}[/]: {STATES[case.state]}",
    )
    by = person_name(case.by, names)
    print_line(indent + 2, f"[dim]{format_time(case.at)}[/]  {by} claims: {escape(case.claim)}")
    for seq in case.trials:
        _print_trial(audit[seq - 1], indent + 2)
    for ruling in case.rulings[:1]:
        _print_ruling(case, ruling, names, indent + 2)
    if case.appeal is not None:
        by, reason = person_name(case.appeal.by, names), escape(case.appeal.reason)
        print_line(indent + 2, f"[dim]{format_time(case.appeal.at)}[/]  {by} appeals: {reason}")
    for opinion in case.opinions.values():
        finding, remedy = FINDINGS[opinion.finding], describe_remedy(opinion.remedy, names)
        what = f"opinion of {escape(opinion.by)}: {finding}; {remedy}"
        print_line(indent + 2, f"[dim]{format_time(opinion.at)}[/]  {what}")
        rules = ", ".join(opinion.rules)
        print_line(indent + 6, f"{escape(opinion.reason)} [dim]({rules}; audit entry {opinion.seq})[/]")
    for ruling in case.rulings[1:]:
        _print_ruling(case, ruling, names, indent + 2)


class _Report(msgspec.Struct):
    """The part of a trial report that is printed."""

    effect: TrialEffect
    outcome: dict[str, Any] | None = None


def _print_trial(entry: AuditEntry, indent: int) -> None:
    if isinstance(entry.body, ReadingTried):
        tried = describe_readings(entry.body.edition, entry.body.rulings)
        report = msgspec.json.decode(entry.body.report, type=_Report)
        is_so_far = report.effect == "facts" and report.outcome is None
        effect = "facts change" if is_so_far else TRIAL_EFFECTS[report.effect]
        time = f"[dim]{format_time(entry.at)}[/]"
        print_line(indent, f"{time}  tried {tried}: {effect} [dim](audit entry {entry.seq})[/]")


def describe_readings(edition: str, rulings: Mapping[str, str]) -> str:
    """Return an edition and readings as they are written on the command line."""
    named = [f"edition {edition}"] if edition else []
    return escape(", ".join([*named, *[f"{key}={reading}" for key, reading in rulings.items()]]))


def _print_ruling(case: Case, ruling: CaseRuling, names: Sequence[str], indent: int) -> None:
    kept = f", by {escape(ruling.by)}" if ruling.by else ""
    kept += f", {escape(listed(list(ruling.panel)))} agreeing" if ruling.panel else ""
    kept += ", kept as precedent" if ruling.precedent else ""
    if case.is_by_same_official(ruling):
        kept += ", [yellow]by whoever made the first ruling[/]"
    finding, remedy = FINDINGS[ruling.finding], describe_remedy(ruling.remedy, names)
    print_line(indent, f"[dim]{format_time(ruling.at)}[/]  {finding}; {remedy}{kept}")
    rules = ", ".join(ruling.rules)
    print_line(indent + 4, f"{escape(ruling.reason)} [dim]({rules}; audit entry {ruling.seq})[/]")


def standing_lines(audit_state: AuditState, names: Sequence[str]) -> list[str]:
    """Return lines that say how the cases affect the result; none if they do not."""
    lines = []
    waiting = [f"case {case.number}" for case in audit_state.cases.values() if case.is_unsettled]
    if waiting:
        lines.append(f"[yellow]provisional[/]: {listed(waiting)} can still change the result")
    if audit_state.panel is not None:
        panel = audit_state.panel
        lines.append(f"appeals need {panel.needed} of {listed(list(panel.members)) or 'nobody in office'}")
    if audit_state.is_paused:
        lines.append("[yellow]paused[/]: no answers are accepted until the match is resumed")
    for place, declared in enumerate(audit_state.results):
        lines.append(escape(declared_sentence(declared, is_first=not place)))
    if audit_state.last_remedy is not None and audit_state.declared is None:
        lines.append(f"result by ruling: {describe_remedy(audit_state.last_remedy, names)}")
    if audit_state.successor is not None:
        later = audit_state.successor
        lines.append(f"continued as match {escape(later.match)} from entry {later.entry} ({later.why})")
    if audit_state.parent is not None:
        parent = audit_state.parent
        lines.append(f"continues match {escape(parent.match)} from entry {parent.entry} ({parent.why})")
    return lines


def look_lines(audit: Iterable[AuditEntry], names: Sequence[str]) -> list[str]:
    """Return one line per look at hidden information, and one per person who was given the record."""
    lines = []
    for entry in audit:
        when = f"[dim]{format_time(entry.at)}[/]  after entry {entry.entry}"
        match entry.body:
            case Looked(who=official, what=what):
                lines.append(f"{when}: the {official} looked at the {escape(what)}")
            case RecordOpened(to=to):
                lines.append(f"{when}: the record was opened to {person_name(to, names)}")
            case _:
                pass
    return lines


def pause_lines(audit: Iterable[AuditEntry], names: Sequence[str]) -> list[str]:
    """Return one line per pause, resumption and time extension of a match, and per proposal and answer to it."""
    lines = []
    for entry in audit:
        when = f"[dim]{format_time(entry.at)}[/]  after entry {entry.entry}"
        match entry.body:
            case PauseProposed(seat=seat, step=step, reason=reason):
                proposed = f"{seat_label(names, seat)} proposed to {step} the match: {escape(reason)}"
                lines.append(f"{when}: {proposed}")
            case PauseAnswered(seat=seat, consents=consents):
                lines.append(f"{when}: {seat_label(names, seat)} {'agreed' if consents else 'refused'}")
            case MatchPaused(by=by, reason=reason, adjourned=adjourned):
                done = "adjourned" if adjourned else "paused"
                lines.append(f"{when}: [yellow]{done}[/] by {_by(by)}: {escape(reason)}")
            case AnswerSealed(seat=seat):
                lines.append(f"{when}: {seat_label(names, seat)} sealed its answer")
            case MatchResumed(by=by, reason=reason, opened=opened):
                seals = listed([seat_label(names, each.seat) for each in opened])
                more = f" (sealed answers of {seals} opened)" if opened else ""
                lines.append(f"{when}: resumed by {_by(by)}: {escape(reason)}{more}")
            case SeatForfeited(seat=seat):
                lines.append(f"{when}: {seat_label(names, seat)} is out, because its time was up")
            case TimeExtended(by=by, seat=seat, seconds=seconds, reason=reason):
                got = f"{seat_label(names, seat)} got {count(seconds, 'more second')} from {_by(by)}"
                lines.append(f"{when}: {got}: {escape(reason)}")
            case _:
                pass
    return lines


def _by(by: str) -> str:
    return "all seats" if by == SEATS else escape(by)


def case_as_json(case: Case) -> dict[str, Any]:
    """Return a case as `--json` prints it."""
    found: dict[str, Any] = msgspec.to_builtins(case)
    for ruling, shown in zip(case.rulings, found["rulings"], strict=True):
        shown["is_by_same_official"] = case.is_by_same_official(ruling)
    return found
