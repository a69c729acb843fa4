"""`referee dispute precedents`: find precedents by the rule they cite."""

from __future__ import annotations

import argparse

from rich.markup import escape

from referee.cli.display.case_report import case_as_json, print_case
from referee.cli.display.console import print_json, print_line
from referee.cli.key_files import read_key_file
from referee.cli.match_files import open_match_file, read_audit_log
from referee.replay.format import seat_names


def run(args: argparse.Namespace) -> int:
    """Search bundles for precedents; exit with 1 if there is none."""
    found, published = [], read_key_file(args.keys)
    for path in args.files:
        file = open_match_file(path)
        audit, audit_state = read_audit_log(path, file, published)
        for number, ruling in audit_state.precedents:
            if args.rule in ruling.rules:
                found.append((ruling.at, path, file, audit, audit_state.cases[number]))
    found.sort(key=lambda each: each[0], reverse=True)
    for _, path, file, audit, case in found:
        match = file.bundle.match if file.bundle else ""
        if args.json:
            game = file.replay.charter.game
            print_json({"file": path, "match": match, "game": game, "case": case_as_json(case)})
        else:
            print_line(0, f"[bold]{escape(path)}[/]  match {escape(match)}")
            print_case(case, seat_names(file.replay), audit, indent=2)
    if not found and not args.json:
        print_line(0, f"No precedent in these files cites {escape(args.rule)}.")
    return 0 if found else 1
