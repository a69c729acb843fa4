"""`referee dispute withdraw`: withdraw a case before any ruling."""

from __future__ import annotations

import argparse

from referee.cli.bundle_editor import BundleEditor
from referee.cli.errors import CommandError


def run(args: argparse.Namespace) -> int:
    """Withdraw a case of a bundle."""
    if args.opinion:
        raise CommandError("a panel rules on a match on a server; name it: --server ADDR --match ID")
    bundle = BundleEditor(args.file, args.data_dir)
    bundle.withdraw(args.case, args.by)
    bundle.print_case(args.case, as_json=args.json)
    return 0
