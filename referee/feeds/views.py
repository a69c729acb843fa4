"""Views: the table as one viewer knows it, folded from that viewer's own frames.

A view is never a trimmed copy of the state: what never went in cannot leak out.
"""

from __future__ import annotations

from typing import Any

from referee.feeds.frames import Frame
from referee.kernel.facts import Recorded, Seat
from referee.kernel.game import Game, Setup
from referee.kernel.table import Ended

_PATIENCE = 64
"""How many frames may wait to be folded. A view nobody looks at costs little, and never more than this."""


class View:
    """The table as one viewer knows it. Frames are taken as they come and folded when somebody looks."""

    __slots__ = ("_folds", "_number", "_outcome", "_state", "_waiting")

    def __init__(self, game: Game, setup: Setup, viewer: Seat) -> None:
        self._folds = game.folds
        self._state = game.new_state(setup, viewer)
        self._outcome: Ended | None = None
        self._number = 0
        self._waiting: list[tuple[Recorded, ...]] = []

    @property
    def number(self) -> int:
        """The number of the last frame taken."""
        return self._number

    @property
    def state(self) -> Any:
        """The game's state as this viewer knows it. Belongs to the view: look, do not touch."""
        self._fold()
        return self._state

    @property
    def outcome(self) -> Ended | None:
        """How the match ended, or None while it goes on."""
        return self._outcome

    def take(self, frame: Frame) -> None:
        """Take the next frame of the viewer's feed."""
        if frame.number != self._number + 1:
            raise ValueError(f"frame {frame.number} cannot follow frame {self._number}")
        self._number = frame.number
        self._outcome = frame.outcome
        self._waiting.append(frame.facts)
        if len(self._waiting) > _PATIENCE:
            self._fold()

    def _fold(self) -> None:
        for facts in self._waiting:
            for recorded in facts:
                kind = type(recorded.fact)
                # The end is an outcome, not a change of the table; any other kind without a fold is a fault.
                if kind is not Ended:
                    self._folds[kind](self._state, recorded.fact)
        self._waiting.clear()
