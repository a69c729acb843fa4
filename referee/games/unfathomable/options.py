"""The options of a match: the variant without the Cultist, and the difficulty."""

from __future__ import annotations

from enum import StrEnum

from referee.kernel.game import Options


class Difficulty(StrEnum):
    """How hard the game is for the humans."""

    STANDARD = "standard"
    EASIER = "easier"
    HARDER = "harder"


class ShipOptions(Options, frozen=True):
    """What may be agreed on before a match."""

    without_cultist: bool = False
    """Whether to play without the Cultist and with fewer resources. There is a Cultist only with 4 or 6 players."""
    difficulty: Difficulty = Difficulty.STANDARD
    """How hard the game is for the humans: `easier` starts with 2 more of each resource, `harder` with 2 fewer."""
