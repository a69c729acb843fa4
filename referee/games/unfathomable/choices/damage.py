"""Questions about damage. Their options are shared ones."""

from __future__ import annotations

from referee.kernel.asks import Choice

CHOICES: tuple[type[Choice], ...] = ()

QUESTIONS: dict[str, str] = {
    "unfathomable.defeat_order": "In which order are these characters overpowered?",
    "unfathomable.defeat_first": "Who is overpowered first, the characters or the passengers?",
    "unfathomable.human_order": "In which order do the humans do this?",
}
