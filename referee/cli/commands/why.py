"""`referee why`: explain a fact by its rules, answers, readings and draws, or an answer by the rule that forbids it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Union

import msgspec
from rich.markup import escape

from referee.cli.display.case_report import format_time
from referee.cli.display.cited_rules import rule_lines, rule_path_lines, ruling_lines, seat_label
from referee.cli.display.console import print_heading, print_json, print_line, print_lines
from referee.cli.display.explanation_report import explanation_lines
from referee.cli.display.paging import paged
from referee.cli.errors import CommandError, as_command_error
from referee.cli.match_files import open_match_file, open_replay
from referee.disputes.evidence.bundles import RefusedIntent
from referee.disputes.explain.explanations import (
    Explanation,
    NoSuchFactNumber,
    NoSuchQuestion,
    RefusalExplained,
    explain,
    explain_refusal,
)
from referee.games import game
from referee.kernel.refusals import Refused
from referee.kernel.run import Answer
from referee.replay.format import Replay, seat_names
from referee.replay.rerun import Mismatch
from referee.server.retries import TALK


def run(args: argparse.Namespace) -> int:
    """Explain a fact, or the answer to a question."""
    is_about_answer = None not in (args.seat, args.question, args.answer)
    if args.refused is not None:
        if not all(
            [given is None for given in (args.fact, args.seat, args.question, args.answer, args.after)]
        ):
            raise CommandError(
                "--refused cannot be combined with a fact, --seat, --question, --answer or --after"
            )
        return _run_refused(args.file, args.refused, args.json)
    if (args.fact is None) != is_about_answer:
        raise CommandError("give the number of a fact, or all of --seat, --question and --answer")
    replay = open_replay(args.file)
    names = seat_names(replay)
    try:
        with as_command_error(NoSuchFactNumber, NoSuchQuestion):
            if not is_about_answer:
                explained_fact = explain(replay.charter, replay.entries, args.fact, names)
                with paged():
                    _print_explanation(args.json, explained_fact, names, replay)
            else:
                answer = _parse_answer(replay.charter.game, args.answer)
                explained = explain_refusal(
                    replay.charter, replay.entries, args.seat, args.question, answer, after=args.after, names=names
                )  # fmt: skip
                _print_refusal(args.json, explained, names)
    except Mismatch as differs:
        raise CommandError(f"{args.file} does not follow from the rules: {differs}") from differs
    return 0


def _parse_answer(game_name: str, text: str) -> Answer | None:
    """Parse option numbers, or choices as written in a replay; return None if they are not choices of this game."""
    try:
        value = msgspec.json.decode(_as_json(text))
    except msgspec.DecodeError:
        raise CommandError(
            f"cannot parse --answer {text!r}; give option numbers ([0,2]), or a choice as written in a replay"
        ) from None
    parts: Sequence[Any] = value if isinstance(value, list) else [value]
    if all(type(part) is int for part in parts):
        return parts
    choice: Any = Union[game(game_name).choices]  # noqa: UP007 - built from a tuple
    try:
        return msgspec.convert(parts, list[choice])
    except msgspec.ValidationError:
        return None


def _as_json(text: str) -> str:
    """Convert a line of a replay to JSON: `abyss.fight {"a":1}` becomes `{"kind":"abyss.fight","a":1}`."""
    kind, _, fields = text.strip().removeprefix("> ").partition(" ")
    if not kind[:1].isalpha():
        return text
    return f'{{"kind":"{kind}"' + (f",{fields.strip()[1:]}" if fields else "}")


# --- facts ---


def _print_explanation(as_json: bool, explained: Explanation, names: Sequence[str], replay: Replay) -> None:
    if as_json:
        readings = {ruling.ruling: ruling.reading for ruling in explained.rulings}
        print_json({**msgspec.structs.asdict(explained), "readings": readings})
        return
    print_lines(explanation_lines(explained, names, replay))


# --- answers ---


def _print_refusal(as_json: bool, explained: RefusalExplained, names: Sequence[str]) -> None:
    if as_json:
        print_json(explained)
        return
    who = seat_label(names, explained.seat)
    print_line(0, f"[bold]Question {explained.question}[/] of {who}, after entry {explained.after}")
    if explained.asked:
        print_line(2, f"[italic]{escape(explained.asked)}[/]")
    for choice in explained.choices:
        print_line(6, f"→ {escape(choice)}")
    if explained.is_allowed:
        print_line(2, "[green]allowed[/]: the rules accept this answer.")
    else:
        name = explained.obstacle or explained.refusal
        print_line(2, f"[red]refused[/]: {escape(explained.why)} [dim]({name})[/]")
    if explained.rule is not None:
        print_heading("The rule that forbids it" if explained.obstacle else "The rule that asks")
        print_lines(rule_lines(2, explained.rule))
    if explained.path:
        print_heading("Rules under which it was asked, outermost first")
        print_lines(rule_path_lines(explained.path))
    if explained.rulings:
        print_heading("Rulings")
        for ruling in explained.rulings:
            print_lines(ruling_lines(ruling))


# --- refused intents in a bundle ---


class _Intent(msgspec.Struct):
    """A refused intent. The answer is missing if it was too long to be recorded."""

    question: int
    answer: msgspec.Raw = msgspec.Raw(b"null")


class _Reply(msgspec.Struct):
    """The reply to a refused intent, as far as it is printed."""

    refused: Refused | None = None


def _run_refused(path: str, number: int, as_json: bool) -> int:
    """List the refused intents of a bundle, or explain one of them."""
    record = open_match_file(path)
    if record.bundle is None:
        raise CommandError(
            f"{path} is a replay, which has no refused intents; use a bundle exported by the server"
        )
    refusals, replay, names = record.bundle.refusals, record.replay, seat_names(record.replay)
    if number == 0:
        for place, refusal in enumerate(refusals, 1):
            _list_refusal(place, refusal, replay.charter.game, names, as_json)
        if not refusals and not as_json:
            print_line(0, "No intent was refused.")
        return 0
    if not 1 <= number <= len(refusals):
        raise CommandError(f"no refused intent {number} in {path}; it has {len(refusals)}")
    refusal = refusals[number - 1]
    intent = msgspec.json.decode(refusal.intent, type=_Intent)
    if intent.question == TALK:
        raise CommandError(
            f"refused intent {number} is a statement; --refused without a number lists its reason"
        )
    with as_command_error(NoSuchQuestion, Mismatch):
        answer = _parse_answer(replay.charter.game, bytes(intent.answer).decode())
        explained = explain_refusal(
            replay.charter, replay.entries, refusal.seat, intent.question, answer, names=names
        )
    _print_refusal(as_json, explained, names)
    return 0


def _list_refusal(
    number: int, refusal: RefusedIntent, game_name: str, names: Sequence[str], as_json: bool
) -> None:
    if as_json:
        print_json({"number": number, **msgspec.structs.asdict(refusal)})
        return
    intent = msgspec.json.decode(refusal.intent, type=_Intent)
    answer = (
        escape(bytes(intent.answer).decode())
        if bytes(intent.answer) != b"null"
        else "an answer that was not recorded"
    )
    time, seat = format_time(refusal.at), seat_label(names, refusal.seat)
    about = "statement" if intent.question == TALK else f"question {intent.question}"
    print_line(0, f"{number}  [dim]{time}[/]  {seat}, {about}: {answer}")
    with suppress(msgspec.ValidationError):  # written by a newer referee
        refused = msgspec.json.decode(refusal.reply, type=_Reply).refused
        if refused is not None:
            meaning = refused.refusal.meaning
            sentence = game(game_name).wording.obstacles.get(refused.obstacle, meaning)
            name = ", ".join(filter(None, [refused.obstacle or refused.refusal, refused.rule]))
            print_line(4, f"{escape(sentence)} [dim]({escape(name)})[/]")
