"""The connection of a command to a server, with TLS and the API key."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.cli.errors import CommandError
from referee.cli.server_settings import KEY_VARIABLE, api_key, ca_file
from referee_client import Client, RefereeError, connect

_ADVICE = f"; give a valid key with --api-key-file or {KEY_VARIABLE}"


@contextmanager
def connected(args: argparse.Namespace) -> Iterator[Client]:
    """Connect to the server that the arguments name; every error of it becomes a `CommandError`."""
    authority = ca_file(args)
    if bool(args.client_cert) != bool(args.client_key):
        raise CommandError("--client-cert and --client-key go together; give both or neither")
    for path in filter(None, (authority, args.client_cert, args.client_key)):
        _check_pem(path)
    try:
        with connect(
            args.server,
            tls=args.tls,
            ca_file=authority or None,
            client_certificate=args.client_cert or None,
            client_key=args.client_key or None,
            api_key=api_key(args),
        ) as referee:
            yield referee
    except RefereeError as error:
        text = str(error).removesuffix(".") + _ADVICE if _is_about_key(error) else str(error)
        raise CommandError(text) from error


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
