"""What one may choose of spells."""

from __future__ import annotations

from referee.games.unfathomable.cards import Skill
from referee.kernel.asks import Choice


class CastSpell(Choice, frozen=True, tag="unfathomable.cast_spell"):
    """As Keeper of the Tome, look at two spells and resolve one."""


class ConsultScript(Choice, frozen=True, tag="unfathomable.consult_script"):
    """Give up Revelation of Script to add the top card of this skill deck to the test."""

    skill: Skill


CHOICES: tuple[type[Choice], ...] = (CastSpell, ConsultScript)

QUESTIONS: dict[str, str] = {
    "unfathomable.spell": "Which spell do you resolve?",
    "unfathomable.astral_travel": "From which space do you move Deep Ones and characters?",
    "unfathomable.astral_traveller": "Whom do you move?",
    "unfathomable.astral_destination": "To which space?",
    "unfathomable.call_friends": "Which passengers do you rescue?",
    "unfathomable.cloud_memory": "Which card do you discard?",
    "unfathomable.conjuration": "Which item do you take?",
    "unfathomable.dark_pact": "Which resource do you gain?",
    "unfathomable.flesh_ward": "Who is to be protected?",
    "unfathomable.foresee": "Which deck do you look at: 1 mythos cards, 2 waypoints?",
    "unfathomable.foresee_top": "Which card goes on top?",
    "unfathomable.foresee_bottom": "In which order do the others go to the bottom, the last undermost?",
    "unfathomable.heal_space": "To which space do you go?",
    "unfathomable.heal_draw": "Which card do you draw, if any?",
    "unfathomable.plague_of_locusts": "Which Deep Ones are defeated?",
    "unfathomable.summon_the_beast_within": "To which space do you go, if to any?",
    "unfathomable.voice_of_ra": "From which deck do you draw a card?",
    "unfathomable.voice_of_ra_discard": "Which card do you discard?",
}
