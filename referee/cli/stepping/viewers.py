"""Who can look at a replay."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cli.errors import CommandError
from referee.games.sentences import listed
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Seat


def viewer_named(text: str, names: Sequence[str]) -> Seat:
    """Return the viewer that `--as` names: open, spectator, a seat number or the name of a player."""
    if text == "open":
        return OPEN_TABLE
    if text == "spectator":
        return SPECTATOR
    if text.isdecimal() and int(text) < len(names):
        return int(text)
    meant = [seat for seat, name in enumerate(names) if name.casefold() == text.casefold()]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise CommandError(
            f"--as {text!r} is the name of the seats {listed(list(map(str, meant)))}; give a number"
        )
    raise CommandError(
        f"unknown viewer --as {text!r} (choose from open, spectator, the seats 0 to {len(names) - 1}, "
        f"or a name: {', '.join(names)})"
    )
