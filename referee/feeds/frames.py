"""Frames: everything that one step of a match means for one viewer.

A step that means nothing to a viewer gives that viewer no frame and uses no number. Numbers have no gaps, because a gap
would reveal how much is hidden. The feed of a seat is therefore the same whatever the order in which other seats give
their sealed answers, and however long they take.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

import msgspec

from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Fact, Recorded, Seat, as_seen, visibility_of
from referee.kernel.run import Question
from referee.kernel.table import Ended


class Frame(msgspec.Struct, frozen=True, gc=False):
    """What a viewer is sent at once."""

    number: int
    """Counted per viewer from 1, without gaps."""
    facts: tuple[Recorded, ...]
    """The facts as this viewer sees them. If all of them are public, every viewer gets the same tuple."""
    question: Question | None
    """What this seat is asked now. A frame without a question closes the seat's previous one."""
    waiting_for: tuple[Seat, ...]
    """The seats that were asked. Which of them have answered a sealed question is not public."""
    outcome: Ended | None
    late: tuple[Seat, ...] = ()
    """Seats whose time ran out before this, as far as the viewer may know; see `time_outs_known_to`."""


def time_outs_known_to(viewer: Seat, late: tuple[Seat, ...], asked: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return those seats of which a viewer may know that their time ran out, given the seats that were asked.

    Everyone sees how long the table waits for a single seat. If several seats were asked, each knows only
    about itself, because the use of the default reveals a sealed answer, which may stay hidden after all have answered.
    """
    if viewer == OPEN_TABLE or len(asked) == 1:
        return late
    return tuple([seat for seat in late if seat == viewer])


def viewers_of(seats: int) -> tuple[Seat, ...]:
    """Return everyone who gets a feed: each seat, and the spectator."""
    return (*range(seats), SPECTATOR)


class _PublicKinds(dict[type[Fact], bool]):
    """For each kind of fact, whether everyone may see all of it."""

    def __missing__(self, kind: type[Fact]) -> bool:
        self[kind] = is_public = visibility_of(kind).is_public
        return is_public


_is_public = _PublicKinds()

_Facts = tuple[Recorded, ...]
_NOBODY: Mapping[Seat, _Facts] = {}


class Feeds:
    """Cuts the steps of one match into frames for some viewers, and numbers the frames.

    A step with public news gives every viewer a frame, so one counter serves all viewers; `_extra` counts the frames
    that a viewer got from steps without public news.
    """

    __slots__ = ("_extra", "_number", "_waiting_for")

    def __init__(self, viewers: tuple[Seat, ...]) -> None:
        self._number = 0
        """Number of steps with public news."""
        self._extra = dict.fromkeys(viewers, 0)
        """Number of further steps with news for this viewer only."""
        self._waiting_for: tuple[Seat, ...] = ()

    def newest(self, viewer: Seat) -> int:
        """Return the number of this viewer's last frame; 0 before the first."""
        return self._number + self._extra[viewer]

    def cut(
        self,
        facts: tuple[Recorded, ...],
        questions: Mapping[Seat, Question],
        waiting_for: tuple[Seat, ...],
        outcome: Ended | None,
    ) -> dict[Seat, Frame]:
        """Cut a step into frames by viewer; viewers without news get none. `questions` are those the step opened."""
        if not self._extra:
            return {}
        is_news = outcome is not None or waiting_for != self._waiting_for
        self._waiting_for = waiting_for
        public, private = facts, _NOBODY
        for recorded in facts:
            if not _is_public[type(recorded.fact)]:
                public, private = split_by_viewer(facts, self._extra)
                break
        if not (public or is_news):
            return self._cut_private(private, questions)
        self._number = number = self._number + 1
        # Viewers without a question, private facts or extra frames share a frame: 2 to 4 % of a match.
        shared = Frame(number, public, None, waiting_for, outcome)
        asked = questions.get
        frames = {}
        for viewer, extra in self._extra.items():
            if extra or viewer in questions:
                frames[viewer] = Frame(number + extra, public, asked(viewer), waiting_for, outcome)
            else:
                frames[viewer] = shared
        for viewer, seen in private.items():
            frames[viewer] = Frame(frames[viewer].number, seen, asked(viewer), waiting_for, outcome)
        return frames

    def _cut_private(
        self, private: Mapping[Seat, _Facts], questions: Mapping[Seat, Question]
    ) -> dict[Seat, Frame]:
        """Cut a step without public news: only viewers with a question or a private fact get a frame."""
        frames = {}
        for viewer, extra in self._extra.items():
            seen, question = private.get(viewer, ()), questions.get(viewer)
            if seen or question is not None:
                self._extra[viewer] = extra + 1
                frames[viewer] = Frame(self._number + extra + 1, seen, question, self._waiting_for, None)
        return frames


def split_by_viewer(facts: _Facts, viewers: Container[Seat]) -> tuple[_Facts, Mapping[Seat, _Facts]]:
    """Return the public view of these facts, and the views of those viewers who see more."""
    hidden = [place for place, recorded in enumerate(facts) if not _is_public[type(recorded.fact)]]
    public: list[Recorded | None] = list(facts)
    for place in hidden:
        public[place] = _as_seen(facts[place], SPECTATOR)
    private: dict[Seat, list[Recorded | None]] = {}
    for place in hidden:
        fact = facts[place].fact
        for seat in visibility_of(type(fact)).entitled(fact):
            if seat in viewers:
                if seat not in private:
                    private[seat] = public.copy()
                private[seat][place] = _as_seen(facts[place], seat)
    if OPEN_TABLE in viewers:
        private[OPEN_TABLE] = list(facts)
    return tuple(filter(None, public)), {seat: tuple(filter(None, seen)) for seat, seen in private.items()}


def _as_seen(recorded: Recorded, viewer: Seat) -> Recorded | None:
    seen = as_seen(recorded.fact, viewer)
    if seen is recorded.fact:
        return recorded
    return None if seen is None else Recorded(recorded.path, seen)


def facts_seen_by(facts: _Facts, viewer: Seat) -> _Facts:
    """Return the facts as a viewer sees them, without those that the viewer does not learn of."""
    public, private = split_by_viewer(facts, (viewer,))
    return private.get(viewer, public)
