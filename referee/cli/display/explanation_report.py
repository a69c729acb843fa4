"""The explanation of a fact as `referee why` prints it: answers, rules, rulings and random draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.markup import escape

from referee.cli.display.cited_rules import rule_path_lines, ruling_lines, seat_label
from referee.cli.display.console import ReportLine, heading_lines
from referee.disputes.explain.explanations import Explanation, Given, Luck
from referee.games import game
from referee.kernel.talk import TALK_PATH
from referee.replay.format import Replay
from referee.rulebook import CONSENSUS

MAX_PLACES_SHOWN = 12
"""Number of places of a shuffle that are printed; `referee why --json` has all."""


def explanation_lines(explained: Explanation, names: Sequence[str], replay: Replay) -> Iterator[ReportLine]:
    """Yield the explanation of a fact."""
    yield ReportLine(0, f"[bold]Fact {explained.number}[/]  {escape(explained.sentence)}")
    edition = game(replay.charter.game).rulebook.editions.get(replay.charter.edition, CONSENSUS)
    place = f"entry {explained.entry} of {len(replay.entries)}"
    yield ReportLine(2, f"[dim]{explained.kind}, {place}, rules: {edition}[/]")
    yield from heading_lines("Answers")
    if explained.path and explained.path[0].rule == TALK_PATH:
        yield ReportLine(2, "Nobody was asked: the seat said so of its own accord.")
    elif explained.entry == 1:
        yield ReportLine(2, "Nobody was asked: the fact is part of the setup.")
    elif not explained.answers:
        yield ReportLine(2, f"None: it followed when what entry {explained.entry} had begun was over.")
    for given in explained.answers:
        yield from _answer_lines(given, names)
    yield from heading_lines("Rules, outermost first")
    yield from rule_path_lines(explained.path)
    yield from heading_lines("Rulings")
    if not explained.rulings:
        yield ReportLine(2, "None concerns these rules.")
    for ruling in explained.rulings:
        yield from ruling_lines(ruling)
    yield from heading_lines("Random draws")
    yield from _draw_lines(explained)


def _answer_lines(given: Given, names: Sequence[str]) -> Iterator[ReportLine]:
    who = seat_label(names, given.seat)
    how = {
        "seat": f"{who} answered",
        "clock": f"the clock of {who} ran out, and the default was used",
        "order": f"a standing order of {who} answered",
    }[given.by]
    yield ReportLine(2, f"[dim]entry {given.entry}[/]  {how}: [italic]{escape(given.asked)}[/]")
    for choice in given.choices or ("Nothing.",):
        yield ReportLine(6, f"→ {escape(choice)}")


def _draw_lines(explained: Explanation) -> Iterator[ReportLine]:
    if not explained.draws and not explained.shuffles:
        yield ReportLine(2, "None between the answer and this fact, and the fact shows no shuffled card.")
    for draw in explained.draws:
        here = "[green]here[/]" if draw.fact == explained.number else f"before fact {draw.fact}"
        yield ReportLine(2, f"{here}: {_describe_draw(draw)}")
    for luck, shuffled in groupby(explained.shuffles, key=lambda each: each.luck):
        yield ReportLine(2, f"shuffled before fact {luck.fact}: {_describe_draw(luck)}")
        for each in shuffled:
            places = ", ".join(str(place) for place in each.places)
            verb = "taken from place" if each.is_taken else "a card of this name was at place"
            yield ReportLine(6, f"{escape(each.card)}: {verb} {places} of {luck.size}")


def _describe_draw(luck: Luck) -> str:
    stream = f"stream [cyan]{escape(luck.label)}[/], word {luck.word}"
    if len(luck.result) == luck.size != 1:
        shown = " ".join(str(place) for place in luck.result[:MAX_PLACES_SHOWN])
        more = " …" if luck.size > MAX_PLACES_SHOWN else ""
        return f"{stream}, {luck.size} items in the order {shown}{more}"
    return f"{stream}, a number below {luck.size}: {luck.result[0]}"
