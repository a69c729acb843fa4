"""`referee dispute show`: the cases of a bundle as they stand, and who looked."""

from __future__ import annotations

import argparse

from referee.cli.audit_log import audit_of
from referee.cli.display.case_report import case_line, looks, show_case, standing
from referee.cli.display.cited_rules import line
from referee.cli.display.console import print_json
from referee.cli.errors import Problem
from referee.cli.match_files import names_in, open_record


def run(args: argparse.Namespace) -> int:
    """Show one case, or all."""
    record = open_record(args.file)
    audit, docket = audit_of(args.file, record)
    if args.case and args.case not in docket.cases:
        raise Problem(f"there is no case {args.case} in {args.file}; it has {len(docket.cases)}")
    cases = [case for number, case in docket.cases.items() if args.case in (0, number)]
    if args.json:
        for case in cases:
            print_json(case_line(case))
        return 0
    names = names_in(record.replay)
    for case in cases:
        show_case(case, names, audit)
    if not cases:
        line(0, "No case was opened.")
    for told in [*standing(docket, names), *([] if args.case else looks(audit, names))]:
        line(2, told)
    return 0
