"""`referee serve`: run the service until SIGTERM or Ctrl-C."""

from __future__ import annotations

import argparse
import os
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import structlog

from referee.cli.data_dir import DATABASE, DEFAULT_DATA_DIR, KEYS_FOLDER, make_data_dir
from referee.cli.errors import CommandError, as_command_error
from referee.cli.key_values import parse_key_values, read_data_files
from referee.cli.log_settings import LOG_FORMS, LOG_LEVELS
from referee.cli.server_log import configure_log
from referee.disputes.cases.dispute_service import DISPUTES
from referee.games import game as game_named
from referee.games.sentences import count
from referee.log.sqlite import SqliteStore
from referee.log.store import Store, StoreError
from referee.match.charters import new_charter
from referee.proof.keys import BadKeyring, Keyring
from referee.server.access_control import AccessControl, AccessMode, default_access_mode
from referee.server.api_keys import ApiKeys
from referee.server.quotas import LOCAL, Quotas, is_loopback
from referee.server.recovery import Recovery, recovery_of
from referee.server.worker_pool import PoolSettings, default_workers
from referee.wire.grpc_server import CannotListen, Tls, run_server, serve, tls_credentials

if TYPE_CHECKING:
    from referee.cli.server_pages import ServerPages
    from referee.wire.metrics import ServerMetrics

log = structlog.get_logger("referee.cli")

MAX_PORT = 65535
MAX_WORKERS = 64
MAX_DELAY = 86_400
WORDS: Mapping[str, Sequence[str]] = {
    "access": ("", "open", "keys"),
    "log": ("", *LOG_FORMS),
    "log_level": LOG_LEVELS,
}
"""Settings that are one of a few words; an empty one is the default."""
RANGES: Mapping[str, tuple[int, int, str]] = {
    "port": (0, MAX_PORT, "any free port"),
    "metrics_port": (-1, MAX_PORT, "any free port"),
    "http": (-1, MAX_PORT, "any free port"),
    "delay": (0, MAX_DELAY, "no delay"),
    "workers": (0, MAX_WORKERS, "the default"),
}
"""Settings that are a number: the least, the most, and what 0 means."""
TYPE_NAMES: Mapping[type, str] = {str: "a string", int: "an integer", bool: "true or false"}
"""Types of settings, as error messages name them."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the service, from the command line, the environment or the configuration file."""

    host: str = "127.0.0.1"
    port: int = 8600
    data_dir: str = DEFAULT_DATA_DIR
    access: str = ""
    """`open`, `keys`, or empty for the default of the host."""
    tls_cert: str = ""
    tls_key: str = ""
    tls_client_ca: str = ""
    log: str = ""
    log_level: str = "info"
    reflection: bool = True
    metrics_port: int = -1
    """Port of the metrics; -1 for none."""
    metrics_host: str = "127.0.0.1"
    http: int = -1
    """Port of the pages; -1 for none."""
    http_host: str = "127.0.0.1"
    delay: int = 0
    """Seconds by which spectators in the pages are behind the match."""
    game_data: str = ""
    """The data files that new matches of a game are played with: GAME=DIR, several with commas between them."""
    workers: int = 0
    """Number of processes that run matches again; 0 for the default."""


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    settings = read_settings(args, os.environ)
    if bool(settings.tls_cert) != bool(settings.tls_key):
        raise CommandError("--tls-cert and --tls-key go together; give both or neither")
    if settings.tls_client_ca and not settings.tls_cert:
        raise CommandError("--tls-client-ca needs TLS; give --tls-cert and --tls-key too")
    mode = access_mode(settings)
    tls = _tls(settings)
    default_options = read_game_data(settings.game_data)
    configure_log(settings.log, settings.log_level)
    folder = Path(settings.data_dir)
    make_data_dir(folder)
    if tls is None and not is_loopback(settings.host):
        log.warning(
            "no TLS",
            host=settings.host,
            reason="tokens and hidden information can be read on the way; use --tls-cert and --tls-key",
        )
    with as_command_error(StoreError, CannotListen, BadKeyring), _pages(settings) as pages:
        store = SqliteStore(folder / DATABASE)
        try:
            recovery = recovery_of(store)
            if not store.was_closed:
                log.warning("not closed", reason="the last server was killed; its commits were recovered")
            log.info("recovered", **recovery._asdict())
            metrics = _metrics(store, settings)
            run_server(
                serve(
                    store,
                    settings.host,
                    settings.port,
                    tls=tls,
                    access=AccessControl(mode, ApiKeys(folder, warn=_warn)),
                    quotas=Quotas(local=LOCAL if mode == "open" else None),
                    keys=Keyring(folder / KEYS_FOLDER, report=_report_keyring),
                    pool=PoolSettings(workers=settings.workers or default_workers()),
                    reflect=settings.reflection,
                    extra_services=(DISPUTES,),
                    metrics=metrics,
                    default_options=default_options,
                    local_socket=pages.socket_path if pages else "",
                    ready=partial(_print_ready, recovery, pages, was_closed=store.was_closed),
                )
            )
        finally:
            store.close()
    return 0


@contextmanager
def _pages(settings: Settings) -> Iterator[ServerPages | None]:
    """Prepare the pages, if there is a port for them, and end them afterwards."""
    if settings.http < 0:
        yield None
        return
    if not settings.tls_cert and not is_loopback(settings.http_host):
        raise CommandError(
            f"--http-host {settings.http_host}: browsers would send tokens unencrypted; give --tls-cert and --tls-key"
        )
    # A server without pages need not load what serves them.
    from referee.cli.server_pages import prepared_pages

    # Bots of a stranger would use the machine of the operator.
    has_bots = is_loopback(settings.http_host) and access_mode(settings) == "open"
    with prepared_pages(
        settings.http_host,
        settings.http,
        delay=settings.delay,
        has_bots=has_bots,
        certificate=settings.tls_cert,
        key=settings.tls_key,
    ) as pages:
        yield pages


