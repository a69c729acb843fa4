"""`referee inspect`: look at matches and events in the browser."""

from __future__ import annotations

import argparse
import asyncio
import re
import secrets
import signal
import socket
import webbrowser
from pathlib import Path

from referee.cli.bundle_desk import BundleDesk
from referee.cli.errors import CommandError
from referee.cli.event_folder import EventFolder, event_database
from referee.cli.key_files import open_keyring, read_key_file
from referee.cli.match_files import MatchFile, no_file_name, open_match_file, read_audit_log
from referee.cli.server_connection import connection_options, server_errors
from referee.inspector.case_desk import TOKEN_PARAMETER, StepGuard
from referee.inspector.event_pages.event_app import serve_event
from referee.inspector.event_pages.followed_event import FollowedEvent
from referee.inspector.http_server import address_of, allowed_hosts, listen, serve_app
from referee.inspector.live.site_server import SiteSettings, serve_site
from referee.inspector.opened_match import MatchRecord
from referee.inspector.review.note_book import NoteBook, NoteRefused
from referee.inspector.shown_matches import ShownMatches, UnreadableMatch
from referee.inspector.web_app import web_app
from referee.proof.keys import KeyList
from referee.server.quotas import is_loopback

MAX_PORT = 65535

_ADDRESS = re.compile(r"[^/]+:\d{1,5}")
"""What looks like the address of a server."""


def run(args: argparse.Namespace) -> int:
    """Serve the inspector until it is interrupted."""
    if not 0 <= args.port <= MAX_PORT:
        raise CommandError(f"--port {args.port} is not between 0 (any free port) and {MAX_PORT}")
    if not args.file:
        raise no_file_name()
    path = Path(args.file)
    if not path.exists() and _ADDRESS.fullmatch(args.file):
        return _inspect_server(args)
    if args.delay:
        raise CommandError("--delay is for the matches of a server; a file has no spectators")
    database = _event_database(args, path)
    if database:
        return _inspect_event(args, database)
    if not path.is_dir():
        _read(args.file, read_key_file(args.keys))
    published = read_key_file(args.keys)
    shown = ShownMatches(path, lambda file: read_record(file, published))
    guard = StepGuard(is_remote_allowed=args.remote_signing) if args.sign else None
    if guard:
        # A missing key is reported now, and not when somebody has written a ruling.
        open_keyring(args.data_dir)
    notes = _note_book(args.notes)
    listening = listening_on(args.host, args.port)
    address = address_of(listening)
    if guard:
        address = f"{address}?{TOKEN_PARAMETER}={guard.token}"
    desk = BundleDesk(shown, args.data_dir, is_signing=args.sign)
    app = web_app(shown, allowed_hosts(args.host), desk, guard, notes)
    serve_app(app, listening, lambda: _print_address(args, address))
    return 0


def _event_database(args: argparse.Namespace, path: Path) -> Path | None:
    """Return the database of the event that is named by its file or its directory; None for anything else."""
    if path.suffix == ".toml" and path.is_file():
        return EventFolder(args).existing_database()
    return event_database(path) if path.is_dir() else None


def _inspect_event(args: argparse.Namespace, database: Path) -> int:
    """Serve the pages of an event. They hold nothing that players must not know, so anybody may reach them."""
    if args.sign or args.keys or args.notes:
        raise CommandError(
            "--sign, --keys and --notes are for a match; 'referee event' takes the steps of officials"
        )
    listening = listening_on(args.host, args.port)
    address = address_of(listening)
    serve_event(
        FollowedEvent(database),
        allowed_hosts(args.host),
        listening,
        lambda: _print_address(args, address),
    )
    return 0


def _note_book(path: str) -> NoteBook:
    """Return the notes in a file, which is created with the first note; without a file they are kept in memory."""
    try:
        if path and not Path(path).resolve().parent.is_dir():
            raise CommandError(f"--notes {path}: there is no such directory")
        return NoteBook(Path(path) if path else None)
    except (NoteRefused, OSError) as bad:
        raise CommandError(f"--notes {path}: {bad}") from bad


def _print_address(args: argparse.Namespace, address: str) -> None:
    print(f"inspector on {address}", flush=True)
    if args.browser:
        webbrowser.open(address)


def listening_on(host: str, port: int, options: str = "--port or --host") -> socket.socket:
    """Return a listening socket; `options` are those that choose another address."""
    try:
        return listen(host, port)
    except OSError as error:
        raise CommandError(
            f"cannot listen on {host}:{port}: {error.strerror}; choose another {options}"
        ) from error


def _inspect_server(args: argparse.Namespace) -> int:
    """Serve pages with the matches of a server."""
    if args.sign or args.keys:
        raise CommandError("--sign and --keys are for files; a server signs the steps itself")
    if args.notes:
        raise CommandError("--notes is for files; export the notes on a match of a server from its page")
    if args.delay < 0:
        raise CommandError("--delay is a number of seconds, at least 0")
    if not is_loopback(args.host):
        raise CommandError(
            f"--host {args.host}: tokens would be readable on the way to these pages; use 'referee serve --http' "
            "with --tls-cert and --tls-key"
        )
    connection = connection_options(args)
    # Whoever reaches the port would act with the API key, other users of this machine included.
    access = secrets.token_urlsafe(24) if connection["api_key"] else ""
    listening = listening_on(args.host, args.port)
    address = address_of(listening) + (f"#access={access}" if access else "")
    settings = SiteSettings(
        server=args.file,
        hosts=allowed_hosts(args.host),
        connection=dict(connection),
        delay=args.delay,
        access=access,
    )
    # When the server has stopped, uvicorn raises the signal again, and SIGTERM would end the process as if killed.
    signal.signal(signal.SIGTERM, lambda *_: None)
    with server_errors():
        asyncio.run(serve_site(settings, listening, lambda: _print_address(args, address)))
    return 0


def _read(path: str, published: str) -> MatchRecord:
    return match_record(path, open_match_file(path), published)


def match_record(path: str, file: MatchFile, published: str = "") -> MatchRecord:
    """Return what the inspector shows of a file; `path` is what messages call it."""
    audit, audit_state = read_audit_log(path, file, published)
    keys = KeyList.parse(published or file.bundle.keys) if file.bundle else None
    signers = [keys.open(note).key for note in file.bundle.audit] if file.bundle and keys else []
    return MatchRecord(
        file.replay,
        file.bundle,
        audit_state,
        tuple(audit),
        tuple([f"{key.name}+{key.id.hex()}" for key in signers]),
        is_checked=bool(published),
    )


def read_record(path: str, published: str = "") -> MatchRecord:
    """Read a replay or a bundle, with the keys that its official published, if any; raise `UnreadableMatch`."""
    try:
        return _read(path, published)
    except CommandError as problem:
        raise UnreadableMatch(str(problem)) from problem
