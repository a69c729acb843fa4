"""Which track to advance."""

from __future__ import annotations

from referee.kernel.asks import Choice


class AdvanceTravel(Choice, frozen=True, tag="unfathomable.advance_travel"):
    """Advance the travel marker."""


class AdvanceRitual(Choice, frozen=True, tag="unfathomable.advance_ritual"):
    """Advance the ritual marker."""


CHOICES: tuple[type[Choice], ...] = (AdvanceTravel, AdvanceRitual)

QUESTIONS: dict[str, str] = {
    "unfathomable.progress": "Which track do you advance?",
    "unfathomable.deck_order": "In which order are the passengers on these deck spaces overpowered?",
}
