"""Arguments of `referee serve`."""

from __future__ import annotations

import argparse

from referee.cli.arguments.shared import CommandGroup
from referee.cli.log_settings import LOG_FORMS, LOG_LEVELS


def add_to(commands: CommandGroup) -> None:
    """Add the command. The options have no defaults here: an absent one falls back to the environment or file."""
    parser = commands.add(
        "serve",
        "start the service",
        "referee serve --port 8600 --data-dir ./matches",
        details="Prints 'listening on HOST:PORT' when it is ready, and with --http 'inspector on http://HOST:PORT/'. "
        "SIGTERM or Ctrl-C stops it without data loss. "
        "Every setting can also come from an environment variable (REFEREE_HOST, REFEREE_PORT, REFEREE_DATA_DIR, "
        "REFEREE_ACCESS, REFEREE_TLS_CERT, REFEREE_TLS_KEY, REFEREE_TLS_CLIENT_CA, REFEREE_LOG, REFEREE_LOG_LEVEL, "
        "REFEREE_REFLECTION, REFEREE_WORKERS, REFEREE_GAME_DATA, "
        "REFEREE_METRICS_PORT, REFEREE_METRICS_HOST, REFEREE_HTTP, REFEREE_HTTP_HOST, REFEREE_DELAY) "
        "or from the --config file "
        '(data_dir = "matches"). The command line takes precedence, then the environment, then the file.',
    )
    parser.add_argument("--host", default=None, metavar="H", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument(
        "--port", type=int, default=None, metavar="P", help="port; 0 picks a free one (default: 8600)"
    )
    parser.add_argument(
        "--data-dir",
        default=None,
        metavar="D",
        help="directory for matches and keys (default: ./referee-data)",
    )
    parser.add_argument(
        "--access",
        choices=("open", "keys"),
        default=None,
        help="who may create matches: everyone, or the holders of an API key from 'referee access' "
        "(default: open on loopback, keys on any other address)",
    )
    parser.add_argument(
        "--tls-cert", default=None, metavar="F", help="certificate chain in PEM; requires --tls-key"
    )
    parser.add_argument(
        "--tls-key", default=None, metavar="F", help="private key in PEM; requires --tls-cert"
    )
    parser.add_argument(
        "--tls-client-ca",
        default=None,
        metavar="F",
        help="accept only clients with a certificate signed by this authority, in PEM; requires --tls-cert",
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=None,
        metavar="N",
        help="processes that run matches again, for Verify, TryReading and the like "
        "(default: 2, or 1 on a single processor)",
    )
    _add_pages(parser)
    _add_log_and_metrics(parser)
    parser.add_argument(
        "--no-reflection",
        dest="reflection",
        action="store_false",
        default=None,
        help="disable gRPC server reflection",
    )
    parser.add_argument(
        "--game-data",
        default=None,
        metavar="GAME=DIR",
        help="play new matches of a game with the CSV data files in a directory, unless a match brings its own",
    )
    parser.add_argument("--config", default="", metavar="F", help="TOML file with these settings")


def _add_pages(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--http",
        type=int,
        default=None,
        metavar="P",
        help="port for pages in the browser, to follow and play matches; 0 picks a free one (default: none)",
    )
    parser.add_argument(
        "--http-host",
        default=None,
        metavar="H",
        help="address of the pages; any other than loopback needs --tls-cert (default: 127.0.0.1)",
    )
    parser.add_argument(
        "--delay",
        type=int,
        default=None,
        metavar="SECONDS",
        help="show spectators in the pages nothing newer than this (default: 0)",
    )


def _add_log_and_metrics(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--log",
        choices=LOG_FORMS,
        default=None,
        help="format of the server log on stderr (default: pretty on a terminal, else json)",
    )
    parser.add_argument(
        "--log-level",
        choices=LOG_LEVELS,
        default=None,
        help="leave out log lines below this level; debug may show hidden information (default: info)",
    )
    parser.add_argument(
        "--metrics-port",
        type=int,
        default=None,
        metavar="P",
        help="port for Prometheus metrics over HTTP; needs pip install 'referee[metrics]' (default: none)",
    )
    parser.add_argument(
        "--metrics-host",
        default=None,
        metavar="H",
        help="address of the metrics; everyone who reaches it can read them (default: 127.0.0.1)",
    )
