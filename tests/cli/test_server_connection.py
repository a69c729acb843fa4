"""Commands that use a server: TLS, certificates and API keys."""

from __future__ import annotations

import argparse
import os
import socket
import ssl
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest

from referee.cli.event_at_arena import ACTIONS_AT_ARENA
from referee.cli.parser import build_parser
from referee.server.api_keys import KeyRegister
from referee.server.clocks import now_ms
from referee_client import aio, connect, unreachable
from tests.cli.running import Ran, inside
from tests.clients.servers import referee_process
from tests.wire.certificates import Authority

REPLAYS = Path(__file__).parents[2] / "replays"
PLAY = ("play", "abyss", "--seats", "2", "--json")


class Guarded(NamedTuple):
    """A server that needs TLS, a certificate of the client and an API key to create a match."""

    address: str
    ca_file: Path
    certificate: Path
    client_key: Path
    key_file: Path
    data_dir: Path

    @property
    def tls(self) -> tuple[str, ...]:
        files = {
            "--ca-file": self.ca_file,
            "--client-cert": self.certificate,
            "--client-key": self.client_key,
        }
        return tuple([str(part) for pair in files.items() for part in pair])

    def play(self, *arguments: str) -> Ran:
        return inside(*PLAY, "--server", self.address, *self.tls, *arguments)


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    folder: Path = tmp_path_factory.mktemp("guarded")
    authority = Authority(folder, "authority")
    certificate, key = authority.issue("server")
    data = folder / "data"
    issue = ("access", "issue", "--name", "league", "--role", "operator", "--data-dir", str(data))
    (folder / "api.key").write_text(inside(*issue).out)
    tls = ("--tls-cert", str(certificate), "--tls-key", str(key), "--tls-client-ca", str(authority.file))
    with referee_process(data, 0, *tls, "--access", "keys") as (_, address):
        yield Guarded(address, authority.file, *authority.issue("client"), folder / "api.key", data)


def test_a_judge_is_appointed_by_the_id_of_an_api_key(guarded: Guarded, tmp_path: Path) -> None:
    issue = ("access", "issue", "--name", "Grace", "--role", "judge", "--data-dir", str(guarded.data_dir))
    issued = inside(*issue, "--json").lines[0]
    server = ("--server", guarded.address, *guarded.tls)
    operator = ("--api-key-file", str(guarded.key_file))
    new = ("match", "new", "abyss", "--seats", "2", "--clock", "600", "--json", *server, *operator)
    made = inside(*new).lines[0]
    options = (*server, "--token", made["tokens"]["organiser"])
    appointed = inside("match", "appoint", made["id"], "Grace", "--key-id", issued["id"], *options)
    assert f"judge/1 uses the API key {issued['id']}" in appointed.out
    with connect(
        guarded.address,
        ca_file=guarded.ca_file,
        client_certificate=guarded.certificate,
        client_key=guarded.client_key,
    ) as referee:
        for _ in range(2):
            referee.join_seat(made["id"])
    judge = tmp_path / "judge.key"
    judge.write_text(issued["key"])
    extend = ("match", "extend", made["id"], "1", "60", "--json", *server, "--api-key-file", str(judge))
    (extended,) = inside(*extend).lines
    assert extended["time_extensions"][0]["by"] == "judge/1"
    by_key = inside("match", "dismiss", made["id"], "judge/1", "--json", *server, *operator)
    assert "officials" not in by_key.lines[0]
    assert inside(*extend).code == 2


def test_every_command_reaches_a_server_with_tls_and_a_key(guarded: Guarded, tmp_path: Path) -> None:
    key = ("--api-key-file", str(guarded.key_file))
    ran = guarded.play("--spectators", *key)
    assert ran.code == 0, ran.err
    (played,) = ran.lines
    match = played["id"]
    shown = inside(
        "match", "show", match, "--server", guarded.address, *guarded.tls, "--token", played["token"]
    )
    assert shown.code == 0, "the token of the organiser"
    watched = inside("watch", guarded.address, match, *guarded.tls, "--json")
    assert watched.code == 0, watched.err
    assert watched.lines[-1]["kind"] == "match.ended"
    bundle = tmp_path / "game.bundle"
    there = ("--server", guarded.address, "--match", match, *guarded.tls, *key)
    ran = inside("export", *there, "-o", str(bundle))
    assert ran.code == 0, ran.err
    assert bundle.exists()
    ran = inside("dispute", "show", *there)
    assert (ran.code, ran.err) == (0, "")


