"""`referee why`: the rules, answers, readings and luck behind a fact; or the rule that forbids an answer."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Union

import msgspec
from rich.markup import escape

from referee.cli.display.case_report import day
from referee.cli.display.cited_rules import heading, line, seat_named, show_path, show_rule, show_ruling
from referee.cli.display.console import print_json
from referee.cli.errors import Problem, told_as_problem
from referee.cli.match_files import names_in, open_record, open_replay
from referee.disputes.evidence.bundles import RefusedIntent
from referee.disputes.explain.explanations import (
    Explanation,
    Given,
    Luck,
    NoSuchFactNumber,
    NoSuchQuestion,
    RefusalExplained,
    explain,
    explain_refusal,
)
from referee.games import game
from referee.kernel.run import Answer
from referee.replay.format import Replay
from referee.replay.rerun import Mismatch
from referee.rulebook import CONSENSUS

ORDER_SHOWN = 12
"""So many places of a shuffle are shown; `--json` has all."""


def run(args: argparse.Namespace) -> int:
    """Explain a fact, or the answer to a question."""
    is_about_answer = None not in (args.seat, args.question, args.answer)
    if args.refused is not None:
        if not all(
            [given is None for given in (args.fact, args.seat, args.question, args.answer, args.after)]
        ):
            raise Problem(
                "--refused goes by itself: an intent of the bundle has its seat, question and answer"
            )
        return _run_refused(args.file, args.refused, args.json)
    if (args.fact is None) != is_about_answer:
        raise Problem("name the number of a fact, or all of --seat, --question and --answer")
    replay = open_replay(args.file)
    names = names_in(replay)
    try:
        with told_as_problem(NoSuchFactNumber, NoSuchQuestion):
            if not is_about_answer:
                _tell(args.json, explain(replay.charter, replay.entries, args.fact, names), names, replay)
            else:
                answer = _answer(replay.charter.game, args.answer)
                explained = explain_refusal(
                    replay.charter, replay.entries, args.seat, args.question, answer, after=args.after, names=names
                )  # fmt: skip
                _tell_refusal(args.json, explained, names)
    except Mismatch as differs:
        raise Problem(f"{args.file} is not what the rules bring about: {differs}") from differs
    return 0


def _answer(game_name: str, text: str) -> Answer | None:
    """Read an answer: option numbers, or choices as the replay has them; None for what is no answer in this game."""
    try:
        value = msgspec.json.decode(_as_json(text))
    except msgspec.DecodeError:
        raise Problem(
            f"--answer {text!r} cannot be read; give option numbers ([0,2]), or a choice as the replay has it"
        ) from None
    parts: Sequence[Any] = value if isinstance(value, list) else [value]
    if all(type(part) is int for part in parts):
        return parts
    choice: Any = Union[game(game_name).choices]  # noqa: UP007 - made of a tuple
    try:
        return msgspec.convert(parts, list[choice])
    except msgspec.ValidationError:
        return None


def _as_json(text: str) -> str:
    """A line of a replay as the JSON it stands for: `abyss.fight {"a":1}` is `{"kind":"abyss.fight","a":1}`."""
    kind, _, fields = text.strip().removeprefix("> ").partition(" ")
    if not kind[:1].isalpha():
        return text
    return f'{{"kind":"{kind}"' + (f",{fields.strip()[1:]}" if fields else "}")


# --- a fact ---


def _tell(as_json: bool, told: Explanation, names: Sequence[str], replay: Replay) -> None:
    if as_json:
        print_json(told)
        return
    line(0, f"[bold]Fact {told.number}[/]  {escape(told.sentence)}")
    book = game(replay.charter.game).rulebook
    edition = book.editions.get(replay.charter.edition, CONSENSUS)
    line(2, f"[dim]{told.kind}, entry {told.entry} of {len(replay.entries)}, played by: {edition}[/]")
    heading("Answers")
    if not told.answers:
        line(2, "Nobody was asked: it is part of the setup.")
    for given in told.answers:
        _show_answer(given, names)
    heading("Rules, outermost first")
    show_path(told.path)
    heading("Rulings")
    if not told.rulings:
        line(2, "None bears on these rules.")
    for ruling in told.rulings:
        show_ruling(ruling)
    heading("Luck")
    _show_luck(told)


def _show_answer(given: Given, names: Sequence[str]) -> None:
    who = seat_named(names, given.seat)
    how = {
        "seat": f"{who} answered",
        "clock": f"the clock of {who} ran out, and the default was taken",
        "order": f"a standing order of {who} answered",
    }[given.by]
    line(2, f"[dim]entry {given.entry}[/]  {how}: [italic]{escape(given.asked)}[/]")
    for choice in given.choices or ("Nothing.",):
        line(6, f"→ {escape(choice)}")


def _show_luck(told: Explanation) -> None:
    if not told.draws and not told.shuffles:
        line(2, "None: no luck was drawn between the answer and this fact, and it shows no shuffled card.")
    for draw in told.draws:
        here = "[green]here[/]" if draw.fact == told.number else f"before fact {draw.fact}"
        line(2, f"{here}: {_draw(draw)}")
    for luck, shuffled in groupby(told.shuffles, key=lambda each: each.luck):
        line(2, f"shuffled before fact {luck.fact}: {_draw(luck)}")
        for each in shuffled:
            places = ", ".join(str(place) for place in each.places)
            verb = "taken from place" if each.is_taken else "a card of this name lay at place"
            line(6, f"{escape(each.card)}: {verb} {places} of {luck.size}")


def _draw(luck: Luck) -> str:
    stream = f"stream [cyan]{escape(luck.label)}[/], word {luck.word}"
    if len(luck.result) == luck.size != 1:
        shown = " ".join(str(place) for place in luck.result[:ORDER_SHOWN])
        more = " …" if luck.size > ORDER_SHOWN else ""
        return f"{stream}, {luck.size} things in the order {shown}{more}"
    return f"{stream}, a number below {luck.size}: {luck.result[0]}"


# --- an answer ---


def _tell_refusal(as_json: bool, told: RefusalExplained, names: Sequence[str]) -> None:
    if as_json:
        print_json(told)
        return
    who = seat_named(names, told.seat)
    line(0, f"[bold]Question {told.question}[/] of {who}, after entry {told.after}")
    if told.asked:
        line(2, f"[italic]{escape(told.asked)}[/]")
    for choice in told.choices:
        line(6, f"→ {escape(choice)}")
    if told.is_allowed:
        line(2, "[green]allowed[/]: the rules take this answer.")
    else:
        name = told.obstacle or told.refusal
        line(2, f"[red]refused[/]: {escape(told.why)} [dim]({name})[/]")
    if told.rule is not None:
        heading("The rule that forbids it" if told.obstacle else "The rule that asks")
        show_rule(2, told.rule)
    if told.path:
        heading("Rules under which it was asked, outermost first")
        show_path(told.path)
    if told.rulings:
        heading("Rulings")
        for ruling in told.rulings:
            show_ruling(ruling)


# --- the intents that were refused ---


class _Intent(msgspec.Struct):
    """What somebody wanted; an answer that was too long to be kept is not there."""

    question: int
    answer: msgspec.Raw = msgspec.Raw(b"null")


def _run_refused(path: str, number: int, as_json: bool) -> int:
    """List the refused intents of a bundle, or explain one: the rule that forbids it, by the record."""
    record = open_record(path)
    if record.bundle is None:
        raise Problem(f"{path} is a replay, and has no refused intents in it; a bundle of its server has")
    refusals, replay, names = record.bundle.refusals, record.replay, names_in(record.replay)
    if number == 0:
        for place, refusal in enumerate(refusals, 1):
            _list_refusal(place, refusal, names, as_json)
        if not refusals and not as_json:
            line(0, "No intent was refused.")
        return 0
    if not 1 <= number <= len(refusals):
        raise Problem(f"there is no refused intent {number} in {path}; it has {len(refusals)}")
    refusal = refusals[number - 1]
    intent = msgspec.json.decode(refusal.intent, type=_Intent)
    with told_as_problem(NoSuchQuestion, Mismatch):
        answer = _answer(replay.charter.game, bytes(intent.answer).decode())
        explained = explain_refusal(
            replay.charter, replay.entries, refusal.seat, intent.question, answer, names=names
        )
    _tell_refusal(as_json, explained, names)
    return 0


def _list_refusal(number: int, refusal: RefusedIntent, names: Sequence[str], as_json: bool) -> None:
    if as_json:
        print_json({"number": number, **msgspec.structs.asdict(refusal)})
        return
    intent = msgspec.json.decode(refusal.intent, type=_Intent)
    answer = (
        escape(bytes(intent.answer).decode())
        if bytes(intent.answer) != b"null"
        else "an answer that is not kept"
    )
    line(
        0,
        f"{number}  [dim]{day(refusal.at)}[/]  {seat_named(names, refusal.seat)}, question {intent.question}: {answer}",
    )
