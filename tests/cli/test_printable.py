"""The output filter: whatever a file, a file name or a server says, no control character reaches the terminal."""

from __future__ import annotations

import ast
import io
import json
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import grpc
import pytest
import structlog
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from referee.cli.display.console import console, print_heading, print_json, print_line
from referee.cli.display.printable import FilteredStream, install_filter, printable, printable_lines
from referee.cli.server_log import configure_log
from referee.replay.format import ReplayHeader
from referee.replay.reading import read_replay
from referee.replay.writing import header_text
from tests.cli.running import inside, referee

HOSTILE = {
    "erase": "\x1b[2K\x1b[1A",
    "title": "\x1b]0;verified\x07",
    "link": "\x1b]8;;https://example.invalid\x1b\\here\x1b]8;;\x1b\\",
    "c1": "\x9b2K",
    "nul": "\0",
    "backspace": "\b\b\b\b",
    "return": "\rverified",
    "delete": "\x7f",
    "bidi": "\u202edeifirev",
    "isolate": "\u2066\u2069",
    "zero width": "\u200b",
    "line separator": "\u2028",
    "tag": "\U000e0041",
}
GOLDEN = Path("replays/abyss/2-seats.replay")


def _has_control(text: str) -> bool:
    """Return whether a text has a character that is neither printable nor a line feed."""
    return any(unicodedata.category(each) in ("Cc", "Cf", "Cs", "Zl", "Zp") and each != "\n" for each in text)


def _with_name(name: str) -> bytes:
    """Return a golden replay in which a player has another name, and which is right in every other respect."""
    data = GOLDEN.read_bytes()
    return (
        header_text(ReplayHeader(read_replay(data).charter, {0: name})).encode()
        + b"\n\n"
        + data.partition(b"\n\n")[2]
    )


