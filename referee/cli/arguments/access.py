"""Arguments of `referee access` and its actions."""

from __future__ import annotations

import argparse

from referee.cli.arguments.shared import CommandGroup, add_json

_ROLES = ("operator", "organiser", "judge", "head_judge", "scorekeeper", "observer")


def add_to(commands: CommandGroup) -> None:
    """Add the command and its actions."""
    parser = commands.add(
        "access",
        "issue, list, rotate and revoke the API keys of a service",
        "referee access issue --name 'Spring league' --role organiser",
        "referee access list",
        details="A service that runs with '--access keys' lets only the holders of an API key create matches. The keys "
        "are in the data directory of the service, which notices a change within a second. Only hashes of the secrets "
        "are stored. 'referee access ACTION --help' explains an action.",
    )
    actions = CommandGroup(
        parser.add_subparsers(title="actions", dest="action", metavar="ACTION", required=True)
    )
    _add_issue(actions)
    _add_list(actions)
    _add_rotate(actions)
    _add_revoke(actions)
    _add_log(actions)


def _add_issue(actions: CommandGroup) -> None:
    parser = actions.add(
        "issue",
        "create an API key and print it once",
        "referee access issue --name 'Spring league' --role organiser \\\n"
        "    --expires 2027-01-31 --matches 500 --data-dir ./matches",
        details="An operator may do everything; an organiser may create matches, list and cancel its own, and appoint "
        "officials in them; a judge or head judge may be appointed by the id of the key, and is then an approved "
        "official, whose rulings are found as precedents. A quota of 0 is the default of the service.",
    )
    parser.add_argument("--name", required=True, metavar="NAME", help="person or event that gets the key")
    parser.add_argument("--role", required=True, choices=_ROLES, help="what the key allows")
    parser.add_argument(
        "--expires", default="", metavar="DATE", help="last day on which the key works, in UTC: YYYY-MM-DD"
    )
    for option, what in (
        ("--matches", "open matches"),
        ("--per-minute", "matches created per minute"),
        ("--streams", "concurrent streams"),
        ("--heavy", "concurrent calls that run a match again"),
    ):
        parser.add_argument(
            option, type=int, default=0, metavar="N", help=f"maximum number of {what} (default: 0)"
        )
    _add_folder(parser)
    add_json(parser, "one JSON object with the key")


def _add_list(actions: CommandGroup) -> None:
    parser = actions.add("list", "list the API keys", "referee access list --json")
    _add_folder(parser)
    add_json(parser, "one JSON object per key")


def _add_rotate(actions: CommandGroup) -> None:
    parser = actions.add(
        "rotate",
        "replace the secret of an API key and print the new key once",
        "referee access rotate k7f3q2",
        details="The old key stops working within a second.",
    )
    _add_id(parser)
    _add_folder(parser)
    add_json(parser, "one JSON object with the key")


def _add_revoke(actions: CommandGroup) -> None:
    parser = actions.add(
        "revoke",
        "make an API key invalid for ever",
        "referee access revoke k7f3q2 --reason 'The laptop was lost.'",
    )
    _add_id(parser)
    parser.add_argument("--reason", required=True, metavar="TEXT", help="why, for the log")
    _add_folder(parser)
    add_json(parser, "one JSON object with the key")


def _add_log(actions: CommandGroup) -> None:
    parser = actions.add(
        "log", "show who issued, rotated and revoked which key, and when", "referee access log"
    )
    _add_folder(parser)
    add_json(parser, "one JSON object per change")


def _add_id(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="id of the key, such as k7f3q2")


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data-dir",
        default=None,
        metavar="D",
        help="data directory of the service (default: ./referee-data)",
    )
