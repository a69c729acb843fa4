"""Cases, rulings and looks as they are told to people and to programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    Remedy,
    ReplayUnder,
    Rewind,
    Stands,
    Void,
    seat_of,
)
from referee.cli.citing import line, seat_named
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
            readings = [f"edition {edition}"] if edition else []
            readings += [f"{key}={reading}" for key, reading in rulings.items()]
            return f"the match is played again under {', '.join(readings)}"
        case Award(winners=winners):
            return f"the match is awarded to {listed([seat_named(names, seat) for seat in winners])}"
        case Void():
            return "the match does not count"


def show_case(case: Case, names: Sequence[str], indent: int = 0) -> None:
    """Print a case with everything that came of it."""
    line(
        indent,
        f"[bold]case {case.number}[/] at fact {case.fact}, on [cyan]{escape(case.rule)}[/]: {STATES[case.state]}",
    )
    line(indent + 2, f"[dim]{day(case.at)}[/]  {who(case.by, names)} claims: {escape(case.claim)}")
    if case.trials:
        line(
            indent + 2,
            f"[dim]other readings were tried in audit entries {', '.join(map(str, case.trials))}[/]",
        )
    for ruling in case.rulings[:1]:
        _show_ruling(ruling, names, indent + 2)
    if case.appeal is not None:
        appeal = case.appeal
        line(
            indent + 2, f"[dim]{day(appeal.at)}[/]  {who(appeal.by, names)} appeals: {escape(appeal.reason)}"
        )
    for ruling in case.rulings[1:]:
        _show_ruling(ruling, names, indent + 2)


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
    if docket.result is not None:
        told.append(f"result by ruling: {remedy_in_words(docket.result, names)}")
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
                told.append(f"{when}: the {official} looked at {escape(what)}")
            case Opened(to=to):
                told.append(f"{when}: the record was opened to {who(to, names)}")
            case _:
                pass
    return told


def case_line(case: Case) -> dict[str, Any]:
    """A case as `--json` prints it."""
    found: dict[str, Any] = msgspec.to_builtins(case)
    return found
