"""Frames: all that one step of a match brought about for one viewer, in order.

A step that brings a viewer nothing gives that viewer no frame and uses no number: numbers run without gaps, because a
gap would tell how much is hidden. So the feed of a seat is the same whatever the order in which others gave
their sealed answers, and whether they took a second or an hour.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from referee.kernel.facts import SPECTATOR, Fact, Recorded, Seat, as_seen, sight_of
from referee.kernel.run import Question
from referee.kernel.table import Ended


class Frame(msgspec.Struct, frozen=True, gc=False):
    """What a viewer is told at once."""

    number: int
    """Counted per viewer from 1, without gaps."""
    facts: tuple[Recorded, ...]
    """As this viewer is told them. One tuple serves all viewers where everything in it is public."""
    question: Question | None
    """What this seat is asked now. A frame without a question closes the one before it."""
    waiting_for: tuple[Seat, ...]
    """The seats that were asked. Who of them has answered a sealed question is not told."""
    outcome: Ended | None


def viewers_of(seats: int) -> tuple[Seat, ...]:
    """Everybody who gets a feed: each seat, and the spectator."""
    return (*range(seats), SPECTATOR)


class Feeds:
    """Cuts the feeds of some viewers of one match, and counts their frames."""

    __slots__ = ("_numbers", "_open_kinds", "_viewers", "_waiting_for")

    def __init__(self, viewers: tuple[Seat, ...]) -> None:
        self._viewers = viewers
        self._numbers = dict.fromkeys(viewers, 0)
        self._waiting_for: tuple[Seat, ...] = ()
        self._open_kinds: dict[type[Fact], bool] = {}

    def newest(self, viewer: Seat) -> int:
        """The number of this viewer's last frame, 0 before the first."""
        return self._numbers[viewer]

    def cut(
        self,
        facts: tuple[Recorded, ...],
        questions: Mapping[Seat, Question],
        waiting_for: tuple[Seat, ...],
        outcome: Ended | None,
    ) -> dict[Seat, Frame]:
        """Cut a step into frames. `questions` are those the step opened; viewers it brings nothing get no frame."""
        numbers = self._numbers
        is_news = outcome is not None or waiting_for != self._waiting_for
        self._waiting_for = waiting_for
        is_open = self._are_open(facts)
        frames = {}
        for viewer in self._viewers:
            told = facts if is_open else as_told(facts, viewer)
            question = questions.get(viewer)
            if told or is_news or question is not None:
                numbers[viewer] = number = numbers[viewer] + 1
                frames[viewer] = Frame(number, told, question, waiting_for, outcome)
        return frames

    def _are_open(self, facts: tuple[Recorded, ...]) -> bool:
        """Say whether everyone may see all of these facts, so that one tuple can serve all frames."""
        known = self._open_kinds
        for recorded in facts:
            kind = type(recorded.fact)
            is_open = known.get(kind)
            if is_open is None:
                told_to, hidden = sight_of(kind)
                is_open = known[kind] = told_to.everyone and not hidden
            if not is_open:
                return False
        return True


def as_told(facts: tuple[Recorded, ...], viewer: Seat) -> tuple[Recorded, ...]:
    """The facts as a viewer is told them, without those it is not told of."""
    told = []
    for recorded in facts:
        seen = as_seen(recorded.fact, viewer)
        if seen is recorded.fact:
            told.append(recorded)
        elif seen is not None:
            told.append(Recorded(recorded.path, seen))
    return tuple(told)
