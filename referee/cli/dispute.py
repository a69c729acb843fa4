"""`referee dispute`: settle what somebody at the table doubts. Each step is a module with a `run(args)` of its own."""

from __future__ import annotations

import argparse
from importlib import import_module


def run(args: argparse.Namespace) -> int:
    """Carry out a step of a dispute."""
    code: int = import_module(f"referee.cli.dispute_{args.step}").run(args)
    return code
