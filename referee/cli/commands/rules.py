"""`referee rules`: look up a rule by id, paragraph or words; list rulings and their readings."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from rich.markup import escape

from referee.cli.display.cited_rules import PRINTED, house_part, unprinted_source
from referee.cli.display.console import console, print_json, print_line
from referee.cli.display.paging import paged
from referee.cli.errors import CommandError, as_command_error
from referee.cli.rule_search import matches_query
from referee.cli.suggestions import did_you_mean
from referee.games import UnknownGame
from referee.games import game as game_named
from referee.rulebook import Rulebook, Ruling
from referee.rulebook.paragraphs import is_number, numbers, typed


def run(args: argparse.Namespace) -> int:
    """Print what matches the query; exit with 1 if nothing does."""
    with as_command_error(UnknownGame):
        book = game_named(args.game).rulebook
    if args.edition and args.edition not in book.editions:
        raise CommandError(
            f"unknown edition {args.edition!r} of {args.game} (choose from {', '.join(book.editions)})"
        )
    if args.talk and (args.house or args.rulings):
        raise CommandError("--talk cannot be combined with --house or --rulings")
    found = list(_statements(book, args) if args.talk else _matches(book, args))
    if args.json:
        for rule in found:
            print_json(rule)
    elif found:
        with paged():
            (_print_statements if args.talk else _print_rules)(book, found)
    else:
        what = "no house rule of" if args.house else "no statement of" if args.talk else "nothing in"
        ids = [*book.rules, *book.rulings]
        parts = {word for name in ids for word in re.split(r"[._]", name)}
        similar = (did_you_mean(args.query, ids) or did_you_mean(args.query, parts)).removeprefix("; ")
        hint = _elsewhere(book, args) or similar or "try a shorter word, or omit the query to list everything"
        reason = f"matches {args.query!r}; {hint}" if args.query else "is known"
        console().print(f"{what} {args.game} {reason}", markup=False)
    return 0 if found else 1


def _matches(book: Rulebook, args: argparse.Namespace) -> Iterator[dict[str, object]]:
    """Yield the rules that match, each with its rulings; with `--rulings`, the rulings that match."""
    number = typed(args.query)
    by_number = book.numbered(number, args.edition) if is_number(number) and book.is_numbered else None
    if args.rulings:
        for key, ruling in book.rulings.items():
            texts = [ruling.question, ruling.reason, *ruling.readings.values(), *ruling.rules]
            if (
                matches_query(args.query, key, texts)
                if by_number is None
                else set(ruling.rules) & set(by_number)
            ):
                yield _ruling_alone(key, ruling)
        return
    if args.query in book.rulings and args.query not in book.rules:
        # `why` and `dispute` show this key, although it is not the id of a rule.
        yield _ruling_alone(args.query, book.rulings[args.query])
    for rule_id in _matches_by_words(book, args) if by_number is None else by_number:
        rule = book.rules[rule_id]
        if args.house and not book.has_house_decision(rule_id):
            continue
        rulings = [
            _ruling_as_json(key, ruling) for key, ruling in book.rulings.items() if rule_id in ruling.rules
        ]
        yield {
            "id": rule_id,
            "statement": rule.statement,
            "paragraphs": rule.paragraphs,
            "differs": rule.differs,
            "source": rule.source,
            "house": rule.house,
            "ruling": rulings or None,
        }


def _statements(book: Rulebook, args: argparse.Namespace) -> Iterator[dict[str, object]]:
    """Yield the kinds of statement of the game that match, each as an example in the form of a rule."""
    from referee.people.palette import Palette

    seats = game_named(args.game).seats[0]
    palette, names = Palette(args.game, 0, seats), [f"seat {seat}" for seat in range(seats)]
    for kind in palette.kinds():
        example = palette.statement(kind[0])
        sentence, tag = palette.sentence(kind[0], names), str(type(example).__struct_config__.tag)
        rule_id = example.allowing_rule()
        if matches_query(args.query, tag, [sentence, rule_id]):
            more = f" (and {len(kind) - 1} more of the kind)" if len(kind) > 1 else ""
            yield {
                "id": tag,
                "statement": f"{sentence}{more}",
                "paragraphs": book.rules[rule_id].paragraphs if rule_id else {},
                "differs": "",
                "source": "",
                "house": "",
                "ruling": None,
                "rule": rule_id or None,
            }


def _elsewhere(book: Rulebook, args: argparse.Namespace) -> str:
    """Return the rule that has this number in another edition, and its number in the edition asked for."""
    number = typed(args.query)
    for rule_id in book.numbered(number) if args.edition and is_number(number) else ():
        paragraphs = book.rules[rule_id].paragraphs
        for edition, there in paragraphs.items():
            if number in numbers(there):
                here = paragraphs.get(args.edition)
                if here is None:
                    return f"{edition} {number} is {rule_id}, which {args.edition} does not have"
                return f"{edition} {number} is {args.edition} {here}: {rule_id}"
    return ""


def _matches_by_words(book: Rulebook, args: argparse.Namespace) -> Iterator[str]:
    """Yield the rules that match by id or by words, including the paragraph in the edition asked for."""
    for rule_id, rule in book.rules.items():
        paragraphs = [text for edition, text in rule.paragraphs.items() if args.edition in ("", edition)]
        if matches_query(args.query, rule_id, [rule.statement, rule.house, *paragraphs]):
            yield rule_id


def _ruling_alone(key: str, ruling: Ruling) -> dict[str, object]:
    """Return a ruling in the form of a rule."""
    return {
        "id": key,
        "statement": ruling.question,
        "paragraphs": {},
        "differs": "",
        "source": "",
        "house": "",
        "ruling": _ruling_as_json(key, ruling),
    }


def _ruling_as_json(key: str, ruling: Ruling) -> dict[str, object]:
    return {
        "key": key,
        "question": ruling.question,
        "readings": ruling.readings,
        "default": ruling.default,
        "editions": ruling.editions,
        "reason": ruling.reason,
    }


def _print_rules(book: Rulebook, found: list[dict[str, object]]) -> None:
    for rule in found:
        print_line(0, f"[bold]{rule['id']}[/]  {escape(str(rule['statement']))}", hang=4)
        paragraphs = rule["paragraphs"]
        if isinstance(paragraphs, dict):
            for edition, paragraph in paragraphs.items():
                print_line(4, f"[dim]{book.editions[edition]}:[/] {escape(paragraph)}", hang=4)
            if not paragraphs and not isinstance(rule["ruling"], dict):
                is_printed = book.is_printed(str(rule["id"]))
                source = PRINTED if is_printed else unprinted_source(str(rule["source"]))
                print_line(4, f"[dim]{escape(source)}[/]", hang=4)
        if rule["house"]:
            print_line(4, f"[dim]{escape(house_part(str(rule['house'])))}[/]", hang=4)
        if rule["differs"]:
            print_line(4, f"[yellow]The wordings differ.[/] {escape(str(rule['differs']))}", hang=4)
        rulings = rule["ruling"]
        for ruling in [rulings] if isinstance(rulings, dict) else rulings or []:  # type: ignore[attr-defined]
            _print_ruling(ruling, alone=isinstance(rulings, dict))


def _print_statements(book: Rulebook, found: list[dict[str, object]]) -> None:
    for statement in found:
        print_line(0, f"[bold]{statement['id']}[/]  {escape(str(statement['statement']))}", hang=4)
        if statement["rule"]:
            rule_id = str(statement["rule"])
            print_line(4, f"[dim]{rule_id}:[/] {escape(book.rules[rule_id].statement)}", hang=4)


def _print_ruling(ruling: dict[str, object], *, alone: bool) -> None:
    readings, editions = ruling["readings"], ruling["editions"]
    assert isinstance(readings, dict)
    assert isinstance(editions, dict)
    differing = " [yellow]The editions differ.[/]" if len(set(editions.values())) > 1 else ""
    if not alone:
        print_line(4, f"[cyan]{ruling['key']}[/] {escape(str(ruling['question']))}{differing}", hang=4)
    elif differing:
        print_line(6, differing.strip())
    for name, sentence in readings.items():
        holders = [edition for edition, reading in editions.items() if reading == name]
        marks = (["default"] if name == ruling["default"] else []) + holders
        note = f" [green]({', '.join(marks)})[/]" if marks else ""
        print_line(6, f"[bold]{name}[/]{note}: {escape(sentence)}", hang=4)
    print_line(6, f"[dim]why: {escape(str(ruling['reason']))}[/]", hang=4)
