"""`referee dispute try`: re-run a match under another reading and show the first difference."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from rich.markup import escape

from referee.cli.bundle_editor import BundleEditor, tried_under
from referee.cli.display.cited_rules import paragraph_numbers, reading_label, rule_lines, seat_label
from referee.cli.display.console import print_heading, print_json, print_line, print_lines
from referee.cli.errors import CommandError
from referee.cli.key_values import parse_key_values
from referee.cli.match_files import open_replay
from referee.disputes.explain.trial_result import FactSide, QuestionSide, Stop, Trial
from referee.games import game as game_named
from referee.games.fact_sentences import fact_sentence
from referee.kernel.table import Ended
from referee.replay.format import seat_names
from referee.rulebook import Rulebook

MAX_OPTIONS_SHOWN = 8
"""Number of printed options that only one side offers; `--json` has all."""

EFFECTS = {
    "none": "[green]No effect[/]: the same questions, the same facts, the same outcome.",
    "questions": "[yellow]The same facts[/], but a question or its options differ.",
    "facts": "[yellow]Different facts[/], but the same outcome.",
    "outcome": "[red]The outcome changes.[/]",
    "unknown": "[yellow]Unknown outcome[/]: the recorded answers do not reach an end.",
}
SO_FAR = {
    **EFFECTS,
    "none": "[green]No effect so far[/]: the same questions, the same facts.",
    "facts": "[yellow]Different facts[/]; the match is not over.",
}
"""The effects on a match that is not over."""


def run(args: argparse.Namespace) -> int:
    """Try another reading. The exit code is 0 whether or not anything differs."""
    rulings = parse_key_values(args.ruling, "--ruling")
    if not args.edition and not rulings:
        raise CommandError("name what to try: --edition E, or --ruling KEY=READING")
    if args.case:
        bundle = BundleEditor(args.file, args.data_dir)
        replay, trial = bundle.replay, bundle.try_reading(args.case, args.edition, rulings)
    else:
        replay = open_replay(args.file)
        trial = tried_under(args.file, replay, args.edition, rulings)
    if args.json:
        print_json(trial)
    else:
        _print_trial(trial, seat_names(replay), game_named(replay.charter.game).rulebook)
    return 0


def _print_trial(trial: Trial, names: Sequence[str], book: Rulebook) -> None:
    print_line(0, (SO_FAR if trial.outcome is None else EFFECTS)[trial.effect])
    print_heading(f"Readings that change ({len(trial.readings)})")
    for key, (was, tried) in trial.readings.items():
        ruling = book.rulings[key]
        print_line(2, f"[cyan]{key}[/]  {escape(ruling.question)}")
        print_line(6, f"as played: {reading_label(was, ruling)}: {escape(ruling.readings[was])}")
        print_line(6, f"tried:     {reading_label(tried, ruling)}: {escape(ruling.readings[tried])}")
    if trial.question is not None:
        print_heading(f"First question that differs: after fact {trial.question.after}")
        _print_question("as played", trial.question.record, names)
        _print_question("tried", trial.question.tried, names)
        _print_cause(trial.question.rulings)
    if trial.fact is not None:
        print_heading(f"First fact that differs: {trial.fact.number}, in entry {trial.fact.entry}")
        _print_fact("as played", trial.fact.record)
        _print_fact("tried", trial.fact.tried)
        if trial.fact.fields:
            print_line(2, f"fields that differ: {', '.join(trial.fact.fields)}")
        _print_cause(trial.fact.rulings)
    elif trial.effect != "none":
        print_line(0, f"\nNo fact differs up to fact {trial.facts_tried}, where the trial ends.")
    print_heading("Recorded answers")
    _print_answers(trial, names)
    print_heading("Outcome")
    print_line(2, f"as played: {_outcome(book.game, trial.outcome, names)}")
    print_line(2, f"tried:     {_outcome(book.game, trial.outcome_tried, names)}")


def _print_cause(rulings: Sequence[str]) -> None:
    if rulings:
        print_line(2, f"last rulings consulted before it: [cyan]{', '.join(rulings)}[/]")


def _print_fact(side: str, fact: FactSide | None) -> None:
    if fact is None:
        print_line(2, f"{side}: the match is over")
        return
    print_line(2, f"{side}: [bold]{escape(fact.sentence)}[/]")
    print_lines(rule_lines(6, fact.rule))


def _print_question(side: str, question: QuestionSide | None, names: Sequence[str]) -> None:
    if question is None:
        print_line(2, f"{side}: nothing is asked here")
        return
    who = seat_label(names, question.seat)
    print_line(2, f"{side}: {who} is asked: [italic]{escape(question.asked)}[/]")
    print_line(6, f"choose {_amount(question)} of {question.options}")
    for limit in question.limits:
        print_line(6, f"limit {limit['kind']} by [cyan]{limit['rule']}[/]")
    if question.rule is not None:
        print_line(6, f"[cyan]{question.rule.rule}[/] [dim]{escape(paragraph_numbers(question.rule))}[/]")
    for option in question.alone[:MAX_OPTIONS_SHOWN]:
        print_line(6, f"only here: {escape(option)}")
    if len(question.alone) > MAX_OPTIONS_SHOWN:
        print_line(6, f"and {len(question.alone) - MAX_OPTIONS_SHOWN} more that only this side offers")


def _amount(question: QuestionSide) -> str:
    least, most = question.least, question.most
    return str(least) if least == most else f"{least} to {most}"


def _print_answers(trial: Trial, names: Sequence[str]) -> None:
    print_line(2, f"{trial.followed} of {trial.answers} could be followed under the other reading.")
    if trial.passed_over:
        print_line(2, f"{trial.passed_over} were skipped because their questions are no longer asked.")
    if trial.stop is None:
        return
    _print_stop(trial.stop, names)


def _print_stop(stop: Stop, names: Sequence[str]) -> None:
    who = seat_label(names, stop.seat)
    if stop.reason == "record_ends":
        print_line(2, f"The record ends with a question to {who}: [italic]{escape(stop.asked)}[/]")
        return
    if stop.reason == "not_on_record":
        print_line(
            2, f"[red]stops[/] after fact {stop.after}: {who} is asked a question without a recorded answer:"
        )
        print_line(6, f"[italic]{escape(stop.asked)}[/]")
    else:
        print_line(
            2,
            f"[red]stops[/] after fact {stop.after}: the answer of {who} in entry {stop.entry} is not allowed:",
        )
        print_line(6, f"[italic]{escape(stop.asked)}[/]")
        for choice in stop.choices or ("Nothing.",):
            print_line(6, f"→ {escape(choice)}")
        print_line(6, f"[red]refused[/]: {escape(stop.why)}")
    if stop.rule is not None:
        print_lines(rule_lines(6, stop.rule))


def _outcome(game: str, outcome: Ended | None, names: Sequence[str]) -> str:
    return "not reached" if outcome is None else escape(fact_sentence(game, outcome, names))
