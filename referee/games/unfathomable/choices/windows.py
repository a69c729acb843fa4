"""Questions of the moments at which anyone may use an ability. Their options come from the chapters."""

from __future__ import annotations

from referee.kernel.asks import Choice

CHOICES: tuple[type[Choice], ...] = ()

QUESTIONS: dict[str, str] = {
    "unfathomable.window.before_roll": "A die is about to be rolled. Do you use an ability?",
    "unfathomable.window.after_roll": "The die was rolled. Do you use an ability?",
    "unfathomable.window.before_cards": "Cards are about to be added to a skill test. Do you use an ability?",
    "unfathomable.window.after_total": "The total of the skill test is known. Do you use an ability?",
    "unfathomable.window.character_would_be_defeated": "A character would be defeated. Do you use an ability?",
    "unfathomable.window.passenger_would_be_defeated": "A passenger would be defeated. Do you use an ability?",
    "unfathomable.window.mythos_drawn": "A mythos card was drawn. Do you use an ability?",
    "unfathomable.window.mythos_choice": "A choice of a mythos card is to be made. Do you use an ability?",
    "unfathomable.window.deep_one_would_enter": "A Deep One would come into a room. Do you use an ability?",
    "unfathomable.window_order": "Several want to use an ability now. In which order?",
}