def _metrics(store: Store, settings: Settings) -> ServerMetrics | None:
    """Serve metrics if there is a port for them, until the process ends."""
    if settings.metrics_port < 0:
        return None
    try:
        from referee.wire.metrics import ServerMetrics
    except ModuleNotFoundError as missing:
        if missing.name != "prometheus_client":
            raise
        raise CommandError(
            "--metrics-port needs the package prometheus-client; install it with: pip install 'referee[metrics]'"
        ) from None
    metrics = ServerMetrics(store)
    try:
        port = metrics.listen(settings.metrics_host, settings.metrics_port)
    except OSError as error:
        place = f"{settings.metrics_host}:{settings.metrics_port}"
        raise CommandError(
            f"cannot serve metrics on {place}: {error.strerror}; choose another --metrics-port or --metrics-host"
        ) from error
    log.info("metrics", address=f"http://{settings.metrics_host}:{port}/metrics")
    return metrics


def read_game_data(text: str) -> dict[str, dict[str, str]]:
    """Return the option `data` of each game whose data files are replaced; at least one seat count must fit them."""
    found: dict[str, dict[str, str]] = {}
    given = parse_key_values([each for each in text.split(",") if each], "--game-data")
    for name, folder in given.items():
        options = {"data": read_data_files(name, Path(folder))}
        faults = []
        for seats in game_named(name).seats:
            try:
                new_charter(name, seats, seed="", options=options)
            except ValueError as fault:
                faults.append(str(fault))
        if len(faults) == len(game_named(name).seats):
            raise CommandError(f"--game-data {name}={folder}: {faults[0]}")
        found[name] = options
    return found


def _tls(settings: Settings) -> Tls | None:
    if not settings.tls_cert:
        return None
    authority = Path(settings.tls_client_ca) if settings.tls_client_ca else None
    tls = Tls(Path(settings.tls_cert), Path(settings.tls_key), authority)
    with as_command_error(CannotListen):
        # Before anything is created for a server that could not start.
        tls_credentials(tls)
    return tls


def access_mode(settings: Settings) -> AccessMode:
    """Return who may create matches."""
    match settings.access:
        case "open" | "keys":
            return settings.access
        case _:
            return default_access_mode(settings.host)


def _warn(sentence: str) -> None:
    log.warning("keys not read", reason=sentence)


def _report_keyring(problem: str) -> None:
    """Log that the keyring cannot be read; the service continues with the keys that it has."""
    log.error("keyring", reason=problem, signing="with the key that was read last")


def _print_ready(recovery: Recovery, pages: ServerPages | None, address: str, *, was_closed: bool) -> None:
    """Print the address, which programs wait for, and what was found in the store; start the pages."""
    print(f"listening on {address}")
    if pages is not None:
        pages.start(address)
        print(f"inspector on {pages.address}")
    if not was_closed:
        print("the last server did not stop cleanly; everything that it acknowledged was recovered")
    if not recovery.is_new:
        print(recovery_sentence(recovery))
    sys.stdout.flush()


def recovery_sentence(recovery: Recovery) -> str:
    """Return what a server found in its store, in one line."""
    total = sum(recovery.unfinished.values())
    games = ", ".join([f"{game} {number}" for game, number in recovery.unfinished.items()])
    parts = {
        f"{total} being played ({games})": total,
        f"{recovery.waiting} waiting for players": recovery.waiting,
        f"{recovery.clocks} with a running clock": recovery.clocks,
        f"{count(recovery.cases, 'case')} awaiting a ruling": recovery.cases,
        f"{recovery.damaged} damaged": recovery.damaged,
    }
    found = ", ".join([text for text, number in parts.items() if number])
    return f"recovered matches: {found}" if found else "no unfinished matches"


def read_settings(args: argparse.Namespace, environment: Mapping[str, str]) -> Settings:
    """Combine the settings; the command line takes precedence, then REFEREE_* variables, then the file."""
    found = _read_config(args.config) if args.config else {}
    known = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    for name in found:
        if name not in known:
            raise CommandError(f"{args.config}: unknown setting {name!r} (choose from {', '.join(known)})")
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
            _check_setting(name, found[name], source)
    return msgspec.convert(found, Settings)


def _check_setting(name: str, value: object, source: str) -> None:
    """Check a setting that is one of a few words or a number of a range; name where it was given."""
    if name in WORDS and value not in WORDS[name]:
        raise CommandError(f"{source} {value!r} is not one of {', '.join(filter(None, WORDS[name]))}")
    if name in RANGES:
        least, most, meaning = RANGES[name]
        if not (isinstance(value, int) and least <= value <= most):
            raise CommandError(f"{source} {value} is not between 0 ({meaning}) and {most}")


def _read_config(path: str) -> dict[str, object]:
    try:
        found: dict[str, object] = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"cannot read --config {path}: {error.strerror}") from error
    except ValueError as error:
        raise CommandError(f"--config {path} is not valid TOML: {error}") from error
    return found


def _converted(value: object, kind: type, source: str) -> object:
    """Convert a setting to its type; environment variables are always strings."""
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        raise CommandError(f"{source} must be {TYPE_NAMES[kind]}, not {value!r}") from None
