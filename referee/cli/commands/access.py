"""`referee access`: issue, list, rotate and revoke the API keys of a service, and show the log of these changes."""

from __future__ import annotations

import argparse
import os
import pwd
from datetime import UTC, date, datetime, time, timedelta

from rich.markup import escape

from referee.cli.data_dir import data_dir_path, keep_from_git
from referee.cli.display.console import console, print_json
from referee.cli.errors import CommandError, as_command_error
from referee.server.api_keys import ApiKey, BadAccessFile, IssuedKey, KeyChange, KeyQuotas, KeyRegister
from referee.server.clocks import now_ms


def run(args: argparse.Namespace) -> int:
    """Carry out an action on the keys of a data directory."""
    folder = data_dir_path(args.data_dir)
    register = KeyRegister(folder)
    if args.action != "issue" and not folder.is_dir():
        raise CommandError(f"there is no data directory {folder}; is it the right --data-dir?")
    with as_command_error(BadAccessFile, ValueError):
        match args.action:
            case "issue":
                quotas = KeyQuotas(args.matches, args.per_minute, args.streams, args.heavy)
                issued = register.issue(
                    args.role, args.name, by=_user(), expires=_end_of(args.expires), quotas=quotas
                )
                keep_from_git(folder)
                _print_issued(issued, as_json=args.json)
            case "rotate":
                _print_issued(register.rotate(args.id, by=_user()), as_json=args.json)
            case "revoke":
                _print_revoked(register.revoke(args.id, args.reason, by=_user()), as_json=args.json)
            case "log":
                _print_log(register.log(), as_json=args.json)
            case _:
                _print_keys(register.keys(), as_json=args.json)
    return 0


def _end_of(day: str) -> int:
    """Return the end of a day in UTC, in milliseconds since the Unix epoch; 0 for no day."""
    if not day:
        return 0
    try:
        found = date.fromisoformat(day)
        is_date = found.isoformat() == day
        end = datetime.combine(found + timedelta(days=1), time(), UTC)
    except (ValueError, OverflowError):
        is_date = False
    if not is_date:
        raise CommandError(f"{day!r} is not a date; write --expires 2027-01-31, for example")
    return int(end.timestamp()) * 1000


def _user() -> str:
    """Return the name of the user who runs the command, for the log."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return f"user {os.getuid()}"


def _print_issued(issued: IssuedKey, *, as_json: bool) -> None:
    """Print a new key; in a pipe the key alone, so that it can be written to a file."""
    if as_json:
        print_json({**_key_as_json(issued.key), "key": issued.text})
        return
    print(issued.text)
    if console().is_terminal:
        console().print(
            f"[dim]key {issued.key.id} of {escape(issued.key.name)} ({issued.key.role}); "
            "store it now, because it is not shown again[/]"
        )


def _print_revoked(key: ApiKey, *, as_json: bool) -> None:
    if as_json:
        print_json(_key_as_json(key))
    else:
        console().print(f"key {key.id} of {escape(key.name)} is revoked")


def _print_keys(keys: tuple[ApiKey, ...], *, as_json: bool) -> None:
    """Print the keys, oldest first."""
    for key in keys:
        if as_json:
            print_json(_key_as_json(key))
            continue
        state = key.state(now_ms())
        colour = "green" if state == "valid" else "red"
        until = f", expires {_when(key.expires)}" if key.expires else ""
        console().print(
            f"{key.id}  [{colour}]{state:<7}[/]  {key.role:<10}  {escape(key.name)}  "
            f"[dim]since {_when(key.created)}{until}{_quotas(key.quotas)}[/]"
        )
    if not keys and not as_json:
        console().print("no keys; create one with 'referee access issue'")


def _print_log(changes: list[KeyChange], *, as_json: bool) -> None:
    """Print the changes, oldest first."""
    for change in changes:
        if as_json:
            print_json({**_fields(change), "at": _when(change.at)})
        else:
            reason = f": {escape(change.reason)}" if change.reason else ""
            console().print(
                f"{_when(change.at)}  {change.what:<7}  {change.key}  {change.role} {escape(change.name)}, "
                f"by {escape(change.by)}{reason}"
            )


def _key_as_json(key: ApiKey) -> dict[str, object]:
    return {
        "id": key.id,
        "name": key.name,
        "role": key.role,
        "state": key.state(now_ms()),
        "created": _when(key.created),
        "rotated": _when(key.rotated) if key.rotated else None,
        "expires": _when(key.expires) if key.expires else None,
        "revoked": _when(key.revoked) if key.revoked else None,
        "quotas": {name: getattr(key.quotas, name) or None for name in key.quotas.__struct_fields__},
    }


def _fields(change: KeyChange) -> dict[str, object]:
    return {name: getattr(change, name) for name in change.__struct_fields__}


def _quotas(quotas: KeyQuotas) -> str:
    """Return the quotas that differ from the defaults of the service, to append to a line."""
    given = [(name, getattr(quotas, name)) for name in quotas.__struct_fields__]
    return "".join([f", {name.replace('_', ' ')} {number}" for name, number in given if number])


def _when(at: int) -> str:
    """Return a time in milliseconds as UTC, to the second."""
    return datetime.fromtimestamp(at // 1000, UTC).isoformat().replace("+00:00", "Z")
