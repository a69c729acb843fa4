"""`referee rules`: look a rule up by id, paragraph or words; list rulings and their readings."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator

from rich.markup import escape

from referee.cli.display.cited_rules import HOUSE_RULE, PRINTED, line
from referee.cli.display.console import console, print_json
from referee.cli.errors import Problem, told_as_problem
from referee.games import UnknownGame
from referee.games import game as game_named
from referee.rulebook import Rulebook, Ruling
from referee.rulebook.paragraphs import is_number, numbers, typed


def run(args: argparse.Namespace) -> int:
    """Show what fits the query; exit with 1 if nothing does."""
    with told_as_problem(UnknownGame):
        book = game_named(args.game).rulebook
    if args.edition and args.edition not in book.editions:
        raise Problem(f"no edition {args.edition!r} of {args.game}; there is {', '.join(book.editions)}")
    found = list(_found(book, args))
    if args.json:
        for rule in found:
            print_json(rule)
    elif found:
        _show(book, found)
    else:
        what = "no house rule of" if args.house else "nothing in"
        instead = _elsewhere(book, args) or "try a shorter word, or no query for all"
        hint = f"fits {args.query!r}; {instead}" if args.query else "is known"
        console().print(f"{what} {args.game} {hint}", markup=False)
    return 0 if found else 1


def _found(book: Rulebook, args: argparse.Namespace) -> Iterator[dict[str, object]]:
    """The rules that fit, each with the rulings that bear on it; with `--rulings`, the rulings that fit."""
    number = typed(args.query)
    by_number = book.numbered(number, args.edition) if is_number(number) and book.is_numbered else None
    if args.rulings:
        for key, ruling in book.rulings.items():
            texts = [ruling.question, ruling.reason, *ruling.readings.values(), *ruling.rules]
            if _fits(args.query, key, texts) if by_number is None else set(ruling.rules) & set(by_number):
                yield _alone(key, ruling)
        return
    if args.query in book.rulings and args.query not in book.rules:
        # What `why` and `dispute` call by this name, although no rule is called so.
        yield _alone(args.query, book.rulings[args.query])
    for rule_id in _worded(book, args) if by_number is None else by_number:
        rule = book.rules[rule_id]
        if args.house and not book.is_house_rule(rule_id):
            continue
        bearing = [_ruling(key, ruling) for key, ruling in book.rulings.items() if rule_id in ruling.rules]
        yield {
            "id": rule_id,
            "statement": rule.statement,
            "paragraphs": rule.paragraphs,
            "differs": rule.differs,
            "ruling": bearing or None,
        }


def _elsewhere(book: Rulebook, args: argparse.Namespace) -> str:
    """What a number that the edition does not have is in another, and which number that has here."""
    number = typed(args.query)
    for rule_id in book.numbered(number) if args.edition and is_number(number) else ():
        paragraphs = book.rules[rule_id].paragraphs
        for edition, there in paragraphs.items():
            if number in numbers(there):
                return f"{edition} {number} is {args.edition} {paragraphs.get(args.edition, 'nothing')}: {rule_id}"
    return ""


def _worded(book: Rulebook, args: argparse.Namespace) -> Iterator[str]:
    """The rules that fit by their id or by words, also of the paragraph in the edition asked for."""
    for rule_id, rule in book.rules.items():
        paragraphs = [text for edition, text in rule.paragraphs.items() if args.edition in ("", edition)]
        if _fits(args.query, rule_id, [rule.statement, *paragraphs]):
            yield rule_id


def _fits(query: str, name: str, texts: Iterable[str]) -> bool:
    """A query fits an id, the beginning of one, or texts that hold all of its words."""
    wanted = query.casefold()
    if name == wanted or name.startswith(f"{wanted}."):
        return True
    everything = f"{name} {' '.join(texts)}".casefold()
    return all(word in everything for word in wanted.split())


def _alone(key: str, ruling: Ruling) -> dict[str, object]:
    """A ruling by itself."""
    return {
        "id": key,
        "statement": ruling.question,
        "paragraphs": {},
        "differs": "",
        "ruling": _ruling(key, ruling),
    }


def _ruling(key: str, ruling: Ruling) -> dict[str, object]:
    return {
        "key": key,
        "question": ruling.question,
        "readings": ruling.readings,
        "default": ruling.default,
        "editions": ruling.editions,
        "reason": ruling.reason,
    }


def _show(book: Rulebook, found: list[dict[str, object]]) -> None:
    for rule in found:
        line(0, f"[bold]{rule['id']}[/]  {escape(str(rule['statement']))}", hang=4)
        paragraphs = rule["paragraphs"]
        if isinstance(paragraphs, dict):
            for edition, paragraph in paragraphs.items():
                line(4, f"[dim]{book.editions[edition]}:[/] {escape(paragraph)}", hang=4)
            if not paragraphs and not isinstance(rule["ruling"], dict):
                line(4, f"[dim]{PRINTED if book.is_printed(str(rule['id'])) else HOUSE_RULE}[/]", hang=4)
        if rule["differs"]:
            line(4, f"[yellow]The wordings differ.[/] {escape(str(rule['differs']))}", hang=4)
        rulings = rule["ruling"]
        for ruling in [rulings] if isinstance(rulings, dict) else rulings or []:  # type: ignore[attr-defined]
            _show_ruling(ruling, alone=isinstance(rulings, dict))


def _show_ruling(ruling: dict[str, object], *, alone: bool) -> None:
    readings, editions = ruling["readings"], ruling["editions"]
    assert isinstance(readings, dict)
    assert isinstance(editions, dict)
    differing = " [yellow]The editions differ.[/]" if len(set(editions.values())) > 1 else ""
    if not alone:
        line(4, f"[cyan]{ruling['key']}[/] {escape(str(ruling['question']))}{differing}", hang=4)
    elif differing:
        line(6, differing.strip())
    for name, sentence in readings.items():
        holders = [edition for edition, reading in editions.items() if reading == name]
        marks = (["default"] if name == ruling["default"] else []) + holders
        note = f" [green]({', '.join(marks)})[/]" if marks else ""
        line(6, f"[bold]{name}[/]{note}: {escape(sentence)}", hang=4)
    line(6, f"[dim]why: {escape(str(ruling['reason']))}[/]", hang=4)
