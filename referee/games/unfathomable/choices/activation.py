"""Questions about activated Deep Ones. Their options are shared ones."""

from __future__ import annotations

from referee.kernel.asks import Choice

CHOICES: tuple[type[Choice], ...] = ()

QUESTIONS: dict[str, str] = {
    "unfathomable.next_deep_one": "On which space does the next Deep One act?",
    "unfathomable.deep_one_order": "In which order do the Deep Ones act?",
    "unfathomable.deep_one_target": "Which human does the Deep One attack?",
    "unfathomable.deep_one_step": "Through which room does the Deep One go?",
}
