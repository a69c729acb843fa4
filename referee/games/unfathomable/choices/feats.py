"""Choices that use a feat."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from referee.games.unfathomable.cards import Resource
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat


class LeadUnconventionally(Choice, frozen=True, tag="unfathomable.lead_unconventionally"):
    """Unconventional Leader: lose one of this resource and cancel the crisis."""

    resource: Resource


class SacrificeSelf(Choice, frozen=True, tag="unfathomable.sacrifice_self"):
    """Self Sacrifice: be defeated and choose this result: `success`, `partial` or `failure`."""

    result: str


class InterveneMedically(Choice, frozen=True, tag="unfathomable.intervene_medically"):
    """Medical Intervention: prevent the defeat."""


class GoFullSteam(Choice, frozen=True, tag="unfathomable.go_full_steam"):
    """Full Steam Ahead: lose 1 fuel and advance two spaces."""


class OrderArrest(Choice, frozen=True, tag="unfathomable.order_arrest"):
    """Arrest Order: send this player to the Brig."""

    seat: Seat


class CastQuickly(Choice, frozen=True, tag="unfathomable.cast_quickly"):
    """Quick Cast: resolve the top spell, then act."""


class NamePerfectNumber(Choice, frozen=True, tag="unfathomable.name_perfect_number"):
    """Perfect Number: the die shows this face."""

    face: int


class SenseAncestry(Choice, frozen=True, tag="unfathomable.sense_ancestry"):
    """Deep One Ancestry: look at the loyalty cards of this player."""

    seat: Seat


class TurnFortune(Choice, frozen=True, tag="unfathomable.turn_fortune"):
    """Uncanny Fortune: discard the mythos card and draw another."""


class UseEquipment(Choice, frozen=True, tag="unfathomable.use_equipment"):
    """Well Equipped: change the total of the skill test by this number."""

    amount: int


CHOICES: tuple[type[Choice], ...] = (
    LeadUnconventionally,
    SacrificeSelf,
    InterveneMedically,
    GoFullSteam,
    OrderArrest,
    CastQuickly,
    NamePerfectNumber,
    SenseAncestry,
    TurnFortune,
    UseEquipment,
)

QUESTIONS: Mapping[str, str] = MappingProxyType({})
