"""`referee dispute open`: open a case about a fact."""

from __future__ import annotations

import argparse

from referee.cli.bundle_editor import BundleEditor
from referee.cli.errors import CommandError


def run(args: argparse.Namespace) -> int:
    """Open a case in a bundle."""
    if not args.at:
        raise CommandError("name the disputed fact: --at FACT")
    if args.frame or args.freeze:
        raise CommandError("--frame and --freeze apply only to a match on a server, not to a bundle")
    bundle = BundleEditor(args.file, args.data_dir)
    number = bundle.open_case(args.by, args.at, args.rule, args.claim)
    bundle.print_case(number, as_json=args.json)
    return 0
