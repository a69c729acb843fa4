"""A world: one match, and everything each of its viewers receives or can ask for, in order.

For each viewer a world keeps what the rules let it know, according to the game's witness, which does not use the
filter, and a journal of every byte it received: frames, replies to its answers and probes, looks at the table. A viewer
is curious, but acts only on what it has seen: as long as two worlds show it the same, it does the same in both.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import msgspec

from referee.feeds.frames import Frame, viewers_of
from referee.feeds.views import View
from referee.kernel.asks import Some, default_picks, pass_picks
from referee.kernel.chance import Rig
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Seat
from referee.kernel.refusals import Refused
from referee.kernel.run import Question
from referee.kernel.table import Ended
from referee.kernel.talk import Said, Statement
from referee.match.charters import Terms
from referee.match.match import Decided, Match
from tests.contracts.declarations import Declaration, Witness
from tests.contracts.playing import decided, encoded, random_answer
from tests.contracts.talking import random_statement


class Event(NamedTuple):
    """Something that a viewer received."""

    known: int
    """Number of things the viewer knew by then."""
    what: str
    data: bytes


NOTHING = Event(2**31, "nothing", b"")


class Moment(NamedTuple):
    """A moment at which a seat says something."""

    seat: Seat
    after: str
    """What has just happened: the seat gave a sealed answer, or everyone received a frame."""
    number: int
    """Number of frames that everyone has received."""


class Interference(AssertionError):
    """A viewer received what it cannot know."""


class Viewer:
    """A viewer at the table: what it knows, what it received, and how curious it is."""

    def __init__(self, declaration: Declaration, terms: Terms, seat: Seat, curiosity: str) -> None:
        self.seat = seat
        self.curiosity = f"{curiosity} {seat}"
        self.witness: Witness = declaration.witness(terms.setup, seat)
        self.view = View(terms.game, terms.setup, seat)
        self.rng = Random(self.curiosity)
        self.knowledge: list[bytes] = []
        """What the rules showed it, in order."""
        self.journal: list[Event] = []
        """What it received, in order."""
        self.asides: dict[int, Event] = {}
        """The reply, by question, to what it tried after its sealed answer, while waiting for others."""
        self.question: Question | None = None
        """The last question it received and has not answered."""
        self.asked = 0
        self.waiting_for: tuple[Seat, ...] = ()
        self.frames_after: list[int] = []
        """Number of frames it had received after each step of the world."""
        self.knew_after: list[int] = []
        """Number of things it knew after each step of the world."""
        self.news = 0
        """Number of frames it has received, without talk."""
        self.seen: bytes | None = None
        """What it saw when it last looked, if it has received nothing since."""

    def note(self, what: str, data: bytes) -> None:
        """Add to the journal."""
        self.journal.append(Event(len(self.knowledge), what, data))

    def event_at(self, place: int) -> Event:
        """Return what it received at this place of its journal."""
        return self.journal[place] if place < len(self.journal) else NOTHING

    def knowledge_at(self, place: int) -> bytes:
        """Return what it learned at this place; empty if it has not learned that much."""
        return self.knowledge[place] if place < len(self.knowledge) else b""

    def learn(self, thing: Any) -> None:
        """Add to its knowledge, unless that repeats the last thing learned."""
        known = encoded(thing)
        if not self.knowledge or self.knowledge[-1] != known:
            self.knowledge.append(known)


class World:
    """One match, followed from the point of view of every viewer."""

    def __init__(
        self, declaration: Declaration, terms: Terms, curiosity: str, rig: Rig | None = None
    ) -> None:
        self.declaration = declaration
        self.match = Match(terms, rig=rig)
        self.table = terms.game.new_state(terms.setup, OPEN_TABLE)
        self.viewers = {
            seat: Viewer(declaration, terms, seat, curiosity) for seat in viewers_of(terms.setup.seats)
        }
        self.steps = 0
        self.statements = 0
        self.said_after: list[list[Statement]] = []
        """What was said after each step."""

    def begin(self) -> Decided:
        """Run to the first question."""
        return self._follow(decided(self.match.begin(), self.match))

    def answer(self, seat: Seat, picks: tuple[int, ...]) -> Decided:
        """Let a seat answer, and record the consequences for everybody."""
        viewer = self.viewers[seat]
        number = self.match.questions[seat].number
        others_are_asked = len(self.match.questions) > 1
        result = decided(self.match.submit(seat, number, picks), self.match)
        viewer.question = viewer.seen = None
        viewer.learn(["answered", number, result.entry.answer])
        viewer.note("reply to its answer", self.reply(result))
        self._follow(result)
        if others_are_asked:
            viewer.asides[number] = self._probe(viewer, Random(f"{viewer.curiosity} {number}"))
        return result

    def moments(self, result: Decided) -> list[Moment]:
        """Return when seats say something because of a step: after a frame for everyone, or a sealed answer.

        A moment does not depend on what some seats see and others do not.
        """
        news, seat = self.viewers[SPECTATOR].news, result.entry.seat
        if self.match.outcome is not None:
            return []
        if SPECTATOR in result.frames:
            return [Moment(each, "frame", news) for each in range(len(self.viewers) - 1)]
        is_sealed = seat in self.match.waiting_for and len(self.match.questions) < len(self.match.waiting_for)
        return [Moment(seat, "answer", news)] if is_sealed else []

    def say(self, seat: Seat, statement: Statement) -> None:
        """Let a seat say something that the rules allow, and record the consequences for everybody.

        Everyone knows what was said, whether or not the match lets it pass: if that depends on what is hidden, the
        journals differ where the knowledge does not.
        """
        self.statements += 1
        for viewer in self.viewers.values():
            viewer.learn(["said", self.statements, statement])
        result = self.match.say(seat, statement)
        self.viewers[seat].note(
            "reply to what it said", encoded(result) if isinstance(result, Refused) else b""
        )
        if isinstance(result, Decided):
            self.said_after[-1].append(statement)
            for each, frame in result.frames.items():
                self._tell(self.viewers[each], frame)
        for viewer in self.viewers.values():
            viewer.frames_after[-1] = viewer.view.number
            viewer.knew_after[-1] = len(viewer.knowledge)

    def reply(self, result: Decided) -> bytes:
        """Return the immediate reply to an accepted answer."""
        return b"accepted"

    def look(self, viewer: Viewer) -> bytes:
        """Return what a viewer gets when it asks for the current table."""
        match = self.match
        question = match.questions.get(viewer.seat)
        asked = None if question is None else described(question)
        refusal = match.check(viewer.seat, viewer.asked + 1, (0,)) if viewer.seat >= 0 else None
        silence = match.check_statement(viewer.seat, Said(viewer.seat, "Hm.")) if viewer.seat >= 0 else None
        return encoded([viewer.view.number, match.waiting_for, asked, viewer.view.state, refusal, silence])

    def _follow(self, result: Decided) -> Decided:
        self.steps += 1
        self.said_after.append([])
        self._let_know(result)
        for seat, frame in result.frames.items():
            self.viewers[seat].news += 1
            self._tell(self.viewers[seat], frame)
        for viewer in self.viewers.values():
            viewer.frames_after.append(viewer.view.number)
            viewer.knew_after.append(len(viewer.knowledge))
        self._look_again()
        return result

    def _let_know(self, result: Decided) -> None:
        """Note what the rules show to each viewer, fact by fact, whatever the filter does."""
        folds = self.declaration.game.folds
        for recorded in result.entry.facts:
            fact = recorded.fact
            is_end = isinstance(fact, Ended)
            if not is_end:
                folds[type(fact)](self.table, fact)
            for viewer in self.viewers.values():
                glimpse = fact if is_end else viewer.witness.notice(fact, self.table)
                if glimpse is not None:
                    viewer.learn(glimpse)
                viewer.learn(viewer.witness.sees(self.table))

    def _tell(self, viewer: Viewer, frame: Frame) -> None:
        # What its number reveals is checked in the journal, not in the view.
        viewer.view.take(msgspec.structs.replace(frame, number=viewer.view.number + 1))
        viewer.question = frame.question
        viewer.waiting_for = frame.waiting_for
        viewer.seen = None
        if frame.question is not None:
            viewer.asked = frame.question.number
        viewer.note("frame", encoded(told(frame)))
        if viewer.rng.randrange(4) == 0:
            viewer.seen = self.look(viewer)
            viewer.note("look", viewer.seen)
        self._be_curious(viewer)

    def _be_curious(self, viewer: Viewer) -> None:
        """Now and then let a seat try something forbidden."""
        if viewer.seat >= 0 and viewer.rng.randrange(3) == 0:
            viewer.journal.append(self._probe(viewer, viewer.rng))
        if viewer.seat >= 0 and viewer.rng.randrange(3) == 0:
            statement = random_statement(self.match.game, len(self.viewers) - 1, viewer.seat, viewer.rng)
            refused = self.match.check_statement(viewer.seat, statement)
            viewer.note(f"reply to {statement}", encoded(refused))

    def _probe(self, viewer: Viewer, rng: Random) -> Event:
        ask = viewer.question.ask if viewer.question is not None else None
        number = viewer.asked + rng.choice([-1, 0, 0, 0, 0, 1, 7])
        answer = random_answer(self.declaration.game.choices, ask, rng)
        result = self.match.check(viewer.seat, number, answer)
        return Event(len(viewer.knowledge), f"reply to {answer} for question {number}", encoded(result))

    def _look_again(self) -> None:
        """Check that a viewer finds the table unchanged between two frames while it does nothing itself."""
        viewer = list(self.viewers.values())[self.steps % len(self.viewers)]
        if viewer.seen is not None:
            seen = self.look(viewer)
            if seen != viewer.seen:
                raise Interference(
                    f"viewer {viewer.seat} of {self.match.charter} saw a change after step {self.steps} of which "
                    f"it was told nothing:\n  before: {viewer.seen!r}\n  after:  {seen!r}"
                )


def told(frame: Frame) -> list[Any]:
    """Return everything in a frame, in a form that can be encoded."""
    question = None if frame.question is None else described(frame.question)
    return [frame.number, frame.facts, question, frame.waiting_for, frame.outcome]


def described(question: Question) -> list[Any]:
    """Return everything in a question that a seat receives."""
    ask = question.ask
    limits = [ask.least, ask.most, *ask.limits] if isinstance(ask, Some) else []
    return [
        question.number,
        type(ask).__name__,
        ask.name,
        list(ask.options),
        list(default_picks(ask)),
        pass_picks(ask),
        ask.concerns_seat,
        limits,
        question.path,
    ]
