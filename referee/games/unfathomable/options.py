"""What a match may be played with: the variant without the Cultist, and the difficulty."""

from __future__ import annotations

from enum import StrEnum

from referee.kernel.game import Options


class Difficulty(StrEnum):
    """Which side has it easier."""

    STANDARD = "standard"
    EASIER = "easier"
    HARDER = "harder"


class ShipOptions(Options, frozen=True):
    """What may be agreed on before a match."""

    without_cultist: bool = False
    """Play without the Cultist, with fewer resources; only with 4 or 6 players is there a Cultist at all."""
    difficulty: Difficulty = Difficulty.STANDARD
    """How hard the humans have it: `easier` starts with 2 more of every resource, `harder` with 2 fewer."""
