"""`referee serve`: the service, until SIGTERM or Ctrl-C."""

from __future__ import annotations

import argparse
import os
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec
import structlog

from referee.cli.commands.keys import FOLDER
from referee.cli.errors import Problem, told_as_problem
from referee.disputes.cases.dispute_service import DISPUTES
from referee.log.sqlite import SqliteStore
from referee.log.store import StoreError
from referee.proof.keys import BadKeyring, Keyring
from referee.wire.server import CannotListen, Tls, serve
from referee.wire.server import run as run_loop

DATABASE = "referee.db"
LAST_PORT = 65535
KINDS: Mapping[type, str] = {str: "a text", int: "a whole number", bool: "true or false"}
"""What a setting may have to be, in words."""


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
    found = _in_file(args.config) if args.config else {}
    known = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    for name in found:
        if name not in known:
            raise Problem(f"{args.config}: there is no setting {name!r}; there is {', '.join(known)}")
    for name, kind in known.items():
        variable = f"REFEREE_{name.upper()}"
        value, source = found.get(name), f"{args.config}: {name}"
        given = getattr(args, name, None)
        if given not in (None, ""):
            value, source = given, f"--{name.replace('_', '-')}"
        elif variable in environment:
            value, source = environment[variable], variable
        if value is not None:
            found[name] = _converted(value, kind, source)
    return msgspec.convert(found, Settings)


def _in_file(path: str) -> dict[str, object]:
    """The settings in a configuration file."""
    try:
        found: dict[str, object] = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise Problem(f"cannot read --config {path}: {error.strerror}") from error
    except ValueError as error:
        raise Problem(f"--config {path} is not a file of settings in TOML: {error}") from error
    return found


def _converted(value: object, kind: type, source: str) -> object:
    """A setting as what it must be; in the environment everything is a text."""
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        raise Problem(f"{source} must be {KINDS[kind]}, not {value!r}") from None


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
