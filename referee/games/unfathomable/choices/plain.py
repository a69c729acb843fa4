"""Choices that many questions share. What they mean follows from the question."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import (
    Item,
    Mythos,
    Resource,
    Skill,
    SkillCard,
    Spell,
    Waypoint,
)
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat


class Pass(Choice, frozen=True, tag="unfathomable.pass"):
    """Do nothing here."""


class Accept(Choice, frozen=True, tag="unfathomable.accept"):
    """Do it."""


class ChooseSeat(Choice, frozen=True, tag="unfathomable.choose_seat"):
    """Choose this player."""

    seat: Seat


class ChooseSpace(Choice, frozen=True, tag="unfathomable.choose_space"):
    """Choose this space."""

    space: Space


class ChooseResource(Choice, frozen=True, tag="unfathomable.choose_resource"):
    """Choose this resource."""

    resource: Resource


class ChooseSkill(Choice, frozen=True, tag="unfathomable.choose_skill"):
    """Choose this type of skill cards."""

    skill: Skill


class ChooseCard(Choice, frozen=True, tag="unfathomable.choose_card"):
    """Choose this skill card."""

    card: SkillCard

    @property
    def weight(self) -> int:
        return self.card.strength

    @property
    def group(self) -> str:
        return self.card.skill or ""


class ChooseItem(Choice, frozen=True, tag="unfathomable.choose_item"):
    """Choose this item."""

    item: Item


class ChooseSpell(Choice, frozen=True, tag="unfathomable.choose_spell"):
    """Choose this spell."""

    spell: Spell


class ChooseWaypoint(Choice, frozen=True, tag="unfathomable.choose_waypoint"):
    """Choose this waypoint."""

    waypoint: Waypoint


class ChooseMythos(Choice, frozen=True, tag="unfathomable.choose_mythos"):
    """Choose this mythos card."""

    mythos: Mythos


class ChooseOption(Choice, frozen=True, tag="unfathomable.choose_option"):
    """Choose this option of a card: the upper one is 1, the lower one 2; for a combination, 1 is the test."""

    option: int


class ChooseNumber(Choice, frozen=True, tag="unfathomable.choose_number"):
    """Choose this number."""

    number: int


PASS = Pass()
ACCEPT = Accept()

CHOICES: tuple[type[Choice], ...] = (
    Pass,
    Accept,
    ChooseSeat,
    ChooseSpace,
    ChooseResource,
    ChooseSkill,
    ChooseCard,
    ChooseItem,
    ChooseSpell,
    ChooseWaypoint,
    ChooseMythos,
    ChooseOption,
    ChooseNumber,
)

QUESTIONS: Mapping[str, str] = MappingProxyType({})
"""These choices belong to the questions of all chapters."""
