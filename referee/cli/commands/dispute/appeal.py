"""`referee dispute appeal`: appeal the first ruling on a case."""

from __future__ import annotations

import argparse

from referee.audit.entries import CaseAppealed
from referee.cli.bundle_editor import BundleEditor


def run(args: argparse.Namespace) -> int:
    """Add an appeal to a case of a bundle."""
    bundle = BundleEditor(args)
    bundle.write(CaseAppealed(args.case, args.by, args.reason, cites=bundle.first_ruling(args.case)))
    bundle.print_case(args.case)
    return 0
