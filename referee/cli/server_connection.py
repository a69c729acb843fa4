"""The connection of a command to a server: TLS, and the API key.

An API key comes from a file or from REFEREE_API_KEY, never from the command line, where other users of the machine
could read it in the list of processes.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.cli.errors import CommandError
from referee_client import Client, RefereeError, connect

KEY_VARIABLE = "REFEREE_API_KEY"
CA_VARIABLE = "REFEREE_CA_FILE"

_ADVICE = f"; give a valid key with --api-key-file or {KEY_VARIABLE}"


@contextmanager
def connected(args: argparse.Namespace) -> Iterator[Client]:
    """Connect to the server that the arguments name; every error of it becomes a `CommandError`."""
    ca_file = args.ca_file or os.environ.get(CA_VARIABLE, "")
    if bool(args.client_cert) != bool(args.client_key):
        raise CommandError("--client-cert and --client-key go together; give both or neither")
    for path in filter(None, (ca_file, args.client_cert, args.client_key)):
        _check_pem(path)
    try:
        with connect(
            args.server,
            tls=args.tls,
            ca_file=ca_file or None,
            client_certificate=args.client_cert or None,
            client_key=args.client_key or None,
            api_key=api_key(args),
        ) as referee:
            yield referee
    except RefereeError as error:
        text = str(error).removesuffix(".") + _ADVICE if _is_about_key(error) else str(error)
        raise CommandError(text) from error


def api_key(args: argparse.Namespace) -> str:
    """Return the API key from the file or the environment; empty if there is none."""
    if not args.api_key_file:
        key, source = os.environ.get(KEY_VARIABLE, ""), KEY_VARIABLE
    else:
        source = f"--api-key-file {args.api_key_file}"
        try:
            key = Path(args.api_key_file).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise CommandError(f"cannot read {source}: {error.strerror}") from error
        except ValueError:
            key = " "
        if not key:
            raise CommandError(
                f"{source} is empty; write the key that 'referee access issue' printed into it"
            )
    if key and not (key.isascii() and key.isprintable() and " " not in key):
        raise CommandError(f"{source} does not hold an API key; issue one with 'referee access issue'")
    return key


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
