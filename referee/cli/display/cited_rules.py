"""Rules, readings and luck as they are cited to people: in `referee why` and in `referee dispute`."""

from __future__ import annotations

from collections.abc import Sequence

from rich.containers import Lines
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from referee.cli.display.console import console
from referee.disputes.explain.citations import Citation, InForce
from referee.rulebook import Ruling

PRINTED = "printed on the card or the board"
HOUSE_RULE = "house rule: the book is silent"
"""What is said of a rule that has no paragraph."""
NARROWEST = 16
"""No line is broken into shorter ones than this, however narrow the terminal."""


def line(indent: int, markup: str, *, hang: int = 0) -> None:
    """Print a line; what does not fit the terminal goes on below its beginning, or as much further in as it hangs."""
    out, text = console(), Text.from_markup(markup)
    lines = text.wrap(out, max(NARROWEST, out.width - indent - hang)) if hang else Lines([text])
    for place, part in enumerate(lines):
        out.print(Padding(part, (0, 0, 0, indent + (hang if place else 0)), expand=False))


def heading(title: str) -> None:
    """Print what comes next."""
    console().print(f"\n[bold]{title}[/]")


def seat_named(names: Sequence[str], seat: int) -> str:
    """A seat by its name and its number."""
    plain = f"seat {seat}"
    return escape(plain if names[seat] == plain else f"{names[seat]} (seat {seat})")


def paragraphs_of(citation: Citation) -> str:
    """Where each edition says it: `de 24.7 · fr 44.7 · pl 36.7`."""
    if not citation.paragraphs:
        return PRINTED if citation.is_printed else HOUSE_RULE
    return " · ".join(f"{edition} {number}" for edition, number in citation.paragraphs.items())


def show_rule(indent: int, citation: Citation) -> None:
    """Print a rule with its sentence and its paragraphs."""
    line(indent, f"[cyan]{citation.rule}[/]  {escape(citation.statement)}")
    line(indent + 4, f"[dim]{escape(paragraphs_of(citation))}[/]")


def show_path(path: Sequence[Citation]) -> None:
    """Print rules from the outermost to the innermost; one that leads to itself is told once."""
    for place, citation in enumerate(path):
        if place == 0 or path[place - 1] != citation:
            show_rule(2, citation)


def show_ruling(ruling: InForce) -> None:
    """Print a ruling with the reading in force and the others."""
    differ = " [yellow]The editions differ.[/]" if len(set(ruling.editions.values())) > 1 else ""
    line(2, f"[cyan]{ruling.ruling}[/]  {escape(ruling.question)}{differ}")
    asked = "in force, and asked for here" if ruling.was_asked else "in force"
    line(4, f"[green]{asked}[/]: {reading(ruling.reading, ruling)}: {escape(ruling.says)}")
    for name, says in ruling.others.items():
        line(4, f"[dim]other:[/] {reading(name, ruling)}: {escape(says)}")


def reading(name: str, ruling: InForce | Ruling) -> str:
    """A reading with the editions that hold it."""
    holders = [edition for edition, held in ruling.editions.items() if held == name]
    marks = (["default"] if name == ruling.default else []) + holders
    return f"[bold]{name}[/]" + (f" ({', '.join(marks)})" if marks else "")
