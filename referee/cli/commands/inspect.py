"""`referee inspect`: look at matches in the browser."""

from __future__ import annotations

import argparse
import re
import webbrowser
from pathlib import Path

from referee.cli.errors import CommandError
from referee.cli.match_files import open_match_file, read_audit_log
from referee.inspector.http_server import address_of, allowed_hosts, listen, serve_app
from referee.inspector.opened_match import MatchRecord
from referee.inspector.shown_matches import ShownMatches, UnreadableMatch
from referee.inspector.web_app import web_app

MAX_PORT = 65535

_ADDRESS = re.compile(r"[^/]+:\d{1,5}")
"""What looks like the address of a server."""


def run(args: argparse.Namespace) -> int:
    """Serve the inspector until it is interrupted."""
    if not 0 <= args.port <= MAX_PORT:
        raise CommandError(f"--port {args.port} is not between 0 (any free port) and {MAX_PORT}")
    path = Path(args.file)
    if not path.exists() and _ADDRESS.fullmatch(args.file):
        raise CommandError(
            f"{args.file} is no file or directory; of a server, 'referee watch ADDR MATCH' shows a running match, and "
            "'referee export' saves a finished one to a file that can be inspected"
        )
    if not path.is_dir():
        _read(args.file)
    shown = ShownMatches(path, read_record)
    try:
        listening = listen(args.host, args.port)
    except OSError as error:
        raise CommandError(
            f"cannot listen on {args.host}:{args.port}: {error.strerror}; choose another --port or --host"
        ) from error
    address = address_of(listening)

    def ready() -> None:
        print(f"inspector on {address}", flush=True)
        if args.browser:
            webbrowser.open(address)

    serve_app(web_app(shown, allowed_hosts(args.host)), listening, ready)
    return 0


def _read(path: str) -> MatchRecord:
    file = open_match_file(path)
    _, audit_state = read_audit_log(path, file)
    return MatchRecord(file.replay, file.bundle, audit_state)


def read_record(path: str) -> MatchRecord:
    """Read a replay or a bundle; raise `UnreadableMatch`."""
    try:
        return _read(path)
    except CommandError as problem:
        raise UnreadableMatch(str(problem)) from problem