@contextmanager
def _terminal() -> Iterator[io.StringIO]:
    """Replace stdout and stderr by a terminal behind the filter, and yield what is written to it."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    written = Terminal()
    console.cache_clear()
    with (
        pytest.MonkeyPatch.context() as patch,
        redirect_stdout(written),
        redirect_stderr(written),
    ):
        for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
            patch.delenv(name, raising=False)
        patch.setenv("TERM", "xterm-256color")
        install_filter()
        yield written
    console.cache_clear()


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_every_unprintable_character_is_shown(text: str) -> None:
    shown = printable(f"a{text}z")
    assert not _has_control(shown)
    assert "\n" not in printable("a\nb")
    assert ast.literal_eval(f'"{printable(text.replace(chr(92), ""))}"') == text.replace(chr(92), "")


def test_printable_text_is_left_alone() -> None:
    text = "Zoë played 魚, “Łódź” → ½ 🦑\nand won."
    assert printable_lines(text) == text
    assert printable(text) == text.replace("\n", "\\n")


# --- files ---


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_name_in_a_replay_must_be_printable(text: str, tmp_path: Path) -> None:
    """As JoinSeat demands of the names that a server writes to replays."""
    file = tmp_path / "a.replay"
    file.write_bytes(_with_name(f"Ada{text}"))
    ran = inside("verify", str(file))
    assert ran.code == 1
    assert "a text of printable characters" in ran.out
    assert not _has_control(ran.out + ran.err)
    ran = inside("replay", str(file))
    assert ran.code == 2
    assert not _has_control(ran.out + ran.err)


def test_a_name_with_a_line_feed_cannot_add_a_line(tmp_path: Path) -> None:
    file = tmp_path / "a.replay"
    file.write_bytes(_with_name("Ada\nverified a.replay"))
    for command in ("verify", "replay", "why"):
        ran = inside(command, str(file), *(["3"] if command == "why" else []))
        assert ran.code in (1, 2)
        assert not re.search("^verified", ran.out + ran.err, re.MULTILINE)


@pytest.mark.parametrize("name", ["Zoë 7", "", "魚 🦑", "\U000e0fff"], ids=ascii)
def test_other_names_are_accepted(name: str, tmp_path: Path) -> None:
    """A character that this version of Python does not know may be in the Unicode of the next one."""
    file = tmp_path / "a.replay"
    file.write_bytes(_with_name(name))
    assert inside("verify", str(file)).code == 0


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_differing_line_is_shown(text: str, tmp_path: Path) -> None:
    file = tmp_path / "a.replay"
    original = GOLDEN.read_text()
    file.write_text(original.replace('"turn":2', f'"turn":2,"{text}":0', 1), newline="\n")
    for arguments in ((), ("--json",)):
        ran = inside("verify", str(file), *arguments)
        assert ran.code == 1
        assert not _has_control(ran.out + ran.err)


@pytest.mark.parametrize(
    "name", ["\x1b[2Kverified\r", "a\nverified b", "\udcff\udc9b2K", "\u202eyalper"], ids=ascii
)
def test_a_file_name_is_shown(name: str, tmp_path: Path) -> None:
    """File names are bytes; those that are not UTF-8 reach Python as lone surrogates."""
    file = tmp_path / name
    file.write_bytes(GOLDEN.read_bytes())
    ran = inside("verify", str(file))
    assert ran.code == 0
    assert len(ran.out.splitlines()) == 1
    assert not _has_control(ran.out)
    missing = inside("verify", f"{file}?")
    assert missing.code == 2
    assert len(missing.err.splitlines()) == 1
    assert not _has_control(missing.err)
    (line,) = inside("verify", str(file), "--json").lines
    assert line["file"] == str(file)
    ran = referee("verify", str(file), "--json")
    assert not _has_control(ran.out)
    assert ran.lines[0]["file"] == str(file)


def test_json_stays_json() -> None:
    with _terminal() as written:
        for text in [*HOSTILE.values(), "a\nb\tc"]:
            print_json({"text": text})
    lines = written.getvalue().splitlines()
    assert [json.loads(line)["text"] for line in lines] == [*HOSTILE.values(), "a\nb\tc"]
    assert not _has_control(written.getvalue())


# --- the terminal ---


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_only_our_own_styles_reach_a_terminal(text: str) -> None:
    """Everything rich can print is filtered before it is styled, and the styles survive."""
    with _terminal() as written:
        out = console()
        print_line(0, f"[green]verified[/] {text}")
        print_heading(f"a {text}")
        out.print(f"[red]{text}[/]", Text(text, "bold"), Panel(text, title=text))
        table = Table("seat")
        table.add_row(f"[blue]{text}[/]")
        out.print(table)
        with Live(console=out, auto_refresh=False) as live:
            live.update(Panel(Text(text)), refresh=True)
            sys.stdout.write(f"meanwhile {text}\n")
        sys.stdout.write(f"{text}\n")
        sys.stderr.write(f"{text}\n")
        assert out.is_terminal
    assert "\x1b[32mverified\x1b[0m" in written.getvalue()
    # What `Live` uses to redraw: these also erase lines, so the text must be there, as escapes, every time.
    ours = re.compile(r"\x1b\[[0-9;]*m|\x1b\[\?25[lh]|\x1b\[2K|\x1b\[1A|\r")
    rest = ours.sub("", written.getvalue())
    assert not _has_control(rest)
    dropped = "".join(each for each in text if each not in "\a\b\v\f\r")  # by rich, from a `Text`
    assert rest.count(printable(dropped)) + rest.count(printable(text)) >= 10


def test_no_markup_of_others_becomes_a_link() -> None:
    with _terminal() as written:
        console().print(
            "[link=https://example.invalid]here[/link]", Text("there", "link https://example.invalid")
        )
    assert "here there" in written.getvalue()
    assert "example.invalid" not in written.getvalue()


def test_the_filter_is_installed_once() -> None:
    with _terminal():
        first = sys.stdout
        install_filter()
        assert sys.stdout is first
        assert isinstance(first, FilteredStream)
        assert not isinstance(first.stream, FilteredStream)


# --- servers ---


@contextmanager
def _hostile_server(text: str) -> Iterator[str]:
    """Run a server that answers every call with this status text, and yield its address."""

    class Handler(grpc.GenericRpcHandler):
        def service(self, _: Any) -> Any:
            def refuse(_: bytes, context: grpc.ServicerContext) -> bytes:
                context.abort(grpc.StatusCode.FAILED_PRECONDITION, text)

            return grpc.unary_unary_rpc_method_handler(refuse)

    with ThreadPoolExecutor(2) as threads:
        server = grpc.server(threads, handlers=[Handler()])
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        yield f"127.0.0.1:{port}"
        server.stop(None).wait()


@pytest.mark.parametrize(
    "command",
    [
        lambda address: ("watch", address, "m-1"),
        lambda address: (
            "export",
            "--server",
            address,
            "--match",
            "m-1",
            "--token",
            "t" * 32,
            "-o",
            os.devnull,
        ),
    ],
    ids=["watch", "export"],
)
def test_the_status_text_of_a_server_is_one_harmless_line(command: Callable[[str], tuple[str, ...]]) -> None:
    with _hostile_server("".join(HOSTILE.values()) + "\nverified") as address:
        ran = inside(*command(address))
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1
    assert not _has_control(ran.err)
    assert "\\x1b[2K" in ran.err


# --- the server's log ---


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_the_log_is_filtered(text: str) -> None:
    """The pretty form keeps its colours, and the JSON form stays JSON."""
    try:
        with _terminal() as written:
            configure_log("json")
            structlog.get_logger().info("told", text=text)
        assert json.loads(written.getvalue())["text"] == text
        assert not _has_control(written.getvalue())
        with _terminal() as written:
            configure_log("pretty")
            structlog.get_logger().info(f"told {text}", text=text)
        assert "\x1b[0m" in written.getvalue()
        assert not _has_control(re.sub(r"\x1b\[[0-9;]*m", "", written.getvalue()))
        assert written.getvalue().count(printable(text)) == 2
    finally:
        structlog.reset_defaults()
