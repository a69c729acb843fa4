"""`referee keys`: show, rotate, revoke and publish the keys that sign receipts and rulings."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.markup import escape

from referee.cli.data_dir import KEYS_FOLDER, data_dir_path, keep_from_git
from referee.cli.display.console import console, print_json
from referee.cli.errors import CommandError, as_command_error
from referee.cli.outputs import STDOUT, check_output, refuse_mixture, write_output
from referee.games.sentences import count
from referee.proof.keys import BadKeyring, Keyring, ListedKey

ID_DIGITS = 8


def run(args: argparse.Namespace) -> int:
    """Carry out the action on the keys of a data directory."""
    if args.id and args.action != "revoke":
        raise CommandError(f"only revoke takes a key id; {args.action} does not")
    if args.output and args.action != "publish":
        raise CommandError(f"only publish writes a file; {args.action} does not")
    if args.output:
        check_output(args.output, force=args.force)
        refuse_mixture(args.output, as_json=args.json)
    key_id = _key_id(args.id) if args.action == "revoke" else b""
    folder = data_dir_path(args.data_dir) / KEYS_FOLDER
    if args.action in ("rotate", "revoke") and not folder.exists():
        raise CommandError(f"no keys in {folder} to {args.action}; is it the right --data-dir?")
    with as_command_error(BadKeyring):
        keyring = Keyring(folder, args.name)
        keep_from_git(folder.parent)
        match args.action:
            case "publish":
                _publish(keyring, args)
                return 0
            case "rotate":
                before = keyring.keys.active
                after = keyring.rotate()
                message = (
                    f"key {_hex(after)} is now active; {_hex(before)} is retired: what it signed stays valid, "
                    "and its private half is deleted"
                )
            case "revoke":
                revoked = keyring.revoke(key_id)
                message = (
                    f"key {_hex(revoked)} is revoked and its signatures are no longer valid; "
                    f"{_hex(keyring.keys.active)} is active\n"
                    "anyone who trusts a list in which it was active needs the new one from a trusted source"
                )
            case _:
                message = ""
        listed = keyring.keys.keys[::-1]
    if args.json:
        for each in listed:
            print_json(_key_as_json(each))
        return 0
    _print_keys(listed, keyring.path)
    if message:
        console().print(f"\n{message}\npublish the new list: referee keys publish")
    return 0


def _key_id(text: str) -> bytes:
    try:
        key_id = bytes.fromhex(text)
    except ValueError:
        key_id = b""
    if len(text) != ID_DIGITS or len(key_id) * 2 != ID_DIGITS:
        wrong = f"{text!r} is not a key id" if text else "revoke takes a key id"
        raise CommandError(f"{wrong}: {ID_DIGITS} hex digits, as shown by 'referee keys'")
    return key_id


def _publish(keyring: Keyring, args: argparse.Namespace) -> None:
    published = keyring.published
    if args.output:
        write_output(args.output, published, force=args.force)
    if args.json:
        print_json({"published": published, "file": args.output or None})
    elif args.output == STDOUT:
        return
    elif args.output:
        listed = count(len(keyring.keys.keys), "key")
        console().print(f"wrote {escape(args.output)} with {listed}; give it to everyone who verifies")
    else:
        print(published, end="")


def _hex(listed: ListedKey) -> str:
    return listed.key.id.hex()


def _key_as_json(listed: ListedKey) -> dict[str, object]:
    return {
        "id": _hex(listed),
        "name": listed.key.name,
        "state": listed.state,
        "since": listed.since,
        "until": listed.until or None,
        "key": listed.key.text,
        "fingerprint": listed.key.digest.hex(),
    }


def _print_keys(listed: tuple[ListedKey, ...], path: Path) -> None:
    """Print the active key in full, then the others, newest first."""
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
    out.print(f"[dim]stored in {escape(str(path))}; keep it secret and back it up[/]")
