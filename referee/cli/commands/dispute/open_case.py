"""`referee dispute open`: somebody at the table disputes a fact."""

from __future__ import annotations

import argparse

from referee.audit.entries import CaseOpened
from referee.cli.bundle_editor import Casebook
from referee.cli.errors import Problem


def run(args: argparse.Namespace) -> int:
    """Open a case in a bundle."""
    if not args.at:
        raise Problem("name the disputed fact: --at FACT")
    if args.frame or args.freeze:
        raise Problem("--frame and --freeze are for a match on a server; a bundle is not played any more")
    book = Casebook(args)
    number = len(book.docket.cases) + 1
    book.write(CaseOpened(number, args.by, args.at, args.rule, args.claim, freeze=False))
    book.show(number)
    return 0
