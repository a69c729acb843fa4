"""`referee dispute STEP --server ADDR`: the steps of a dispute on a match on a server."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from google.protobuf.json_format import MessageToDict
from rich.markup import escape

from referee.cli.commands.dispute.rule_on_case import read_remedy
from referee.cli.display.console import print_json, print_line
from referee.cli.display.panel_news import opinions_sentence
from referee.cli.display.pause_news import pause_sentence
from referee.cli.errors import CommandError, as_command_error
from referee.cli.key_values import parse_key_values
from referee.cli.server_connection import connected, full_match_id
from referee.cli.server_settings import api_key
from referee.disputes.cases.dispute_messages import remedy_message
from referee.disputes.cases.ruling_texts import read_rules
from referee.disputes.cases.trial_messages import read_trial
from referee.games.sentences import listed
from referee_api.v1 import referee_pb2 as api
from referee_client import Client

_STATES = {
    api.CASE_STATE_OPEN: "[yellow]open[/]: awaiting a ruling",
    api.CASE_STATE_RULED: "ruled",
    api.CASE_STATE_APPEALED: "[yellow]appealed[/]: awaiting a second ruling",
    api.CASE_STATE_CLOSED: "closed by its second ruling",
    api.CASE_STATE_WITHDRAWN: "withdrawn before any ruling",
}
_FINDINGS = {
    api.FINDING_UPHELD: "upheld",
    api.FINDING_OVERTURNED: "overturned",
    api.FINDING_NO_EFFECT: "no effect",
}


def run(args: argparse.Namespace) -> int:
    """Take a step and print the resulting case."""
    if args.file:
        raise CommandError("name either a file or a match on a server, not both")
    if not args.match or not (args.token or args.step == "show" or api_key(args)):
        raise CommandError("name the match and your token: --match ID --token-file F")
    with connected(args) as referee:
        args.match = full_match_id(referee, args.match)
        _STEPS[args.step](referee, args)
    return 0


def _open(referee: Client, args: argparse.Namespace) -> None:
    if bool(args.at) == bool(args.frame):
        raise CommandError("name the fact: --at FACT, or --frame N and --place N of your own feed")
    number = referee.open_case(
        args.match,
        args.token,
        args.rule,
        args.claim,
        fact=args.at,
        frame=args.frame,
        nth=args.place,
        freeze=args.freeze,
    )
    _print_case(referee, args, number)


def _try(referee: Client, args: argparse.Namespace) -> None:
    rulings = parse_key_values(args.ruling, "--ruling")
    if not args.edition and not rulings:
        raise CommandError("name what to try: --edition E, or --ruling KEY=READING")
    trial = referee.try_reading(
        args.match, args.token, number=args.case, edition=args.edition, rulings=rulings
    )
    if args.json:
        with as_command_error(ValueError):
            print_json(read_trial(trial))
    else:
        print_line(0, escape(trial.sentence))


def _rule(referee: Client, args: argparse.Namespace) -> None:
    if args.write:
        raise CommandError("the server carries out the ruling; omit --write")
    referee.rule_case(
        args.match,
        args.token,
        args.case,
        args.finding,
        args.reason,
        read_rules(args.rules),
        remedy_message(read_remedy(args.remedy)),
        is_precedent=args.precedent,
    )
    _print_case(referee, args, args.case)


def _appeal(referee: Client, args: argparse.Namespace) -> None:
    referee.appeal_case(args.match, args.token, args.case, args.reason)
    _print_case(referee, args, args.case)


def _withdraw(referee: Client, args: argparse.Namespace) -> None:
    withdraw = referee.withdraw_opinion if args.opinion else referee.withdraw_case
    withdraw(args.match, args.token, args.case)
    _print_case(referee, args, args.case)


def _show(referee: Client, args: argparse.Namespace) -> None:
    cases = list(referee.get_view(args.match, args.token).match.standing.cases)
    if args.case and not 1 <= args.case <= len(cases):
        raise CommandError(f"no case {args.case} in match {args.match}; it has {len(cases)}")
    for case in cases:
        if args.case in (0, case.number):
            _print_case(referee, args, case.number)
    if not cases and not args.json:
        print_line(0, "There are no cases.")


def _print_case(referee: Client, args: argparse.Namespace, number: int) -> None:
    """Print the current state of a case, and the match that continues this one."""
    standing = referee.get_view(args.match, args.token).match.standing
    case = standing.cases[number - 1]
    if args.json:
        found: dict[str, Any] = MessageToDict(case, preserving_proto_field_name=True)
        print_json({"match": args.match, "case": found, "successor": standing.successor})
        return
    print_line(0, f"[bold]case {case.number}[/] on [cyan]{escape(case.rule)}[/]: {_STATES[case.state]}")
    print_line(2, f"{escape(case.by)} claims: {escape(case.claim)}")
    for ruling in case.rulings:
        kept = " Kept as precedent." if ruling.is_precedent else ""
        same = " [yellow]Made by whoever made the first ruling.[/]" if ruling.is_by_same_official else ""
        print_line(
            2, f"{_FINDINGS[ruling.finding]} by {escape(ruling.by)}. {escape(ruling.remedy)}{kept}{same}"
        )
        print_line(4, f"{escape(ruling.reason)} [dim]({escape(', '.join(ruling.rules))})[/]")
        if ruling.panel:
            print_line(4, f"[dim]agreed by {escape(listed(list(ruling.panel)))}[/]")
    if case.state == api.CASE_STATE_APPEALED and standing.HasField("panel"):
        print_line(2, f"[yellow]{escape(opinions_sentence(case, standing.panel))}[/]", hang=2)
    if case.freezes:
        print_line(2, "[yellow]frozen[/]: no answers are accepted until it is ruled on")
    if standing.HasField("pause"):
        print_line(2, f"[yellow]{escape(pause_sentence(standing.pause))}[/]", hang=2)
    if standing.successor:
        print_line(2, f"continued as match {escape(standing.successor)}; every seat keeps its token")


_STEPS: dict[str, Callable[[Client, argparse.Namespace], None]] = {
    "open": _open,
    "try": _try,
    "rule": _rule,
    "appeal": _appeal,
    "withdraw": _withdraw,
    "show": _show,
}
