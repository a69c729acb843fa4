"""Rules, rulings and readings as `referee why` and `referee dispute` cite them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.markup import escape

from referee.cli.display.console import ReportLine
from referee.disputes.explain.citations import Citation, InForce
from referee.rulebook import Ruling

PRINTED = "printed on the card or the board"
HOUSE_RULE = "house rule: the book is silent"
"""Shown for a rule without a paragraph."""


def unprinted_source(source: str) -> str:
    """Return where a rule comes from that neither the book nor a card has.

    >>> unprinted_source("a review")
    'reconstructed: a review'
    """
    return f"reconstructed: {source}" if source else HOUSE_RULE


def house_part(house: str) -> str:
    """Return which part of a rule is ours.

    >>> house_part("Giving is compulsory.")
    'our decision: Giving is compulsory.'
    """
    return f"our decision: {house}"


def seat_label(names: Sequence[str], seat: int) -> str:
    """Return the name and the number of a seat."""
    plain = f"seat {seat}"
    return escape(plain if names[seat] == plain else f"{names[seat]} (seat {seat})")


def time_out_lines(late: Mapping[int, int], names: Sequence[str]) -> list[str]:
    """Return how often the time of each seat ran out, in markup; nothing for a seat that was never late.

    >>> time_out_lines({1: 2, 0: 1}, ["Ada", "Bob"])
    ['Ada (seat 0) ran out of time once', 'Bob (seat 1) ran out of time 2 times']
    """
    return [
        f"{seat_label(names, seat)} ran out of time {'once' if number == 1 else f'{number} times'}"
        for seat, number in sorted(late.items())
        if number
    ]


def paragraph_numbers(citation: Citation) -> str:
    """Return the paragraph of a rule in each edition: `de 24.7 · fr 44.7 · pl 36.7`."""
    if not citation.paragraphs:
        return PRINTED if citation.is_printed else unprinted_source(citation.source)
    return " · ".join(f"{edition} {number}" for edition, number in citation.paragraphs.items())


def rule_lines(indent: int, citation: Citation) -> list[ReportLine]:
    """Return a rule with its statement, its paragraphs and which part of it is ours."""
    lines = [
        ReportLine(indent, f"[cyan]{citation.rule}[/]  {escape(citation.statement)}"),
        ReportLine(indent + 4, f"[dim]{escape(paragraph_numbers(citation))}[/]"),
    ]
    if citation.house:
        lines.append(ReportLine(indent + 4, f"[dim]{escape(house_part(citation.house))}[/]"))
    return lines


def rule_path_lines(path: Sequence[Citation]) -> Iterator[ReportLine]:
    """Yield rules from the outermost to the innermost, skipping immediate repetitions."""
    for place, citation in enumerate(path):
        if place == 0 or path[place - 1] != citation:
            yield from rule_lines(2, citation)


def ruling_lines(ruling: InForce) -> Iterator[ReportLine]:
    """Yield a ruling with the reading in force and the other readings."""
    differ = " [yellow]The editions differ.[/]" if len(set(ruling.editions.values())) > 1 else ""
    yield ReportLine(2, f"[cyan]{ruling.ruling}[/]  {escape(ruling.question)}{differ}")
    state = "in force and applied here" if ruling.was_asked else "in force"
    yield ReportLine(4, f"[green]{state}[/]: {reading_label(ruling.reading, ruling)}: {escape(ruling.says)}")
    for name, says in ruling.others.items():
        yield ReportLine(4, f"[dim]other:[/] {reading_label(name, ruling)}: {escape(says)}")


def reading_label(name: str, ruling: InForce | Ruling) -> str:
    """Return the name of a reading with the editions that have it."""
    editions = [edition for edition, reading in ruling.editions.items() if reading == name]
    marks = (["default"] if name == ruling.default else []) + editions
    return f"[bold]{name}[/]" + (f" ({', '.join(marks)})" if marks else "")
