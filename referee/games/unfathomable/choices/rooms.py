"""What a player may choose in a room."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.kernel.asks import Choice


class UseRoom(Choice, frozen=True, tag="unfathomable.use_room"):
    """Use the action of the room you are in."""

    space: Space


class RepairRoom(Choice, frozen=True, tag="unfathomable.repair_room"):
    """Repair the room you are in with cards of your hand."""

    space: Space


class RetreatRitual(Choice, frozen=True, tag="unfathomable.retreat_ritual"):
    """Move the ritual marker one space back."""


class LookAtMythos(Choice, frozen=True, tag="unfathomable.look_at_mythos"):
    """Look at the top two mythos cards."""


class LookAtWaypoints(Choice, frozen=True, tag="unfathomable.look_at_waypoints"):
    """Look at the top two waypoints."""


CHOICES: tuple[type[Choice], ...] = (UseRoom, RepairRoom, RetreatRitual, LookAtMythos, LookAtWaypoints)

QUESTIONS: dict[str, str] = {
    "unfathomable.bridge": "Which deck do you look at?",
    "unfathomable.mythos_on_top": "Which mythos card do you leave on top?",
    "unfathomable.chapel": "Do you move the ritual marker back, or which card do you discard to advance it?",
    "unfathomable.captains_cabin": "Whom do you try to send to the Brig?",
    "unfathomable.cargo_hold": "Which item do you keep?",
    "unfathomable.galley": "Which cards do you draw, up to five?",
    "unfathomable.boiler_room": "Which card do you discard to advance the travel marker?",
    "unfathomable.escape": "Where do you go from the Brig?",
    "unfathomable.repair": "Which cards do you discard to repair this space?",
}
