"""Views: the table as one viewer knows it, folded from that viewer's own frames.

A view is never a redacted copy of the state: what never went in cannot leak out.
"""

from __future__ import annotations

from typing import Any

from referee.feeds.frames import Frame
from referee.kernel.facts import Recorded, Seat
from referee.kernel.game import Game, Setup
from referee.kernel.table import Ended
from referee.kernel.talk import Statement

_MAX_UNFOLDED = 64
"""Number of frames kept before they are folded, so that a view that nobody reads stays cheap and small."""


class View:
    """The table as one viewer knows it. Frames are folded when the state is read."""

    __slots__ = ("_folds", "_number", "_outcome", "_state", "_unfolded")

    def __init__(self, game: Game, setup: Setup, viewer: Seat) -> None:
        self._folds = game.folds
        self._state = game.new_state(setup, viewer)
        self._outcome: Ended | None = None
        self._number = 0
        self._unfolded: list[tuple[Recorded, ...]] = []

    @property
    def number(self) -> int:
        """The number of the last frame taken."""
        return self._number

    @property
    def state(self) -> Any:
        """The state of the game as this viewer knows it; owned by the view, not to be changed."""
        self._fold()
        return self._state

    @property
    def outcome(self) -> Ended | None:
        """How the match ended; None until then."""
        return self._outcome

    def take(self, frame: Frame) -> None:
        """Take the next frame of the viewer's feed; raise `ValueError` if it does not follow the last one."""
        if frame.number != self._number + 1:
            raise ValueError(f"frame {frame.number} cannot follow frame {self._number}")
        self._number = frame.number
        self._outcome = frame.outcome
        self._unfolded.append(frame.facts)
        if len(self._unfolded) > _MAX_UNFOLDED:
            self._fold()

    def _fold(self) -> None:
        for facts in self._unfolded:
            for recorded in facts:
                kind = type(recorded.fact)
                fold = self._folds.get(kind)
                if fold is not None:
                    fold(self._state, recorded.fact)
                # Neither the end nor what is said changes the table. Any other kind without a fold is an error.
                elif kind is not Ended and not issubclass(kind, Statement):
                    raise KeyError(kind)
        self._unfolded.clear()
