"""`referee match`: create and manage matches on a server."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from textwrap import shorten
from typing import Any, get_args

from google.protobuf.timestamp_pb2 import Timestamp
from rich.markup import escape

from referee.audit.entries import ResultKind
from referee.cli.clock_option import parse_clock
from referee.cli.display.console import print_json, print_line
from referee.cli.display.panel_news import panel_sentence
from referee.cli.display.pause_news import (
    extension_as_json,
    extension_sentence,
    pause_as_json,
    pause_sentence,
    proposal_as_json,
    proposal_sentence,
)
from referee.cli.display.result_news import result_as_json, result_sentence
from referee.cli.errors import CommandError, as_command_error
from referee.cli.key_values import parse_key_values, parse_options
from referee.cli.server_connection import connected, full_match_id, given_options
from referee.cli.server_settings import SERVER_VARIABLE, TOKEN_VARIABLE, api_key
from referee.games import UnknownGame
from referee.games.sentences import count
from referee.local.bot_seats import check_seats
from referee.wire.clock_messages import clock_in_words
from referee_api.v1 import referee_pb2 as api
from referee_client import Client

_STATUSES = {
    "waiting": api.MATCH_STATUS_WAITING,
    "running": api.MATCH_STATUS_RUNNING,
    "frozen": api.MATCH_STATUS_FROZEN,
    "paused": api.MATCH_STATUS_PAUSED,
    "ended": api.MATCH_STATUS_ENDED,
    "stopped": api.MATCH_STATUS_STOPPED,
    "superseded": api.MATCH_STATUS_SUPERSEDED,
    "cancelled": api.MATCH_STATUS_CANCELLED,
}
_STATUS_NAMES = {status: name for name, status in _STATUSES.items()}
NO_REASON = "stopped by the organiser"
NO_REASON_GIVEN = "no reason was given"
_ROLES = {
    api.OFFICIAL_ROLE_JUDGE: "judge",
    api.OFFICIAL_ROLE_HEAD_JUDGE: "head judge",
    api.OFFICIAL_ROLE_SCOREKEEPER: "scorekeeper",
    api.OFFICIAL_ROLE_OBSERVER: "observer",
}
_NEED_TOKEN = ("pause", "adjourn", "resume", "extend", "appoint", "dismiss", "panel", "result", "stop")
"""Actions that nobody may take without a token or an API key."""
MAX_EXTENSION = 7 * 24 * 3600
"""Longest time extension, in seconds."""


def run(args: argparse.Namespace) -> int:
    """Carry out an action."""
    with as_command_error(UnknownGame):
        if args.action == "new":
            check_seats(args.game, args.seats)
            parse_clock(args.clock)
        if not args.server:
            raise CommandError(f"name the server: --server HOST:PORT, or set {SERVER_VARIABLE}")
        if args.action in _NEED_TOKEN and not (args.token or api_key(args)):
            raise CommandError(
                f"{args.action} needs your token for the match: --token-file F, or set {TOKEN_VARIABLE}; "
                "or an API key: --api-key-file F"
            )
        with connected(args) as referee:
            _ACTIONS[args.action](referee, args)
    return 0


def _new(referee: Client, args: argparse.Namespace) -> None:
    created = referee.create_match(
        args.game,
        args.seats,
        seed=args.seed,
        edition=args.edition,
        rulings=parse_key_values(args.ruling, "--ruling"),
        options=parse_options(args.game, args.option),
        time_control=parse_clock(args.clock),
        spectators=args.spectators,
        unrefereed=args.unrefereed,
        with_invite=args.invite,
        talk=args.talk,
    )
    role = "arbiter" if args.unrefereed else "organiser"
    tokens = {role: created.token}
    if created.invite_code:
        tokens["invite"] = created.invite_code
    if args.json:
        print_json({**_as_json(created.match), "tokens": tokens})
        return
    _print_match(created.match)
    for name, secret in tokens.items():
        print_line(2, f"{'invite code' if name == 'invite' else f'token of the {name}'}: {secret}")
    # A player has another certificate and API key than the organiser, or none.
    there = given_options(args, "--tls", "--ca-file")
    sit = shlex.join(["referee", "sit", args.server, created.match.id, *there])
    print_line(2, f"take a seat: {escape(sit)}")


def _list(referee: Client, args: argparse.Namespace) -> None:
    if args.limit < 0:
        raise CommandError("--limit is a number of matches; 0 lists all of them")
    matches = referee.list_matches(
        game=args.game, status=_STATUSES.get(args.status), player=args.player, limit=args.limit
    )
    for match in matches:
        if args.json:
            print_json(_as_json(match))
        else:
            _print_row(match)
    if not matches and not args.json:
        print_line(0, "no matches that you may see; without an API key, only those that allow spectators")


def _show(referee: Client, args: argparse.Namespace) -> None:
    _report(args, referee.get_match(full_match_id(referee, args.match), args.token))


def _stop(referee: Client, args: argparse.Namespace) -> None:
    match, token = full_match_id(referee, args.match), args.token
    referee.cancel_match(match, token, args.reason or NO_REASON)
    _report(args, referee.get_match(match, token))


def _pause(referee: Client, args: argparse.Namespace) -> None:
    _pause_or_resume(referee, args, referee.pause_match)


def _adjourn(referee: Client, args: argparse.Namespace) -> None:
    _pause_or_resume(referee, args, partial(referee.pause_match, adjourn=True))


def _resume(referee: Client, args: argparse.Namespace) -> None:
    _pause_or_resume(referee, args, referee.resume_match)


def _pause_or_resume(referee: Client, args: argparse.Namespace, step: Callable[..., None]) -> None:
    if args.consents is not None and args.reason:
        raise CommandError("--reason goes with a proposal; --agree and --refuse answer one and have none")
    match, token = full_match_id(referee, args.match), args.token
    if args.consents is None:
        step(match, token, args.reason or NO_REASON_GIVEN)
    else:
        step(match, token, consents=args.consents)
    _report(args, referee.get_match(match, token))


def _extend(referee: Client, args: argparse.Namespace) -> None:
    if not 1 <= args.seconds <= MAX_EXTENSION:
        raise CommandError(f"{args.seconds} is not between 1 and {MAX_EXTENSION} seconds")
    if args.seat < 0:
        raise CommandError(f"there is no seat {args.seat}; seats are numbered from 0")
    match, token = full_match_id(referee, args.match), args.token
    referee.extend_time(match, token, args.seat, args.seconds, args.reason or NO_REASON_GIVEN)
    _report(args, referee.get_match(match, token))


def _appoint(referee: Client, args: argparse.Namespace) -> None:
    if not args.name.strip():
        raise CommandError("give the name of the official, which everyone is shown")
    match, token = full_match_id(referee, args.match), args.token
    appointed = referee.appoint_official(match, token, args.name, role=args.role, key_id=args.key_id)
    described = referee.get_match(match, token)
    if args.json:
        tokens = {appointed.party: appointed.token} if appointed.token else {}
        print_json({**_as_json(described), "party": appointed.party, "tokens": tokens})
        return
    _print_match(described)
    if appointed.token:
        print_line(2, f"token of {escape(appointed.party)}: {appointed.token}")
    else:
        print_line(2, f"{escape(appointed.party)} uses the API key {escape(args.key_id)}")


def _dismiss(referee: Client, args: argparse.Namespace) -> None:
    match, token = full_match_id(referee, args.match), args.token
    # It is read before, because an official who resigns may not see the match any longer.
    described = referee.get_match(match, token)
    referee.dismiss_official(match, token, args.party, args.reason or NO_REASON_GIVEN)
    remaining = [each for each in described.officials if each.party != args.party]
    del described.officials[:]
    described.officials.extend(remaining)
    _report(args, described)


def _result(referee: Client, args: argparse.Namespace) -> None:
    kinds = [kind.strip() for kind in args.kinds.split(",") if kind.strip()]
    for kind in kinds:
        if kind not in get_args(ResultKind):
            raise CommandError(
                f"unknown kind of result {kind!r} (choose from {', '.join(get_args(ResultKind))})"
            )
    try:
        winners = [int(seat) for seat in args.winners.split(",") if seat.strip()]
    except ValueError:
        raise CommandError(f"{args.winners!r} is not a list of seats such as 0,2") from None
    if any([not 0 <= seat < 2**32 for seat in winners]):
        raise CommandError(f"{args.winners!r} is not a list of seats such as 0,2")
    match, token = full_match_id(referee, args.match), args.token
    reason = args.reason or NO_REASON_GIVEN
    referee.declare_result(match, token, winners, reason, kinds=kinds, is_void=args.void)
    _report(args, referee.get_match(match, token))


def _panel(referee: Client, args: argparse.Namespace) -> None:
    members = [party.strip() for party in args.members.split(",") if party.strip()]
    if bool(members) != bool(args.needed):
        raise CommandError("name the --members of the panel, and with --needed N how many of them must agree")
    match, token = full_match_id(referee, args.match), args.token
    referee.set_panel(match, token, members, args.needed)
    _report(args, referee.get_match(match, token))


_ACTIONS: dict[str, Callable[[Client, argparse.Namespace], None]] = {
    "new": _new,
    "list": _list,
    "show": _show,
    "pause": _pause,
    "adjourn": _adjourn,
    "resume": _resume,
    "extend": _extend,
    "appoint": _appoint,
    "dismiss": _dismiss,
    "panel": _panel,
    "result": _result,
    "stop": _stop,
}


def _report(args: argparse.Namespace, match: api.Match) -> None:
    if args.json:
        print_json(_as_json(match))
    else:
        _print_match(match)


def _as_json(match: api.Match) -> dict[str, Any]:
    standing = match.standing
    found = {
        "id": match.id,
        "game": match.game,
        "seats": match.seat_count,
        "status": _status(match),
        "names": [name or None for name in match.names],
        "created": _time(match, "create_time"),
        "started": _time(match, "start_time"),
        "ended": _time(match, "end_time"),
        "clock": _clock(match) or None,
        "time_control": clock_in_words(match) or None,
    }
    if match.officials:
        found["officials"] = [_official_as_json(each) for each in match.officials]
    if standing.HasField("panel"):
        found["panel"] = {"needed": standing.panel.needed, "members": list(standing.panel.members)}
    if standing.results:
        found["results"] = [result_as_json(each) for each in standing.results]
    if standing.HasField("pause"):
        found["pause"] = pause_as_json(standing.pause)
    if standing.HasField("pause_proposal"):
        found["pause_proposal"] = proposal_as_json(standing.pause_proposal)
    if standing.time_extensions:
        found["time_extensions"] = [extension_as_json(given) for given in standing.time_extensions]
    return found


def _official_as_json(official: api.Official) -> dict[str, str]:
    return {"party": official.party, "role": _role(official), "name": official.name}


def _role(official: api.Official) -> str:
    """Return the name of the role; a newer server may have others than we know."""
    return _ROLES.get(official.role, "official")


def _status(match: api.Match) -> str:
    """Return the name of the status; a newer server may have others than we know."""
    return _STATUS_NAMES.get(match.status, "unknown")


def _time(match: api.Match, field: str) -> str | None:
    """Return a time in UTC, such as 2026-11-18T09:30:00Z; None if it is not set."""
    if not match.HasField(field):
        return None
    stamp: Timestamp = getattr(match, field)
    return datetime.fromtimestamp(stamp.seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _clock(match: api.Match) -> float:
    """Return the seconds for each decision; 0 for no limit."""
    return match.time_per_decision.ToMilliseconds() / 1000


def _names(match: api.Match) -> str:
    nameless = "free" if match.status == api.MATCH_STATUS_WAITING else "without a name"
    return ", ".join(
        [escape(name) or f"[dim]seat {seat} {nameless}[/]" for seat, name in enumerate(match.names)]
    )


def _print_row(match: api.Match) -> None:
    parts = [match.id, escape(match.game), _status(match), _time(match, "create_time") or "", _names(match)]
    print_line(0, "  ".join(parts), hang=2)


def _print_match(match: api.Match) -> None:
    print_line(
        0,
        f"[bold]match {escape(match.id)}[/]: {escape(match.game)}, {count(match.seat_count, 'seat')}, {_status(match)}",
    )
    print_line(2, _names(match), hang=2)
    for field, verb in (("create_time", "created"), ("start_time", "started"), ("end_time", "ended")):
        time = _time(match, field)
        if time:
            print_line(2, f"{verb} {time}")
    clock = clock_in_words(match)
    settings = [
        f"clock: {clock}" if clock else "no time limit",
        "anyone may watch" if match.spectators else "",
        "an invite code is needed to take a seat" if match.needs_invite else "",
        "unrefereed" if match.unrefereed else "",
        f"edition {match.edition}" if match.edition else "",
        *[
            f"{key}={shorten(value, 80)}"
            for chosen in (match.rulings, match.options)
            for key, value in chosen.items()
        ],
    ]
    print_line(2, escape(", ".join([each for each in settings if each])), hang=2)
    for each in match.officials:
        print_line(2, escape(f"{each.party}: {each.name}"))
    for declared in match.standing.results:
        print_line(2, escape(result_sentence(declared)), hang=2)
    if match.standing.HasField("panel"):
        print_line(2, escape(panel_sentence(match.standing.panel)), hang=2)
    if match.cancel_reason:
        print_line(2, f"reason: {escape(match.cancel_reason)}", hang=2)
    if match.standing.HasField("pause"):
        print_line(2, escape(pause_sentence(match.standing.pause)), hang=2)
    if match.standing.HasField("pause_proposal"):
        print_line(2, escape(proposal_sentence(match.standing.pause_proposal)), hang=2)
    for given in match.standing.time_extensions:
        print_line(2, escape(extension_sentence(given)), hang=2)
    if match.standing.successor:
        print_line(2, f"continued as match {escape(match.standing.successor)}")
