"""Questions about the hand. Their options are shared ones."""

from __future__ import annotations

from referee.kernel.asks import Choice

CHOICES: tuple[type[Choice], ...] = ()

QUESTIONS: dict[str, str] = {
    "unfathomable.keep_ten": "Which cards do you discard, down to ten?",
    "unfathomable.discard_order": "In which order do you discard these cards? The last lies on top.",
}
