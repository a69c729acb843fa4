"""Which server a command uses, and the secrets for it: from options, files and the environment.

Secrets come from a file or from the environment, because other users of the machine can read the command line in the
list of processes. A token may also be given there, for a quick try.
"""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

from referee.cli.errors import CommandError

SERVER_VARIABLE = "REFEREE_SERVER"
TOKEN_VARIABLE = "REFEREE_TOKEN"
KEY_VARIABLE = "REFEREE_API_KEY"
CA_VARIABLE = "REFEREE_CA_FILE"

_ADDRESS = re.compile(r"[^/@\s]+:[0-9]{1,5}", re.ASCII)
"""HOST:PORT, which gRPC would otherwise look for in vain for ten seconds."""


def settle_server(args: argparse.Namespace) -> None:
    """Set `args.server` and `args.token` for a command that may use a server; an absent one is empty.

    REFEREE_SERVER is not used by a command that names a file or a data directory, nor with `--server ''`.
    """
    if args.server is None:
        is_local = getattr(args, "file", "") or getattr(args, "data_dir", None)
        args.server = "" if is_local else os.environ.get(SERVER_VARIABLE, "")
    if args.server:
        check_address(args.server)
    if args.token and args.token_file:
        raise CommandError("give --token-file or --token, not both")
    if args.server and not args.token:
        args.token = _secret(
            "--token-file", args.token_file, TOKEN_VARIABLE, "a token", "use the one from creating or joining"
        )


def check_address(text: str) -> None:
    """Raise `CommandError` unless a text is the address of a server."""
    if not _ADDRESS.fullmatch(text):
        raise CommandError(f"{text!r} is not an address; write HOST:PORT, such as localhost:8600")


def api_key(args: argparse.Namespace) -> str:
    """Return the API key from the file or the environment; empty if there is none."""
    return _secret(
        "--api-key-file",
        args.api_key_file,
        KEY_VARIABLE,
        "an API key",
        "issue one with 'referee access issue'",
    )


def ca_file(args: argparse.Namespace) -> str:
    """Return the file with the authority to trust, from the option or the environment; empty if there is none."""
    path: str = args.ca_file or os.environ.get(CA_VARIABLE, "")
    return path


def _secret(option: str, path: str, variable: str, what: str, advice: str) -> str:
    """Return a secret from a file or else from the environment; empty if there is neither."""
    if not path:
        text, source = os.environ.get(variable, ""), variable
    else:
        source = f"{option} {path}"
        try:
            text = Path(path).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise CommandError(f"cannot read {source}: {error.strerror}") from error
        except ValueError:
            text = " "
        if not text:
            raise CommandError(f"{source} is empty; write {what} into it")
    if text and not (text.isascii() and text.isprintable() and " " not in text):
        raise CommandError(f"{source} does not hold {what}; {advice}")
    return text
