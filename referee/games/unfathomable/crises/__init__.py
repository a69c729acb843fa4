"""The crises of the seventy mythos cards, registered when this package is loaded."""

from __future__ import annotations

from referee.games.unfathomable.crises import a_to_d, e_to_k, green, l_to_r, s_to_v

__all__ = ["a_to_d", "e_to_k", "green", "l_to_r", "s_to_v"]
