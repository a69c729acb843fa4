"""What one may choose of skill cards."""

from __future__ import annotations

from referee.games.unfathomable.cards import Monarch, SkillCard
from referee.kernel.asks import Choice


class PlaySkill(Choice, frozen=True, tag="unfathomable.play_skill"):
    """Use the action of this skill card."""

    card: SkillCard


class PlayInsteadOfActions(Choice, frozen=True, tag="unfathomable.play_instead_of_actions"):
    """Play this treachery card at the start of the Action step, which ends with it."""

    card: SkillCard


class PlayNow(Choice, frozen=True, tag="unfathomable.play_now"):
    """Play this skill card now."""

    card: SkillCard


class PlayToChange(Choice, frozen=True, tag="unfathomable.play_to_change"):
    """Play this skill card to change the result by this amount."""

    card: SkillCard
    amount: int


class ActivateFirst(Choice, frozen=True, tag="unfathomable.activate_first"):
    """Activate this monarch first."""

    monarch: Monarch


CHOICES: tuple[type[Choice], ...] = (
    PlaySkill,
    PlayInsteadOfActions,
    PlayNow,
    PlayToChange,
    ActivateFirst,
)

QUESTIONS: dict[str, str] = {
    "unfathomable.coordinated_effort": "Who performs an action now?",
    "unfathomable.shrivelling": "Against which enemy do you use Shrivelling?",
    "unfathomable.lesser_banishment": "From which space do you move the Deep Ones?",
    "unfathomable.lesser_banishment_to": "To which space do you move them?",
    "unfathomable.forced_learning": "Which type of cards helps in this test?",
    "unfathomable.watch_and_learn": "From which decks do you draw two cards?",
    "unfathomable.rampage": "How do you attack?",
    "unfathomable.rampage_on": "Do you attack once more?",
    "unfathomable.persistence": "Which cards do you discard, five at most?",
    "unfathomable.persistence_deck": "From which deck do you draw as many?",
    "unfathomable.reinforcements": "To which water space do the monsters come out of the Deep?",
    "unfathomable.call_to_action": "Which Deep One do you activate, or all on your space?",
    "unfathomable.perform_rites": "Which monarch do you activate first?",
}