def test_the_environment_names_the_authority_and_the_key(
    guarded: Guarded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFEREE_API_KEY", guarded.key_file.read_text().strip())
    monkeypatch.setenv("REFEREE_CA_FILE", str(guarded.ca_file))
    ran = inside(*PLAY, "--server", guarded.address, *guarded.tls[2:])
    assert ran.code == 0, ran.err


def test_a_person_needs_an_api_key_only_to_abbreviate_an_id(
    guarded: Guarded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = ("--api-key-file", str(guarded.key_file))
    new = ("match", "new", "abyss", "--seats", "2", "--server", guarded.address, *guarded.tls, *key, "--json")
    match = inside(*new).lines[0]["id"]

    def sit(name: str, *options: str) -> Ran:
        kept = ("--seats-dir", str(tmp_path / "seats"), "--wait", "0.1")
        with open(os.devnull, encoding="utf-8") as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            return inside("sit", guarded.address, name, *guarded.tls, *kept, *options)

    assert f"you may not list matches on this server to find '{match[:6]}'" in one_line(sit(match[:6]))
    assert "nothing happened" in one_line(sit(match[:6], "--seat", "1", *key))
    assert "your seat is kept" in one_line(sit(match, "--seat", "0"))


def one_line(ran: Ran) -> str:
    """Return the only line of a command that could not be done."""
    assert ran.code == 2
    (line,) = ran.err.splitlines()
    return line


ADVICE = "give a valid key with --api-key-file or REFEREE_API_KEY"


def test_a_missing_or_wrong_key_is_one_line_that_says_what_to_do(guarded: Guarded, tmp_path: Path) -> None:
    assert one_line(guarded.play()) == (
        f"referee play: creating a match on this server needs the API key of an organiser; {ADVICE}"
    )
    wrong = tmp_path / "wrong.key"
    text = guarded.key_file.read_text().strip()
    wrong.write_text(text[:-1] + ("a" if text[-1] != "a" else "b"))
    assert one_line(guarded.play("--api-key-file", str(wrong))) == (
        f"referee play: the API key is not valid; {ADVICE}"
    )


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty; write an API key into it"),
        (b"two words\n", "does not hold an API key"),
        (b"one\ntwo\n", "does not hold an API key"),
        (b"\xff\xfe", "does not hold an API key"),
        ("schlüssel".encode(), "does not hold an API key"),
    ],
)
def test_a_file_without_a_key_is_refused_before_anything_is_sent(
    content: bytes, says: str, tmp_path: Path
) -> None:
    file = tmp_path / "api.key"
    file.write_bytes(content)
    line = one_line(inside("watch", "127.0.0.1:1", "m-1", "--api-key-file", str(file)))
    assert f"--api-key-file {file} {says}" in line


@pytest.mark.parametrize("option", ["--api-key-file", "--ca-file"])
def test_a_file_that_cannot_be_read_is_named(option: str, tmp_path: Path) -> None:
    line = one_line(inside("watch", "127.0.0.1:1", "m-1", option, str(tmp_path / "none")))
    assert "cannot read" in line
    assert line.endswith("none: No such file or directory")


def test_a_certificate_must_be_one_and_needs_its_key(guarded: Guarded) -> None:
    line = one_line(inside("watch", "127.0.0.1:1", "m-1", "--ca-file", str(guarded.key_file)))
    assert line.endswith("is not a file in PEM format")
    line = one_line(inside("watch", "127.0.0.1:1", "m-1", "--client-cert", str(guarded.certificate)))
    assert "--client-cert and --client-key go together" in line


def test_a_key_is_never_on_the_command_line() -> None:
    line = inside("watch", "127.0.0.1:1", "m-1", "--api-key", "secret")
    assert line.code == 2


