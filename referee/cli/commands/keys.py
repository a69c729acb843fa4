"""`referee keys`: the keys that sign receipts and verdicts; show, rotate, revoke and publish them."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from rich.markup import escape

from referee.cli.display.console import console, print_json
from referee.cli.errors import Problem, told_as_problem
from referee.games.sentences import count
from referee.proof.keys import BadKeyring, Keyring, Listed

DATA_DIR = "referee-data"
FOLDER = "keys"
ID_DIGITS = 8


def data_dir(given: str | None) -> Path:
    """Where the service keeps its matches and its keys."""
    return Path(given or os.environ.get("REFEREE_DATA_DIR") or DATA_DIR)


def run(args: argparse.Namespace) -> int:
    """Do what is asked with the keys of a data directory."""
    if args.id and args.action != "revoke":
        raise Problem(f"only revoke takes a key id; {args.action} does not")
    if args.output and args.action != "publish":
        raise Problem(f"only publish writes a file; {args.action} does not")
    key_id = _key_id(args.id) if args.action == "revoke" else b""
    folder = data_dir(args.data_dir) / FOLDER
    if args.action in ("rotate", "revoke") and not folder.exists():
        raise Problem(f"there are no keys in {folder} to {args.action}; is it the right --data-dir?")
    with told_as_problem(BadKeyring):
        keyring = Keyring(folder, args.name)
        match args.action:
            case "publish":
                _publish(keyring, args)
                return 0
            case "rotate":
                before = keyring.keys.active
                after = keyring.rotate()
                said = f"key {_hex(after)} is active now; {_hex(before)} is retired, and what it signed stays good"
            case "revoke":
                revoked = keyring.revoke(key_id)
                said = (
                    f"key {_hex(revoked)} is revoked: nothing it signed counts; {_hex(keyring.keys.active)} is active\n"
                    "who trusted no other key must be handed the new list in a way they trust"
                )
            case _:
                said = ""
        listed = keyring.keys.keys[::-1]
    if args.json:
        for each in listed:
            print_json(_line(each))
        return 0
    _show(listed, keyring.path)
    if said:
        console().print(f"\n{said}\npublish the list anew: referee keys publish")
    return 0


def _key_id(text: str) -> bytes:
    try:
        key_id = bytes.fromhex(text)
    except ValueError:
        key_id = b""
    if len(text) != ID_DIGITS or len(key_id) * 2 != ID_DIGITS:
        wrong = f"{text!r} is no key id" if text else "revoke takes a key id"
        raise Problem(f"{wrong}: {ID_DIGITS} hex digits, as 'referee keys' shows them")
    return key_id


def _publish(keyring: Keyring, args: argparse.Namespace) -> None:
    published = keyring.published
    if args.output:
        try:
            Path(args.output).write_text(published, encoding="utf-8", newline="\n")
        except OSError as error:
            raise Problem(f"cannot write {args.output}: {error.strerror}") from error
    if args.json:
        print_json({"published": published, "file": args.output or None})
    elif args.output:
        listed = count(len(keyring.keys.keys), "key")
        console().print(f"{escape(args.output)} lists {listed}; hand it to all who verify")
    else:
        print(published, end="")


def _hex(listed: Listed) -> str:
    return listed.key.id.hex()


def _line(listed: Listed) -> dict[str, object]:
    """A key as `--json` prints it."""
    return {
        "id": _hex(listed),
        "name": listed.key.name,
        "state": listed.state,
        "since": listed.since,
        "until": listed.until or None,
        "key": listed.key.text,
        "fingerprint": listed.key.digest.hex(),
    }


def _show(listed: tuple[Listed, ...], path: Path) -> None:
    """The active key in full, then the others, newest first."""
    out = console()
    active, *others = listed
    digits = active.key.digest.hex()
    fingerprint = " ".join([digits[at : at + ID_DIGITS] for at in range(0, len(digits), ID_DIGITS)])
    out.print(f"[bold green]active[/]   {_hex(active)}  since {active.since}")
    out.print(f"  key          {escape(active.key.text)}")
    out.print(f"  fingerprint  {fingerprint}")
    for each in others:
        colour = "red" if each.state == "revoked" else "yellow"
        out.print(f"[{colour}]{each.state:<8}[/] {_hex(each)}  {each.since} to {each.until}")
    out.print(f"[dim]kept in {escape(str(path))}; keep it secret, and keep a copy[/]")
