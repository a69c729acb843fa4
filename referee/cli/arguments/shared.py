"""What the argument modules share: adding a command, and the options that several commands take."""

from __future__ import annotations

import argparse
import os
import re
import textwrap

from referee.cli.command_parser import CommandParser
from referee.cli.server_settings import SERVER_VARIABLE

_NARROWEST = 20
"""Least width of a column that is wrapped."""

CLOCK_EXAMPLES = "fischer 10m+5s, bronstein 10m+5s, delay 10m+5s, bank 10m, decision 30s"
"""The presets of time controls, here as well, because `--help` would take longer with the import."""

_TERM = re.compile(r"(  +\S.*?  +)(\S.*)")
"""A line of a table: a term, two spaces or more, and what it means."""


class HelpFormatter(argparse.HelpFormatter):
    """Wraps paragraphs and tables to the terminal, and keeps other indented lines, such as examples, as written."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        blocks = []
        for block in text.strip().split("\n\n"):
            lines = block.split("\n")
            is_preformatted = any(line.startswith("  ") for line in lines)
            wrapped = (
                [part for line in lines for part in self._term_lines(line, width)]
                if is_preformatted
                else self._split_lines(block, width)
            )
            blocks.append("\n".join(wrapped))
        return "\n\n".join(blocks)

    def _term_lines(self, line: str, width: int) -> list[str]:
        """Return a line of a table, wrapped within its second column."""
        found = _TERM.fullmatch(line)
        room = width - len(found[1]) if found else 0
        if found is None or len(line) <= width or room < _NARROWEST:
            return [line]
        first, *rest = self._split_lines(found[2], room)
        return [found[1] + first, *[" " * len(found[1]) + part for part in rest]]

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False)


class CommandGroup:
    """Adds commands with a summary, details and working examples."""

    def __init__(self, commands: argparse._SubParsersAction[CommandParser]) -> None:
        self._commands = commands

    def add(self, name: str, summary: str, *examples: str, details: str = "") -> CommandParser:
        """Add a command and return its parser. The summary has no capital and no full stop."""
        title = "example" if len(examples) == 1 else "examples"
        shown = "\n".join([f"  {line}" for example in examples for line in example.split("\n")])
        return self._commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.\n\n{details}",
            epilog=f"{title}:\n{shown}",
            formatter_class=HelpFormatter,
        )


def add_json(parser: argparse.ArgumentParser, what: str) -> None:
    """Add `--json`; `what` completes the sentence "print ..."."""
    parser.add_argument("--json", action="store_true", help=f"print {what}")


def add_jobs(parser: argparse.ArgumentParser, things: str) -> None:
    """Add `-j` to a command that works on several processor cores."""
    parser.add_argument(
        "-j",
        dest="jobs",
        type=int,
        default=None,
        metavar="N",
        help=f"number of {things} at the same time, each in a process of its own (default: one per processor core)",
    )


def add_data_dir(parser: argparse._ActionsContainer) -> None:
    """Add `--data-dir` to a command that uses the keys of a service."""
    parser.add_argument(
        "--data-dir",
        default=None,
        metavar="D",
        help="data directory of the service, which holds its keys (default: ./referee-data)",
    )


def add_output(
    parser: argparse.ArgumentParser, metavar: str, what: str, *, is_required: bool = False
) -> None:
    """Add `-o` and `--force` to a command that writes a file; `what` completes the help of `-o`."""
    parser.add_argument(
        "-o", "--output", required=is_required, default="", metavar=metavar, help=f"{what}; - is stdout"
    )
    add_force(parser)


def add_force(parser: argparse.ArgumentParser) -> None:
    """Add `--force` to a command that writes a file."""
    parser.add_argument("--force", action="store_true", help="overwrite the file if it exists")


def add_quiet(parser: argparse.ArgumentParser) -> None:
    """Add `--quiet` to a command that takes long or prints much."""
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="print only what is wrong, and no progress"
    )


def add_server(parser: argparse.ArgumentParser, purpose: str) -> None:
    """Add `--server` and how to reach it; `purpose` completes its help."""
    parser.add_argument(
        "--server", default=None, metavar="ADDR", help=f"{purpose} (default: $REFEREE_SERVER)"
    )
    add_connection(parser)


def add_address(parser: argparse.ArgumentParser) -> None:
    """Add ADDR, which may be left out if the environment names the server."""
    parser.add_argument(
        "server",
        metavar="ADDR",
        # Only then, because argparse cannot find an optional ADDR and MATCH with options between them.
        nargs="?" if os.environ.get(SERVER_VARIABLE) else None,
        help="HOST:PORT of the server; may be left out if $REFEREE_SERVER names it",
    )


def add_connection(parser: argparse.ArgumentParser) -> None:
    """Add how to reach a server: the token of a match, TLS, and the API key."""
    parser.add_argument(
        "--token-file",
        default="",
        metavar="F",
        help="file with your token for the match, as a seat, judge or arbiter (default: the token in $REFEREE_TOKEN)",
    )
    parser.add_argument(
        "--token",
        default="",
        metavar="T",
        help="the token itself; other users of this machine can see it, so prefer --token-file",
    )
    add_reaching(parser)


def add_reaching(parser: argparse.ArgumentParser) -> None:
    """Add how to reach a server: TLS and the API key."""
    parser.add_argument(
        "--tls", action="store_true", help="connect with TLS, and trust the authorities of this machine"
    )
    parser.add_argument(
        "--ca-file",
        default="",
        metavar="F",
        help="connect with TLS, and trust this certificate, in PEM (default: $REFEREE_CA_FILE)",
    )
    parser.add_argument(
        "--client-cert", default="", metavar="F", help="your own certificate, for a server that requires one"
    )
    parser.add_argument(
        "--client-key", default="", metavar="F", help="private key of your certificate, in PEM"
    )
    parser.add_argument(
        "--api-key-file",
        default="",
        metavar="F",
        help="file with your API key, for a server that requires one (default: the key in $REFEREE_API_KEY)",
    )


def add_key_file(parser: argparse.ArgumentParser) -> None:
    """Add `--keys` to a command that checks signatures."""
    parser.add_argument("--keys", default="", metavar="FILE", help="key file published by the official")


def add_clock(parser: argparse.ArgumentParser, when: str = "") -> None:
    """Add the option."""
    parser.add_argument(
        "--clock",
        default="0",
        metavar="CLOCK",
        help=f"{when}seconds for each decision, or a clock for the match: {CLOCK_EXAMPLES}. After a comma: cap 1m "
        "(longest decision), grace 1m (more for the first), away 2m (for lost connections), lag 5s (credited), "
        "zero resign or until-back (default: no limit)",
    )
