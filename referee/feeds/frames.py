"""Frames: all that one step of a match brought about for one viewer, in order.

A step that brings a viewer nothing gives that viewer no frame and uses no number: numbers run without gaps, because a
gap would tell how much is hidden. So the feed of a seat is the same whatever the order in which others gave
their sealed answers, and whether they took a second or an hour.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

import msgspec

from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Fact, Recorded, Seat, as_seen, sight_of
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
        self[kind] = is_open = sight_of(kind).is_open
        return is_open


_is_open = _OpenKinds()

_Told = tuple[Recorded, ...]
_NOBODY: Mapping[Seat, _Told] = {}


class Feeds:
    """Cuts the feeds of some viewers of one match, and counts their frames.

    Nobody is told less than everyone is: a step that has something for everyone brings each viewer a frame. So one
    count serves all, and beside it how many frames each has had more.
    """

    __slots__ = ("_ahead", "_number", "_waiting_for")

    def __init__(self, viewers: tuple[Seat, ...]) -> None:
        self._number = 0
        """How many steps had something for everyone."""
        self._ahead = dict.fromkeys(viewers, 0)
        """How many others had something for this viewer: few, for most of what happens is for everyone."""
        self._waiting_for: tuple[Seat, ...] = ()

    def newest(self, viewer: Seat) -> int:
        """The number of this viewer's last frame, 0 before the first."""
        return self._number + self._ahead[viewer]

    def cut(
        self,
        facts: tuple[Recorded, ...],
        questions: Mapping[Seat, Question],
        waiting_for: tuple[Seat, ...],
        outcome: Ended | None,
    ) -> dict[Seat, Frame]:
        """Cut a step into frames. `questions` are those the step opened; viewers it brings nothing get no frame."""
        if not self._ahead:
            return {}
        is_news = outcome is not None or waiting_for != self._waiting_for
        self._waiting_for = waiting_for
        for_all, for_few = facts, _NOBODY
        for recorded in facts:
            if not _is_open[type(recorded.fact)]:
                for_all, for_few = told(facts, self._ahead)
                break
        if not (for_all or is_news):
            return self._cut_for_few(for_few, questions)
        self._number = number = self._number + 1
        # One frame serves all who are neither asked nor ahead.
        shared = Frame(number, for_all, None, waiting_for, outcome)
        asked = questions.get
        frames = {}
        for viewer, ahead in self._ahead.items():
            if ahead or viewer in questions:
                frames[viewer] = Frame(number + ahead, for_all, asked(viewer), waiting_for, outcome)
            else:
                frames[viewer] = shared
        if for_few:
            for viewer, seen in for_few.items():
                frames[viewer] = Frame(frames[viewer].number, seen, asked(viewer), waiting_for, outcome)
        return frames

    def _cut_for_few(
        self, for_few: Mapping[Seat, _Told], questions: Mapping[Seat, Question]
    ) -> dict[Seat, Frame]:
        """Cut a step that has nothing for everyone: only who is asked or told something has a frame."""
        frames = {}
        for viewer, ahead in self._ahead.items():
            seen, question = for_few.get(viewer, ()), questions.get(viewer)
            if seen or question is not None:
                self._ahead[viewer] = ahead + 1
                frames[viewer] = Frame(self._number + ahead + 1, seen, question, self._waiting_for, None)
        return frames


def told(facts: _Told, viewers: Container[Seat]) -> tuple[_Told, Mapping[Seat, _Told]]:
    """What everyone is told of these facts, and what those of the viewers are told who may see more."""
    closed = [place for place, recorded in enumerate(facts) if not _is_open[type(recorded.fact)]]
    for_all: list[Recorded | None] = list(facts)
    for place in closed:
        for_all[place] = _as_told(facts[place], SPECTATOR)
    for_few: dict[Seat, list[Recorded | None]] = {}
    for place in closed:
        fact = facts[place].fact
        for seat in sight_of(type(fact)).insiders(fact):
            if seat in viewers:
                if seat not in for_few:
                    for_few[seat] = for_all.copy()
                for_few[seat][place] = _as_told(facts[place], seat)
    if OPEN_TABLE in viewers:
        for_few[OPEN_TABLE] = list(facts)
    return tuple(filter(None, for_all)), {seat: tuple(filter(None, seen)) for seat, seen in for_few.items()}


def _as_told(recorded: Recorded, viewer: Seat) -> Recorded | None:
    seen = as_seen(recorded.fact, viewer)
    if seen is recorded.fact:
        return recorded
    return None if seen is None else Recorded(recorded.path, seen)


def as_told(facts: _Told, viewer: Seat) -> _Told:
    """The facts as a viewer is told them, without those it is not told of."""
    for_all, for_few = told(facts, (viewer,))
    return for_few.get(viewer, for_all)
