"""Skill cards: drawing, choosing what to draw, playing, discarding, the hand limit."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.unfathomable.cards import Skill, SkillCard
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table


def draw(table: Table[State], seat: Seat, skills: Sequence[Skill]) -> None:
    """Draw one card of each type named, in order; decks that run out are made anew from their discard piles."""
    raise NotImplementedError


def choose_and_draw(
    table: Table[State],
    seat: Seat,
    count: int,
    skills: Sequence[Skill],
    question: str,
    *,
    least: int | None = None,
) -> Script[int]:
    """Let a player say how many cards of which of these decks, up to `count` (exactly, unless `least` says otherwise), then draw. `skills` may name a type several times: then it is the most of that type. Return how many were drawn."""
    raise NotImplementedError
    yield


def draw_of_own_skills(table: Table[State], seat: Seat, count: int, question: str) -> Script[None]:
    """Draw some cards of the own skill set, of the player's choice."""
    raise NotImplementedError
    yield


def skill_set(state: State, seat: Seat) -> list[Skill]:
    """The skill set of a player, an active upgrade included; in the Brig without it."""
    raise NotImplementedError


def discard(table: Table[State], seat: Seat, cards: Sequence[SkillCard]) -> None:
    """Discard cards from the hand, the last on top; only the tops are seen by others."""
    raise NotImplementedError


def pay(table: Table[State], seat: Seat, cards: Sequence[SkillCard]) -> None:
    """Discard cards that everyone must see, to pay for something."""
    raise NotImplementedError


def choose_discards(
    table: Table[State], seat: Seat, count: int, question: str
) -> Script[tuple[SkillCard, ...]]:
    """Let a player choose and discard so many cards, or all if it has no more. It is asked unless its hand is empty. Return them."""
    raise NotImplementedError
    yield


def choose_payment(
    table: Table[State], seat: Seat, skill: Skill | None, question: str
) -> Script[SkillCard | None]:
    """Let a player discard one card of a type (any, if None) to pay for something, or pass; return the card. The caller has seen to it, by public knowledge, that asking tells nothing."""
    raise NotImplementedError
    yield


def play_card(table: Table[State], seat: Seat, card: SkillCard) -> None:
    """Reveal a card from the hand to use its ability."""
    raise NotImplementedError


def finish_card(table: Table[State], seat: Seat, card: SkillCard) -> None:
    """Put a card whose ability is resolved on its discard pile."""
    raise NotImplementedError


def keep_ten(table: Table[State]) -> Script[None]:
    """The Discard step: everybody with more than ten cards discards down to ten, together and sealed."""
    raise NotImplementedError
    yield
