"""`referee dispute`: open, try and rule on disputes. Each step is a module with its own `run(args)`."""

from __future__ import annotations

import argparse
from importlib import import_module

from referee.cli.errors import CommandError

_MODULES = {
    "open": "open_case",
    "try": "try_reading",
    "rule": "rule_on_case",
    "appeal": "appeal",
    "withdraw": "withdraw",
    "show": "show_cases",
    "precedents": "precedents",
}
_STEPS_WITH_AUTHOR = ("open", "appeal", "withdraw")


def run(args: argparse.Namespace) -> int:
    """Take a step of a dispute, on a file or on a match on a server."""
    module = _MODULES[args.step]
    if args.step != "precedents":
        if args.server:
            module = "on_server"
        elif not args.file:
            raise CommandError("name a file, or a match on a server: --server ADDR --match ID --token-file F")
        elif args.step in _STEPS_WITH_AUTHOR and not args.by and not getattr(args, "opinion", False):
            raise CommandError(
                "name the person who takes this step: --by seat/2 or --by arbiter, for example"
            )
    code: int = import_module(f"referee.cli.commands.dispute.{module}").run(args)
    return code
