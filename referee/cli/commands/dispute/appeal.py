"""`referee dispute appeal`: somebody at the table does not let a ruling be."""

from __future__ import annotations

import argparse

from referee.audit.entries import CaseAppealed
from referee.cli.bundle_editor import Casebook


def run(args: argparse.Namespace) -> int:
    """Appeal the first ruling on a case of a bundle."""
    book = Casebook(args)
    book.write(CaseAppealed(args.case, args.by, args.reason, cites=book.first_ruling(args.case)))
    book.show(args.case)
    return 0
