"""`referee dispute appeal`: appeal the first ruling on a case."""

from __future__ import annotations

import argparse

from referee.cli.bundle_editor import BundleEditor


def run(args: argparse.Namespace) -> int:
    """Add an appeal to a case of a bundle."""
    bundle = BundleEditor(args.file, args.data_dir)
    bundle.appeal(args.case, args.by, args.reason)
    bundle.print_case(args.case, as_json=args.json)
    return 0
