"""Cases, rulings and looks as they are told to people and to programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from rich.markup import escape

from referee.audit.docket import Case, Docket, Ruling
from referee.audit.entries import (
    AuditEntry,
    Award,
    Looked,
    Opened,
    ReadingTried,
    Remedy,
    ReplayUnder,
    Rewind,
    Stands,
    Void,
    seat_of,
)
from referee.cli.display.cited_rules import line, seat_named
from referee.disputes.explain.trials import Effect
from referee.games.sentences import listed

STATES = {
    "open": "[yellow]open[/]: waits for a ruling",
    "ruled": "ruled",
    "appealed": "[yellow]appealed[/]: waits for a second ruling",
    "closed": "closed by its second ruling",
}
FINDINGS = {
    "upheld": "[green]upheld[/]: the call of the referee stands",
    "overturned": "[red]overturned[/]: the claim is right",
    "no_effect": "[green]no effect[/]: it makes no difference",
}


def who(by: str, names: Sequence[str]) -> str:
    """Who took a step, by name."""
    seat = seat_of(by)
    return by if seat is None or seat >= len(names) else seat_named(names, seat)


def day(at: int) -> str:
    """When, to the minute."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def remedy_in_words(remedy: Remedy, names: Sequence[str]) -> str:
    """What follows from a ruling."""
    match remedy:
        case Stands():
            return "everything stands"
        case Rewind(fact=fact):
            return f"the match goes on from before fact {fact}"
        case ReplayUnder(edition=edition, rulings=rulings):
            return f"the match is played again under {readings_in_words(edition, rulings)}"
        case Award(winners=winners):
            return f"the match is awarded to {listed([seat_named(names, seat) for seat in winners])}"
        case Void():
            return "the match does not count"


TRIED = {
    "none": "nothing changes",
    "questions": "only what somebody is asked or offered changes",
    "facts": "something else happens, with the same end",
    "outcome": "the outcome changes",
    "unknown": "something changes, and the answers on record do not carry to an end",
}


def show_case(case: Case, names: Sequence[str], audit: Sequence[AuditEntry], indent: int = 0) -> None:
    """Print a case with everything that came of it."""
    line(
        indent,
        f"[bold]case {case.number}[/] at fact {case.fact}, on [cyan]{escape(case.rule)}[/]: {STATES[case.state]}",
    )
    line(indent + 2, f"[dim]{day(case.at)}[/]  {who(case.by, names)} claims: {escape(case.claim)}")
    for seq in case.trials:
        _show_trial(audit[seq - 1], indent + 2)
    for ruling in case.rulings[:1]:
        _show_ruling(ruling, names, indent + 2)
    if case.appeal is not None:
        appeal = case.appeal
        line(
            indent + 2, f"[dim]{day(appeal.at)}[/]  {who(appeal.by, names)} appeals: {escape(appeal.reason)}"
        )
    for ruling in case.rulings[1:]:
        _show_ruling(ruling, names, indent + 2)


def _show_trial(entry: AuditEntry, indent: int) -> None:
    if isinstance(entry.body, ReadingTried):
        tried = readings_in_words(entry.body.edition, entry.body.rulings)
        report = msgspec.json.decode(entry.body.report, type=_Report)
        is_so_far = report.effect == "facts" and report.outcome is None
        effect = "something else happens" if is_so_far else TRIED[report.effect]
        line(indent, f"[dim]{day(entry.at)}[/]  tried {tried}: {effect} [dim](audit entry {entry.seq})[/]")


class _Report(msgspec.Struct):
    """What is told of a trial in a line."""

    effect: Effect
    outcome: dict[str, Any] | None = None


def readings_in_words(edition: str, rulings: Mapping[str, str]) -> str:
    """Other readings, as they are named on the command line."""
    named = [f"edition {edition}"] if edition else []
    return escape(", ".join([*named, *[f"{key}={reading}" for key, reading in rulings.items()]]))


def _show_ruling(ruling: Ruling, names: Sequence[str], indent: int) -> None:
    kept = ", kept as precedent" if ruling.precedent else ""
    line(
        indent,
        f"[dim]{day(ruling.at)}[/]  {FINDINGS[ruling.finding]}; {remedy_in_words(ruling.remedy, names)}{kept}",
    )
    line(indent + 4, f"{escape(ruling.reason)} [dim]({', '.join(ruling.rules)}; audit entry {ruling.seq})[/]")


def standing(docket: Docket, names: Sequence[str]) -> list[str]:
    """What the cases make of the result, in lines; none if they make nothing of it."""
    told = []
    waiting = [f"case {case.number}" for case in docket.cases.values() if case.is_unsettled]
    if waiting:
        told.append(f"[yellow]provisional[/]: {listed(waiting)} can still change the result")
    if docket.last_word is not None:
        told.append(f"result by ruling: {remedy_in_words(docket.last_word, names)}")
    if docket.successor is not None:
        on = docket.successor
        told.append(f"it goes on as match {escape(on.match)}, from entry {on.entry} ({on.why})")
    if docket.parent is not None:
        parent = docket.parent
        told.append(f"it goes on from match {escape(parent.match)}, entry {parent.entry} ({parent.why})")
    return told


def looks(audit: Iterable[AuditEntry], names: Sequence[str]) -> list[str]:
    """Who saw more than a seat may see while the match went on, and who got the record afterwards, a line each."""
    told = []
    for entry in audit:
        when = f"[dim]{day(entry.at)}[/]  after entry {entry.entry}"
        match entry.body:
            case Looked(who=official, what=what):
                told.append(f"{when}: the {official} looked at the {escape(what)}")
            case Opened(to=to):
                told.append(f"{when}: the record was opened to {who(to, names)}")
            case _:
                pass
    return told


def case_line(case: Case) -> dict[str, Any]:
    """A case as `--json` prints it."""
    found: dict[str, Any] = msgspec.to_builtins(case)
    return found
