"""`referee serve`: the service, until SIGTERM or Ctrl-C."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec
import structlog

from referee.cli.keys import FOLDER
from referee.cli.problems import Problem, told_as_problem
from referee.disputes.service import DISPUTES
from referee.log.sqlite import SqliteStore
from referee.log.store import StoreError
from referee.proof.keys import BadKeyring, Keyring
from referee.wire.server import CannotListen, Tls, serve
from referee.wire.server import run as run_loop

DATABASE = "referee.db"
LAST_PORT = 65535


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the service is run: from the command line, else the environment, else the configuration file."""

    host: str = "127.0.0.1"
    port: int = 8600
    data_dir: str = "referee-data"
    tls_cert: str = ""
    tls_key: str = ""
    log: str = ""
    reflection: bool = True


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    settings = read_settings(args, os.environ)
    if bool(settings.tls_cert) != bool(settings.tls_key):
        raise Problem("--tls-cert and --tls-key go together; give both or neither")
    if not 0 <= settings.port <= LAST_PORT:
        raise Problem(f"--port {settings.port}: ports go from 0, for any free one, to {LAST_PORT}")
    tls = Tls(Path(settings.tls_cert), Path(settings.tls_key)) if settings.tls_cert else None
    configure_log(settings.log)
    folder = Path(settings.data_dir)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(f"cannot use {folder} as --data-dir: {error.strerror}") from error
    with told_as_problem(StoreError, CannotListen, BadKeyring):
        store = SqliteStore(folder / DATABASE)
        try:
            run_loop(
                serve(
                    store,
                    settings.host,
                    settings.port,
                    tls=tls,
                    keys=Keyring(folder / FOLDER),
                    reflect=settings.reflection,
                    further=(DISPUTES,),
                    ready=_say_where,
                )
            )
        finally:
            store.close()
    return 0


def _say_where(address: str) -> None:
    print(f"listening on {address}", flush=True)


def read_settings(args: argparse.Namespace, environment: Mapping[str, str]) -> Settings:
    """Put the settings together; what the command line says comes first, then REFEREE_*, then the file."""
    found: dict[str, object] = {}
    if args.config:
        with told_as_problem(OSError, msgspec.MsgspecError):
            found.update(msgspec.toml.decode(Path(args.config).read_bytes()))
    for name in Settings.__struct_fields__:
        value = environment.get(f"REFEREE_{name.upper()}")
        given = getattr(args, name, None)
        if given not in (None, ""):
            found[name] = given
        elif value is not None:
            found[name] = value
    try:
        return msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise Problem(f"a setting cannot be used: {error}") from error


def configure_log(form: str) -> None:
    """Set up the server's own log on stderr: for eyes on a terminal, as JSON elsewhere."""
    if form == "off":
        structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
        return
    pretty = form == "pretty" or (not form and sys.stderr.isatty())
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.dev.ConsoleRenderer() if pretty else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger("info"),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
