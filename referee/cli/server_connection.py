"""The connection of a command to a server, with TLS and the API key."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypedDict

from referee.cli.errors import CommandError
from referee.cli.server_settings import KEY_VARIABLE, api_key, ca_file
from referee.games import GAMES
from referee_client import Client, RefereeError, connect

_WHOLE_ID = "[0-9a-f]{32}"
_ADVICE = f"; give a valid key with --api-key-file or {KEY_VARIABLE}"


class ConnectionOptions(TypedDict):
    """How to connect to a server, as `referee_client.connect` takes it."""

    tls: bool
    ca_file: str | None
    client_certificate: str | None
    client_key: str | None
    api_key: str


@contextmanager
def connected(args: argparse.Namespace) -> Iterator[Client]:
    """Connect to the server that the arguments name; every error of it becomes a `CommandError`."""
    with server_errors(), connect(args.server, **connection_options(args)) as referee:
        yield referee


def connection_options(args: argparse.Namespace) -> ConnectionOptions:
    """Return how to connect to the server that the arguments name."""
    authority = ca_file(args)
    if bool(args.client_cert) != bool(args.client_key):
        raise CommandError("--client-cert and --client-key go together; give both or neither")
    for path in filter(None, (authority, args.client_cert, args.client_key)):
        _check_pem(path)
    return {
        "tls": args.tls,
        "ca_file": authority or None,
        "client_certificate": args.client_cert or None,
        "client_key": args.client_key or None,
        "api_key": api_key(args),
    }


def given_options(args: argparse.Namespace, *names: str) -> list[str]:
    """Return those of these options that were given, for a command that is printed to be copied."""
    words: list[str] = []
    for name in names:
        value = getattr(args, name.removeprefix("--").replace("-", "_"))
        if value is True:
            words.append(name)
        elif value:
            words += [name, value]
    return words


@contextmanager
def server_errors() -> Iterator[None]:
    """Turn every error of a server into a `CommandError`."""
    try:
        yield
    except RefereeError as error:
        raise CommandError(as_error(str(error)) + (_ADVICE if _is_about_key(error) else "")) from error


def as_error(sentence: str) -> str:
    """Return a sentence of the referee in the form of our errors: no capital, and no full stop.

    >>> as_error("There is no such match, or the token is not valid for it.")
    'there is no such match, or the token is not valid for it'
    >>> as_error("API keys expire."), as_error("Abyss has no such option.")
    ('API keys expire', 'Abyss has no such option')
    """
    first = sentence.partition(" ")[0].rstrip(",;:.")
    is_word = first == "A" or first[1:].islower()
    is_title = first.lower() in [name.partition("_")[0] for name in GAMES]
    start = sentence[:1].lower() if is_word and not is_title else sentence[:1]
    return start + sentence[1:].removesuffix(".")


def full_match_id(referee: Client, text: str) -> str:
    """Return the id that begins with these characters, if there is one among the matches that the caller may list."""
    if is_whole_id(text):
        return text
    with list_errors(text):
        listed = referee.list_matches(limit=0)
    return match_beginning_with(text, [match.id for match in listed])


@contextmanager
def list_errors(text: str) -> Iterator[None]:
    """Ask for the full id if the caller may not list matches to find the one that begins with these characters."""
    try:
        yield
    except RefereeError as error:
        if error.reason != "ROLE_NOT_ALLOWED":
            raise
        raise CommandError(
            f"give the full id of the match; you may not list matches on this server to find {text!r}"
        ) from None


def is_whole_id(text: str) -> bool:
    """Return whether this is the id of a match in full, which need not be looked up."""
    return re.fullmatch(_WHOLE_ID, text) is not None


def match_beginning_with(text: str, ids: Sequence[str]) -> str:
    """Return the only one of these ids that begins with these characters."""
    found = [each for each in ids if each.startswith(text)]
    if len(found) == 1:
        return found[0]
    if found:
        raise CommandError(f"{len(found)} matches begin with {text!r}; give more of the id")
    raise CommandError(
        f"no match that you may list begins with {text!r}; give the full id, or see 'referee match list'"
    )


def _check_pem(path: str) -> None:
    """Check a certificate or key, because gRPC would only fail to connect."""
    try:
        text = Path(path).read_bytes()
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror}") from error
    if b"-----BEGIN " not in text:
        raise CommandError(f"{path} is not a file in PEM format")


def _is_about_key(error: RefereeError) -> bool:
    """Return whether a call needs an API key and had none, or one that is not accepted."""
    return error.reason in ("ACCESS_DENIED", "ROLE_NOT_ALLOWED") and "API key" in str(error)