def test_the_token_comes_from_a_file_or_the_environment(
    guarded: Guarded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that is named in the environment serves every command that names no file."""
    monkeypatch.setenv("REFEREE_SERVER", guarded.address)
    monkeypatch.setenv("REFEREE_CA_FILE", str(guarded.ca_file))
    key = guarded.key_file.read_text().strip()
    with connect(
        guarded.address,
        ca_file=guarded.ca_file,
        client_certificate=guarded.certificate,
        client_key=guarded.client_key,
        api_key=key,
    ) as client:
        created = client.create_match("abyss", 2, unrefereed=True)
        client.join_seat(created.match.id)
    export = ("export", "--match", created.match.id, *guarded.tls[2:], "--force", "-o", str(tmp_path / "a"))
    assert "name the match and your token" in one_line(inside(*export))
    file = tmp_path / "my.token"
    file.write_text(f"{created.token}\n")
    ran = inside(*export, "--token-file", str(file))
    assert ran.code == 0, ran.err
    assert "not both" in one_line(inside(*export, "--token-file", str(file), "--token", "t"))
    monkeypatch.setenv("REFEREE_TOKEN", created.token)
    assert inside(*export).code == 0
    monkeypatch.setenv("REFEREE_TOKEN", "two words")
    assert "REFEREE_TOKEN does not hold a token" in one_line(inside(*export))
    file.write_text("")
    assert f"--token-file {file} is empty" in one_line(inside(*export, "--token-file", str(file)))
    watched = (
        "watch",
        guarded.address,
        created.match.id,
        *guarded.tls,
        "--token-file",
        str(tmp_path / "none"),
    )
    assert "cannot read --token-file" in one_line(inside(*watched))


@pytest.mark.parametrize("command", ["watch", "sit"])
def test_the_address_may_come_from_the_environment(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aio, "SECONDS_TO_CONNECT", 0.1)
    monkeypatch.delenv("REFEREE_SERVER", raising=False)
    assert "arguments are required: MATCH" in one_line(inside(command, "m-1"))
    monkeypatch.setenv("REFEREE_SERVER", "127.0.0.1:1")
    assert "no referee answers at 127.0.0.1:1" in one_line(inside(command, "m-1"))
    assert "no referee answers at 127.0.0.1:2" in one_line(inside(command, "127.0.0.1:2", "m-1"))


def test_a_file_on_the_command_line_comes_before_the_server_in_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(aio, "SECONDS_TO_CONNECT", 0.7)
    monkeypatch.setenv("REFEREE_SERVER", "127.0.0.1:1")
    ran = inside("dispute", "show", str(REPLAYS / "unfathomable" / "disputed.bundle"))
    assert (ran.code, ran.err) == (0, "")
    assert inside(*PLAY, "--server", "").code == 0
    assert inside(*PLAY).code == 2


def test_every_command_that_takes_a_server_takes_the_same_options() -> None:
    """One definition of how to reach a server, for commands and their steps."""
    found = {}

    def collect(parser: argparse.ArgumentParser) -> None:
        options = set(parser._option_string_actions)
        if "--server" in options:
            found[parser.prog] = options
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                for each in action.choices.values():
                    collect(each)

    collect(build_parser())
    assert found.keys() >= {"referee play", "referee export", "referee dispute open"}
    shared = {"--tls", "--ca-file", "--token-file", "--client-cert", "--client-key", "--api-key-file"}
    missing = {name: shared - options for name, options in found.items() if shared - options}
    # An arena creates the matches and is asked by organisers, with an API key, so there is no token to give.
    actions = ("start", "serve", *ACTIONS_AT_ARENA)
    assert missing == {f"referee event {action}": {"--token-file"} for action in actions}


REFUSED_BY_SERVER = {
    "an address without a port": (
        ("--server", "localhost"),
        "'localhost' is not an address; write HOST:PORT",
    ),
    "a web address": (("--server", "https://{address}"), "is not an address; write HOST:PORT"),
    "nobody there": (("--server", "127.0.0.1:1"), "no referee answers at 127.0.0.1:1"),
    "no TLS": (("--server", "{address}"), "it uses TLS; connect with --tls, or with --ca-file"),
    "another authority": (
        ("--server", "{address}", "--ca-file", "{other}"),
        "trust its authority with --ca-file",
    ),
    "an authority that is none": (
        ("--server", "{address}", "--ca-file", "{key}"),
        "is not a file in PEM format",
    ),
    "no certificate of the client": (
        ("--server", "{address}", "--ca-file", "{ca}"),
        "it requires a certificate of the client",
    ),
    "half a certificate": (("--server", "{address}", "--client-cert", "{certificate}"), "go together"),
    "no key": (("--server", "{address}", "{tls}"), "needs the API key of an organiser"),
    "an expired key": (("--server", "{address}", "{tls}", "--api-key-file", "{expired}"), "API key"),
    "an empty key": (("--server", "{address}", "{tls}", "--api-key-file", "{empty}"), "is empty"),
    "a token that is a sentence": (
        ("--server", "{address}", "--token-file", "{words}"),
        "does not hold a token",
    ),
}


@pytest.mark.parametrize("case", REFUSED_BY_SERVER)
def test_a_server_that_cannot_be_used_is_one_line(
    case: str, guarded: Guarded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(aio, "SECONDS_TO_CONNECT", 0.7)
    yesterday = now_ms() - 24 * 60 * 60 * 1000
    register = KeyRegister(guarded.data_dir, now=lambda: yesterday)
    expired = register.issue("organiser", "late", by="test", expires=yesterday + 1)
    files = {"expired": expired.text, "empty": "", "words": "two words", "other": ""}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    places = {
        "address": guarded.address,
        "ca": guarded.ca_file,
        "certificate": guarded.certificate,
        "key": guarded.key_file,
        **{name: tmp_path / name for name in files},
        "other": Authority(tmp_path, "other authority").file,
    }
    arguments, said = REFUSED_BY_SERVER[case]
    words = [guarded.tls if word == "{tls}" else (word.format(**places),) for word in arguments]
    ran = inside(*PLAY, *[word for part in words for word in part])
    assert said in one_line(ran)
    assert ran.out == ""


@contextmanager
def something_else(certificate: tuple[Path, Path] | None = None) -> Iterator[int]:
    """Accept connections on a port, with TLS if there is a certificate, and never answer; yield the port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        accepted: list[socket.socket] = []

        def accept() -> None:
            with suppress(OSError):
                while True:
                    accepted.append(listening.accept()[0])
                    if certificate is not None:
                        Thread(target=greet, args=(accepted[-1],), daemon=True).start()

        def greet(connection: socket.socket) -> None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            assert certificate is not None
            context.load_cert_chain(*certificate)
            with suppress(OSError):
                accepted.append(context.wrap_socket(connection, server_side=True))

        thread = Thread(target=accept, daemon=True)
        thread.start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()
        for connection in accepted:
            connection.close()


NO_ANSWER = "it is busy, or another program listens there"
NO_REFEREE = {
    "no answer": ((), "127.0.0.1", "", NO_ANSWER),
    "no answer with TLS": (("--tls",), "127.0.0.1", "", NO_ANSWER),
    "an expired certificate": (
        ("--ca-file", "{authority}"),
        "127.0.0.1",
        "expired",
        "is not accepted (certificate has expired)",
    ),
    "the certificate of another host": (
        ("--ca-file", "{authority}"),
        "localhost",
        "elsewhere",
        "is not accepted (Hostname mismatch",
    ),
}
"""Options of the client, the host that it names, the certificate of what listens there, and what is said."""


@pytest.mark.parametrize("case", NO_REFEREE)
def test_what_is_no_referee_is_named_with_the_reason(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(aio, "SECONDS_TO_CONNECT", 0.7)
    monkeypatch.setattr(unreachable, "SECONDS_TO_PROBE", 0.7 if case.startswith("no answer") else 30.0)
    authority = Authority(tmp_path, "authority")
    certificates = {
        "expired": authority.issue("expired", lifetime=timedelta(minutes=-1)),
        "elsewhere": authority.issue("elsewhere", host="other.example"),
    }
    options, host, certificate, said = NO_REFEREE[case]
    words = [word.format(authority=authority.file) for word in options]
    with something_else(certificates.get(certificate)) as port:
        ran = inside(*PLAY, "--server", f"{host}:{port}", *words)
    assert said in one_line(ran)
    assert ran.out == ""


def test_a_wrong_token_is_one_line(guarded: Guarded, tmp_path: Path) -> None:
    file = tmp_path / "my.token"
    file.write_text("0" * 64)
    there = ("--server", guarded.address, *guarded.tls, "--match", "0" * 32, "--token-file", str(file))
    assert "did not export match" in one_line(inside("export", *there, "-o", str(tmp_path / "a")))
    assert "match" in one_line(inside("dispute", "show", *there))
    assert not (tmp_path / "a").exists()
