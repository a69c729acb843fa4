"""`referee dispute precedents`: rulings that were kept to be found again, by the rule they rest on."""

from __future__ import annotations

import argparse

from rich.markup import escape

from referee.cli.audit_log import audit_of
from referee.cli.display.case_report import case_line, show_case
from referee.cli.display.cited_rules import line
from referee.cli.display.console import print_json
from referee.cli.key_files import published_in
from referee.cli.match_files import names_in, open_record


def run(args: argparse.Namespace) -> int:
    """Look through bundles; exit with 1 if none has a precedent."""
    found, published = [], published_in(args.keys)
    for path in args.files:
        record = open_record(path)
        audit, docket = audit_of(path, record, published)
        for number, ruling in docket.precedents:
            if args.rule in ruling.rules:
                found.append((ruling.at, path, record, audit, docket.cases[number]))
    found.sort(key=lambda each: each[0], reverse=True)
    for _, path, record, audit, case in found:
        match = record.bundle.match if record.bundle else ""
        if args.json:
            game = record.replay.charter.game
            print_json({"file": path, "match": match, "game": game, "case": case_line(case)})
        else:
            line(0, f"[bold]{escape(path)}[/]  match {escape(match)}")
            show_case(case, names_in(record.replay), audit, indent=2)
    if not found and not args.json:
        line(0, f"No ruling on {escape(args.rule)} is kept as precedent in these files.")
    return 0 if found else 1
