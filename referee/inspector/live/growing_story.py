"""The story of a match that is still being played: it grows with every frame of one viewer's feed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.feeds.frames import Frame
from referee.feeds.views import View
from referee.games.fact_sentences import fact_sentence
from referee.inspector.pictures import Picture, PictureChanges, changes, picture_of
from referee.inspector.plots import LinePlot, PlotPoints
from referee.inspector.story import PAGE, PicturePage, ToldFact, marks_of, stored_kind
from referee.kernel.facts import Recorded, Seat
from referee.match.charters import Terms


class FeedPlace(msgspec.Struct, frozen=True):
    """Where a fact is in the viewer's feed."""

    frame: int
    nth: int
    """Counted from 1 within the frame."""


class NewFacts(msgspec.Struct, frozen=True):
    """Facts that a page does not have yet, each with how it changed the picture."""

    first: int
    """The number of the first one."""
    facts: list[ToldFact]
    changes: list[PictureChanges]


class GrowingStory:
    """What one viewer has been told so far."""

    def __init__(self, terms: Terms, viewer: Seat, names: Sequence[str]) -> None:
        self.told: list[ToldFact] = []
        self.recorded: list[Recorded] = []
        self.places: list[FeedPlace] = []
        self.names = names
        self.frame = 0
        """The number of the last frame."""
        self._terms = terms
        self._viewer = viewer
        self._view = View(terms.game, terms.setup, viewer)
        self._make_picture = picture_of(terms.game.name)
        self.picture: Picture = self._make_picture(self._view.state, terms.setup, viewer)
        self._set_by = dict.fromkeys(self.picture, 0)
        self._points = PlotPoints(self.picture)
        self._changes: list[PictureChanges] = []
        self._starts: list[tuple[Picture, dict[str, int]]] = []
        """The picture before each page of facts, and which fact had set each element."""
        self._turn = self._step = 0

    def __len__(self) -> int:
        """Return the number of facts."""
        return len(self.told)

    def add(self, frame: int, facts: Sequence[Recorded], by: str | None, *, is_late: bool) -> None:
        """Take the next frame of the feed."""
        self.frame = frame
        self._step += bool(facts)
        for nth, recorded in enumerate(facts, 1):
            self.places.append(FeedPlace(frame, nth))
            self._add_fact(recorded, by, is_late=is_late and nth == 1)

    def _add_fact(self, recorded: Recorded, by: str | None, *, is_late: bool) -> None:
        game, number = self._terms.game, len(self.told) + 1
        is_turn = type(recorded.fact) is game.turn_fact
        self._turn += is_turn
        marks = marks_of(recorded.fact, is_turn=is_turn)
        told = ToldFact(
            number=number,
            kind=stored_kind(recorded.fact),
            sentence=fact_sentence(game.name, recorded.fact, self.names),
            path=recorded.path,
            turn=self._turn,
            step=self._step,
            by=by,
            marks=(*marks, *(["time_out"] if is_late else [])),
        )
        if number % PAGE == 1:
            self._starts.append((self.picture, dict(self._set_by)))
        self._view.take(Frame(number, (recorded,), None, (), None))
        picture = self.picture
        # Talk changes nothing on the table.
        if type(recorded.fact) in game.folds:
            picture = self._make_picture(self._view.state, self._terms.setup, self._viewer)
        step = changes(self.picture, picture)
        for key in step.gone:
            del self._set_by[key]
        self._set_by.update(dict.fromkeys(step.set, number))
        self._points.note(number, step.set)
        self.picture = picture
        self.told.append(told)
        self.recorded.append(recorded)
        self._changes.append(step)

    def after(self, number: int) -> NewFacts:
        """Return the facts after this number."""
        return NewFacts(number + 1, self.told[number:], self._changes[number:])

    def picture_page(self, page: int) -> PicturePage:
        """Return a page of pictures; pages are counted from 0. Raise `IndexError` if there is none."""
        if not 0 <= page < max(1, len(self._starts)):
            raise IndexError(page)
        picture, set_by = self._starts[page] if self._starts else (self.picture, self._set_by)
        return PicturePage(page * PAGE + 1, picture, set_by, self._changes[page * PAGE : (page + 1) * PAGE])

    def plots(self) -> list[LinePlot]:
        """Return how the numbers in the picture changed so far."""
        return self._points.plots()
