"""A Yellow Traitor: wants to be voted out, so it acts where no Route card would allow it."""

from __future__ import annotations

from typing import Any

from referee_client.bots.among_cultists.situation import Situation
from referee_client.bots.among_cultists.voting import passes, supporters

STRANGE = 1.0
"""Worth of an action that no honest Investigator could take."""


def traitor_place(at: Situation, where: str) -> float:
    """Return the worth of ending the move at a Location."""
    room = at.table.rooms.get(where)
    is_open = room is not None and room.books > 0 and not room.has_portal
    return STRANGE * (is_open and not at.table.is_on_route(where)) + at.whim(where)


def traitor_action(at: Situation, option: Any) -> float:
    """Return the worth of an action."""
    match option.WhichOneof("kind"):
        case "call_vote":
            return 2.0 if passes(at, supporters(at, at.seat) + 1) else -1.0
        case "fill_room":
            return 0.0 if at.table.is_on_route(at.table.here) else STRANGE
        case "pass_action":
            return 0.1
        case _:
            return 0.0
