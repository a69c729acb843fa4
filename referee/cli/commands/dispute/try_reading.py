"""`referee dispute try`: the same seed and answers under another reading, and the first thing that differs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from rich.markup import escape

from referee.audit.entries import ReadingTried
from referee.cli.bundle_editor import Casebook
from referee.cli.display.cited_rules import heading, line, paragraphs_of, reading, seat_named, show_rule
from referee.cli.display.console import print_json
from referee.cli.display.fact_sentences import sentence
from referee.cli.errors import Problem, told_as_problem
from referee.cli.key_values import pairs
from referee.cli.match_files import names_in, open_replay
from referee.disputes.explain.trial_reports import report_of
from referee.disputes.explain.trials import FactSide, QuestionSide, Stop, Trial, TrialFault, try_reading
from referee.games import game as game_named
from referee.kernel.table import Ended
from referee.replay.rerun import Mismatch
from referee.rulebook import Rulebook, UnknownReading

OPTIONS_SHOWN = 8
"""So many options that only one side offers are shown; `--json` has all."""

EFFECTS = {
    "none": "[green]No effect[/]: the same questions, the same facts, the same end.",
    "questions": "[yellow]The same happened[/], but somebody would have been asked or offered something else.",
    "facts": "[yellow]Something else happens[/], and the match comes to the same end.",
    "outcome": "[red]The outcome changes.[/]",
    "unknown": "[yellow]Nobody can say how it would have ended[/]: the answers on record do not carry that far.",
}
SO_FAR = {
    **EFFECTS,
    "none": "[green]No effect so far[/]: the same questions, the same facts.",
    "facts": "[yellow]Something else happens[/]; the match is not over.",
}
"""Of a match that goes on, which has come to no end yet."""


def run(args: argparse.Namespace) -> int:
    """Try another reading. A trial that was carried out is done, whatever came of it."""
    rulings = pairs(args.ruling, "--ruling")
    if not args.edition and not rulings:
        raise Problem("name what to try: --edition E, or --ruling KEY=READING")
    book = Casebook(args) if args.case else None
    replay = book.replay if book else open_replay(args.file)
    names = names_in(replay)
    try:
        with told_as_problem(UnknownReading, TrialFault):
            trial = try_reading(
                replay.charter, replay.entries, edition=args.edition, rulings=rulings, names=names
            )
    except Mismatch as differs:
        raise Problem(f"{args.file} is not what the rules bring about: {differs}") from differs
    if not trial.readings:
        raise Problem("the match was played by these very readings, so nothing changes; name others")
    if book is not None:
        book.write(ReadingTried(args.case, args.edition, rulings, report_of(trial)))
    if args.json:
        print_json(trial)
    else:
        _show(trial, names, game_named(replay.charter.game).rulebook)
    return 0


def _show(trial: Trial, names: Sequence[str], book: Rulebook) -> None:
    line(0, (SO_FAR if trial.outcome is None else EFFECTS)[trial.effect])
    heading(f"Readings that change ({len(trial.readings)})")
    for key, (was, tried) in trial.readings.items():
        ruling = book.rulings[key]
        line(2, f"[cyan]{key}[/]  {escape(ruling.question)}")
        line(6, f"as played: {reading(was, ruling)}: {escape(ruling.readings[was])}")
        line(6, f"tried:     {reading(tried, ruling)}: {escape(ruling.readings[tried])}")
    if trial.question is not None:
        heading(f"First question that differs: after fact {trial.question.after}")
        _show_question("as played", trial.question.record, names)
        _show_question("tried", trial.question.tried, names)
        _show_cause(trial.question.rulings)
    if trial.fact is not None:
        heading(f"First fact that differs: {trial.fact.number}, in entry {trial.fact.entry}")
        _show_fact("as played", trial.fact.record)
        _show_fact("tried", trial.fact.tried)
        if trial.fact.fields:
            line(2, f"what differs: {', '.join(trial.fact.fields)}")
        _show_cause(trial.fact.rulings)
    elif trial.effect != "none":
        line(0, f"\nNo fact differs as far as the trial goes, which is fact {trial.facts_tried}.")
    heading("Answers on record")
    _show_answers(trial, names)
    heading("Outcome")
    line(2, f"as played: {_outcome(book.game, trial.outcome, names)}")
    line(2, f"tried:     {_outcome(book.game, trial.outcome_tried, names)}")


def _show_cause(rulings: Sequence[str]) -> None:
    if rulings:
        line(2, f"asked for last before it: [cyan]{', '.join(rulings)}[/]")


def _show_fact(side: str, fact: FactSide | None) -> None:
    if fact is None:
        line(2, f"{side}: the match is over")
        return
    line(2, f"{side}: [bold]{escape(fact.sentence)}[/]")
    show_rule(6, fact.rule)


def _show_question(side: str, question: QuestionSide | None, names: Sequence[str]) -> None:
    if question is None:
        line(2, f"{side}: nothing is asked here")
        return
    who = seat_named(names, question.seat)
    line(2, f"{side}: {who} is asked: [italic]{escape(question.asked)}[/]")
    line(6, f"to choose {_amount(question)} of {question.options}")
    for limit in question.limits:
        line(6, f"limit {limit['kind']} by [cyan]{limit['rule']}[/]")
    if question.rule is not None:
        line(6, f"[cyan]{question.rule.rule}[/] [dim]{escape(paragraphs_of(question.rule))}[/]")
    for option in question.alone[:OPTIONS_SHOWN]:
        line(6, f"only here: {escape(option)}")
    if len(question.alone) > OPTIONS_SHOWN:
        line(6, f"and {len(question.alone) - OPTIONS_SHOWN} more that the other side does not offer")


def _amount(question: QuestionSide) -> str:
    least, most = question.least, question.most
    return str(least) if least == most else f"{least} to {most}"


def _show_answers(trial: Trial, names: Sequence[str]) -> None:
    line(2, f"{trial.followed} of {trial.answers} could be followed under the other reading.")
    if trial.passed_over:
        line(2, f"{trial.passed_over} answered a question that is no longer asked, and were passed over.")
    if trial.stop is None:
        return
    _show_stop(trial.stop, names)


def _show_stop(stop: Stop, names: Sequence[str]) -> None:
    who = seat_named(names, stop.seat)
    if stop.reason == "record_ends":
        line(2, f"The record ends here, where {who} is asked: [italic]{escape(stop.asked)}[/]")
        return
    if stop.reason == "not_on_record":
        line(
            2, f"[red]stops[/] after fact {stop.after}: {who} is asked what the record does not answer there:"
        )
        line(6, f"[italic]{escape(stop.asked)}[/]")
    else:
        line(
            2,
            f"[red]stops[/] after fact {stop.after}: the answer of {who} in entry {stop.entry} is not allowed:",
        )
        line(6, f"[italic]{escape(stop.asked)}[/]")
        for choice in stop.choices or ("Nothing.",):
            line(6, f"→ {escape(choice)}")
        line(6, f"[red]refused[/]: {escape(stop.why)}")
    if stop.rule is not None:
        show_rule(6, stop.rule)


def _outcome(game: str, outcome: Ended | None, names: Sequence[str]) -> str:
    return "no end" if outcome is None else escape(sentence(game, outcome, names))
