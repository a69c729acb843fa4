"""`referee dispute show`: the cases of a bundle, and who looked at hidden information."""

from __future__ import annotations

import argparse

from referee.cli.display.case_report import case_as_json, look_lines, pause_lines, print_case, standing_lines
from referee.cli.display.console import print_json, print_line
from referee.cli.errors import CommandError
from referee.cli.match_files import open_match_file, read_audit_log
from referee.replay.format import seat_names


def run(args: argparse.Namespace) -> int:
    """Print one case or all cases."""
    file = open_match_file(args.file)
    audit, audit_state = read_audit_log(args.file, file)
    if args.case and args.case not in audit_state.cases:
        raise CommandError(f"no case {args.case} in {args.file}; it has {len(audit_state.cases)}")
    cases = [case for number, case in audit_state.cases.items() if args.case in (0, number)]
    if args.json:
        for case in cases:
            print_json(case_as_json(case))
        return 0
    names = seat_names(file.replay)
    for case in cases:
        print_case(case, names, audit)
    if not cases:
        print_line(0, "There are no cases.")
    more = [] if args.case else [*pause_lines(audit, names), *look_lines(audit, names)]
    for line in [*standing_lines(audit_state, names), *more]:
        print_line(2, line)
    return 0
