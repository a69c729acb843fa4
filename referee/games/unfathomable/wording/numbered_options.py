"""Options that a card or a question numbers: what each of them does, in words."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.sentences import sentence
from referee.games.unfathomable.cards import MYTHOS, Mythos, MythosCard
from referee.games.unfathomable.choices import ChooseOption
from referee.games.unfathomable.wording.names import Names
from referee.kernel.asks import Choice

PRINTED: Mapping[str, tuple[str, str]] = {
    "unfathomable.defeat_first": ("The characters are defeated first", "The passengers are defeated first"),
    "unfathomable.foresee": ("Look at mythos cards", "Look at waypoint cards"),
    "unfathomable.waypoint_option": ("Lose one fuel", "Damage the ship twice"),
}
"""The options of the questions that always have the same ones."""


def say_numbered(choice: Choice, question: str, path: str) -> str:
    """Return a sentence for an option that a question numbers; empty if the choice says enough by itself.

    The path holds the rule of the mythos card that asks.

    >>> say_numbered(ChooseOption(2), "unfathomable.crisis", "turn.order/mythos.food_rationing/crisis.choice")
    'Lose two food.'
    """
    if not isinstance(choice, ChooseOption) or choice.option not in (1, 2):
        return ""
    options = PRINTED.get(question) or _of_card(path)
    return sentence(options[choice.option - 1], ()) if options else ""


def _of_card(path: str) -> tuple[str, str] | None:
    names = [rule.removeprefix("mythos.") for rule in path.split("/") if rule.startswith("mythos.")]
    card = next((MYTHOS[Mythos(name)] for name in reversed(names) if name in set(Mythos)), None)
    if card is None:
        return None
    return (_test(card) if card.crisis == "combination" else card.options[0], card.options[1])


def _test(card: MythosCard) -> str:
    return f"Make the skill test: {card.difficulty}, {Names(()).skills(card.skills)}"
