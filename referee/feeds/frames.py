"""Frames: all that one step of a match brought about for one viewer, in order.

A step that brings a viewer nothing gives that viewer no frame and uses no number: numbers run without gaps, because a
gap would tell how much is hidden. So the feed of a seat is the same whatever the order in which others gave
their sealed answers, and whether they took a second or an hour.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Fact, Recorded, Seat, as_seen, insiders, sight_of
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


class _OpenKinds(dict[type[Fact], bool]):
    """Of every kind of fact, whether everyone may see all of it."""

    def __missing__(self, kind: type[Fact]) -> bool:
        told_to, hidden = sight_of(kind)
        self[kind] = is_open = told_to.everyone and not hidden
        return is_open


_is_open = _OpenKinds()


class Feeds:
    """Cuts the feeds of some viewers of one match, and counts their frames."""

    __slots__ = ("_missed", "_steps", "_waiting_for")

    def __init__(self, viewers: tuple[Seat, ...]) -> None:
        self._steps = 0
        """The steps cut so far."""
        self._missed = dict.fromkeys(viewers, 0)
        """How many of them brought each viewer no frame: few, for most of what happens is for everyone."""
        self._waiting_for: tuple[Seat, ...] = ()

    def newest(self, viewer: Seat) -> int:
        """The number of this viewer's last frame, 0 before the first."""
        return self._steps - self._missed[viewer]

    def cut(
        self,
        facts: tuple[Recorded, ...],
        questions: Mapping[Seat, Question],
        waiting_for: tuple[Seat, ...],
        outcome: Ended | None,
    ) -> dict[Seat, Frame]:
        """Cut a step into frames. `questions` are those the step opened; viewers it brings nothing get no frame."""
        if not self._missed:
            return {}
        is_news = outcome is not None or waiting_for != self._waiting_for
        self._waiting_for = waiting_for
        for recorded in facts:
            if not _is_open[type(recorded.fact)]:
                return self._cut_for_each(facts, questions, is_news, outcome)
        if not (facts or is_news):
            return self._cut_for_each(facts, questions, is_news, outcome)
        # Nearly always: everything is for everyone, so everyone has a frame, and one tuple serves them all.
        self._steps = step = self._steps + 1
        asked = questions.get
        frames = {}
        for viewer, missed in self._missed.items():
            frames[viewer] = Frame(step - missed, facts, asked(viewer), waiting_for, outcome)
        return frames

    def _cut_for_each(
        self,
        facts: tuple[Recorded, ...],
        questions: Mapping[Seat, Question],
        is_news: bool,
        outcome: Ended | None,
    ) -> dict[Seat, Frame]:
        """Cut a step that is not the same for everyone. Those who see no more than all see, share what is cut."""
        favoured = _insiders(facts)
        for_all = as_told(facts, SPECTATOR)
        self._steps = step = self._steps + 1
        frames = {}
        for viewer, missed in self._missed.items():
            told = as_told(facts, viewer) if viewer in favoured else for_all
            question = questions.get(viewer)
            if told or is_news or question is not None:
                frames[viewer] = Frame(step - missed, told, question, self._waiting_for, outcome)
            else:
                self._missed[viewer] = missed + 1
        return frames


def _insiders(facts: tuple[Recorded, ...]) -> list[Seat]:
    """Who may be told more of these facts than everyone is."""
    found = [OPEN_TABLE]
    for recorded in facts:
        if not _is_open[type(recorded.fact)]:
            found += insiders(recorded.fact)
    return found


def as_told(facts: tuple[Recorded, ...], viewer: Seat) -> tuple[Recorded, ...]:
    """The facts as a viewer is told them, without those it is not told of."""
    told = []
    for recorded in facts:
        fact = recorded.fact
        seen = fact if _is_open[type(fact)] else as_seen(fact, viewer)
        if seen is fact:
            told.append(recorded)
        elif seen is not None:
            told.append(Recorded(recorded.path, seen))
    return tuple(told)
