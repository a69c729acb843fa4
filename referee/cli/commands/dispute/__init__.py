"""`referee dispute`: settle what somebody at the table doubts. Each step is a module with a `run(args)` of its own."""

from __future__ import annotations

import argparse
from importlib import import_module

from referee.cli.errors import Problem

_STEPS_OF_SOMEBODY = ("open", "appeal")
_MODULES = {
    "open": "open_case",
    "try": "try_reading",
    "rule": "rule_on_case",
    "appeal": "appeal",
    "show": "show_cases",
    "precedents": "precedents",
}


def run(args: argparse.Namespace) -> int:
    """Carry out a step of a dispute: on a file, or on a match at a server."""
    module = _MODULES[args.step]
    if args.step != "precedents":
        if args.server:
            module = "on_server"
        elif not args.file:
            raise Problem("name a file, or a match on a server: --server ADDR --match ID --token T")
        elif args.step in _STEPS_OF_SOMEBODY and not args.by:
            raise Problem("say who does it: --by seat/2, or --by arbiter")
    code: int = import_module(f"referee.cli.commands.dispute.{module}").run(args)
    return code
