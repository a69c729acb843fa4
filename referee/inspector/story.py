"""Stories: what one viewer was told of a match, fact by fact, and how that viewer's picture changed.

Everything in a story comes from the viewer's own feed. Facts are therefore numbered as that viewer counts them: their
numbers in the whole match would show how much is hidden (`OpenedMatch.moments` has those).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from threading import Lock

import msgspec

from referee.feeds.frames import Frame
from referee.feeds.views import View
from referee.games.fact_sentences import fact_sentence
from referee.inspector.pictures import Picture, PictureChanges, changes, picture_of
from referee.inspector.plots import LinePlot, PlotPoints
from referee.kernel.facts import Fact, Seat
from referee.kernel.talk import Statement
from referee.match.charters import Terms
from referee.replay.visible_facts import VisibleFact

PAGE = 100
"""Number of facts whose changes are sent at a time, with the picture before the first of them."""

MARKED_WORDS = {"rolled": "die", "test": "test", "revealed": "reveal", "opened": "reveal"}
"""Words in the name of a kind of fact that put a mark on the timeline."""

_encode = msgspec.json.Encoder(order="deterministic").encode


class ToldFact(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fact as the viewer was told it."""

    number: int
    """Counted per viewer from 1, without gaps."""
    kind: str
    sentence: str
    path: str
    """The rules in force, outermost first."""
    turn: int
    """The number of turns that had begun."""
    step: int
    """Counted per viewer from 1; facts that were told together have the same one."""
    by: str | None = None
    """Whose answer led to it: `start`, `seat/2`, `clock/2`, `order/2` or `talk/2`. None if the viewer was not told."""
    marks: tuple[str, ...] = ()
    """What the timeline shows: `turn`, `die`, `test`, `reveal`, `time_out`, `talk` or `end`."""


class PicturePage(msgspec.Struct, frozen=True):
    """The picture before a fact, and how it changed with that fact and those after it."""

    first: int
    """The number of the first fact."""
    picture: Picture
    set_by: dict[str, int]
    """For each element of the picture, the number of the fact that set it; 0 if it was there before the first fact."""
    changes: list[PictureChanges]


class Story:
    """What one viewer was told. Sentences and pictures are made when they are first asked for."""

    def __init__(
        self, terms: Terms, facts: Sequence[VisibleFact], viewer: Seat, names: Sequence[str]
    ) -> None:
        self._facts = facts
        self._terms = terms
        self._names = names
        self._viewer = viewer
        self._view = View(terms.game, terms.setup, viewer)
        self._make_picture = picture_of(terms.game.name)
        self._picture = self._make_picture(self._view.state, terms.setup, viewer)
        self._set_by = dict.fromkeys(self._picture, 0)
        self._pages: list[bytes] = []
        self._points = PlotPoints(self._picture)
        self._lock = Lock()

    def __len__(self) -> int:
        """Return the number of facts."""
        return len(self._facts)

    @cached_property
    def told(self) -> list[ToldFact]:
        """The facts, in order."""
        return list(self._told())

    def _told(self) -> Iterator[ToldFact]:
        game, step, entry = self._terms.game, 0, 0
        for number, fact in enumerate(self._facts, 1):
            step, entry = step + (fact.entry != entry), fact.entry
            recorded = fact.recorded
            marks = marks_of(recorded.fact, is_turn=type(recorded.fact) is game.turn_fact)
            yield ToldFact(
                number=number,
                kind=stored_kind(recorded.fact),
                sentence=fact_sentence(game.name, recorded.fact, self._names),
                path=recorded.path,
                turn=fact.turn,
                step=step,
                by=fact.by,
                marks=(*marks, *(["time_out"] if fact.is_late else [])),
            )

    def picture_page(self, page: int) -> bytes:
        """Return a page as JSON; pages are counted from 0. Raise `IndexError` if there is none."""
        if not 0 <= page <= max(0, len(self._facts) - 1) // PAGE:
            raise IndexError(page)
        with self._lock:
            while len(self._pages) <= page:
                self._pages.append(self._next_page())
            return self._pages[page]

    def _next_page(self) -> bytes:
        first = len(self._pages) * PAGE
        before, set_by = self._picture, dict(self._set_by)
        steps = []
        for number in range(first + 1, min(first + PAGE, len(self._facts)) + 1):
            told = self._facts[number - 1].recorded
            self._view.take(Frame(number, (told,), None, (), None))
            step = self._change(told.fact)
            for key in step.gone:
                del self._set_by[key]
            self._set_by.update(dict.fromkeys(step.set, number))
            self._points.note(number, step.set)
            steps.append(step)
        return _encode(PicturePage(first + 1, before, set_by, steps))

    def _change(self, fact: Fact) -> PictureChanges:
        """Return how a fact that the view has taken changed the picture; talk changes nothing."""
        if type(fact) not in self._terms.game.folds:
            return PictureChanges()
        before = self._picture
        self._picture = self._make_picture(self._view.state, self._terms.setup, self._viewer)
        return changes(before, self._picture)

    def plots(self) -> list[LinePlot]:
        """Return how the numbers in the picture changed over the match."""
        self.picture_page(max(0, len(self._facts) - 1) // PAGE)
        return self._points.plots()


def stored_kind(fact: Fact) -> str:
    """Return the stored name of a fact's kind."""
    return str(type(fact).__struct_config__.tag)


def marks_of(fact: Fact, *, is_turn: bool) -> tuple[str, ...]:
    """Return the marks that the timeline shows at a fact because of its kind."""
    if isinstance(fact, Statement):
        return ("talk",)
    words = stored_kind(fact).rpartition(".")[2].split("_")
    found = [mark for word, mark in MARKED_WORDS.items() if word in words]
    if is_turn:
        found.append("turn")
    if stored_kind(fact) == "match.ended":
        found.append("end")
    return tuple(found)
