"""`referee dispute open`: open a case about a fact."""

from __future__ import annotations

import argparse

from referee.audit.entries import CaseOpened
from referee.cli.bundle_editor import BundleEditor
from referee.cli.errors import CommandError


def run(args: argparse.Namespace) -> int:
    """Open a case in a bundle."""
    if not args.at:
        raise CommandError("name the disputed fact: --at FACT")
    if args.frame or args.freeze:
        raise CommandError("--frame and --freeze apply only to a match on a server, not to a bundle")
    bundle = BundleEditor(args)
    number = len(bundle.audit_state.cases) + 1
    bundle.write(CaseOpened(number, args.by, args.at, args.rule, args.claim, freeze=False))
    bundle.print_case(number)
    return 0
