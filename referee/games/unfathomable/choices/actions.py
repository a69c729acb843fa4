"""What a player may choose to do with an action, of the actions that need no card."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.kernel.asks import Choice


class MoveTo(Choice, frozen=True, tag="unfathomable.move_to"):
    """Go to this space."""

    space: Space


class AttackHere(Choice, frozen=True, tag="unfathomable.attack_here"):
    """Attack somebody on the own space, without a weapon."""


class RescuePassenger(Choice, frozen=True, tag="unfathomable.rescue_passenger"):
    """Rescue a passenger on the own space."""


class DefeatPassenger(Choice, frozen=True, tag="unfathomable.defeat_passenger"):
    """Defeat a passenger on the own space."""


CHOICES: tuple[type[Choice], ...] = (
    MoveTo,
    AttackHere,
    RescuePassenger,
    DefeatPassenger,
)

QUESTIONS: dict[str, str] = {
    "unfathomable.action": "Which action do you perform?",
    "unfathomable.start_of_action_step": "Do you play a card that ends your Action step?",
    "unfathomable.leave_brig": "Which cards do you discard to leave the Brig? They must add up to 12 or more.",
}
