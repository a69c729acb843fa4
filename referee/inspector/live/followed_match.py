"""A match on a server, followed through the feed of one token: its story so far, and what is asked now.

Everything here was sent by the server to that token, so the server alone decides what a page may show. If the server
goes away, the feed is resumed where it was cut, without a gap or a repetition.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence

import msgspec

from referee.games import UnknownGame
from referee.games.fact_sentences import outcome_sentence, score_list
from referee.inspector.live.growing_story import GrowingStory, NewFacts
from referee.inspector.live.page_question import PageQuestion, page_question
from referee.inspector.live.page_standing import NO_STANDING, PageStanding, page_standing
from referee.kernel.facts import SPECTATOR, Seat
from referee.kernel.table import Ended
from referee.match.charters import Terms
from referee.people.public_terms import public_terms
from referee.wire.decoding import fact_decoder
from referee_api.v1 import referee_pb2 as api
from referee_client import RefereeError, aio
from referee_client.bot import bank_in, deadline_in, is_talk, view_in
from referee_client.patience import TEMPORARY
from referee_client.speech import speaker_of

FIRST_WAIT = 0.25
"""Seconds before the first attempt to reach the server again. The wait doubles with each attempt."""
LONGEST_WAIT = 5.0
SECONDS_BETWEEN_LOOKS = 1.0
"""Seconds between two looks at who has taken a seat of a match that has not begun."""
SECONDS_BETWEEN_RESULTS = 5.0
"""Seconds between two looks at whether an official has corrected the result of a match that is over."""
SECONDS_TO_PING = 15.0
"""Seconds after which something is sent even if nothing happened, so that a lost connection is noticed."""
AWAY = "The server does not answer. This page tries again by itself and goes on where it stopped."
GONE = "This token is not valid for the match any more. Open the page again with the new token."


class PageClock(msgspec.Struct, frozen=True):
    """The clock of a seat as everyone is told about it, in seconds."""

    seat: Seat
    bank: float | None
    """What is in the bank, without the decision that is open; None without a bank."""
    left: float | None
    """Time left for the question that the seat was asked, whether or not it has answered; None if it was asked none."""
    is_running: bool


class LiveState(msgspec.Struct, frozen=True, omit_defaults=True):
    """What changes during a match besides the story."""

    status: str
    """`waiting`, `running`, `paused`, `ended`, ..., as in the API."""
    names: list[str]
    free: list[Seat]
    """The seats that nobody has taken."""
    waiting_for: list[Seat]
    standing: PageStanding
    question: PageQuestion | None = None
    seconds_left: float | None = None
    """Time left to answer; None for no limit."""
    bank: float | None = None
    """What is in the bank of the seat before this answer, in seconds; None without a bank."""
    clocks: list[PageClock] = []
    """The clocks of all seats, when they were told."""
    clocks_age: float | None = None
    """Seconds since then."""
    result: str = ""
    """The result that counts, as a sentence."""
    earlier_results: list[str] = []
    """The results that no longer count, because an official has corrected them; the newest comes first."""
    problem: str = ""
    """What is wrong now, as a sentence."""
    is_lost: bool = False
    """Whether the problem stays until the page is opened again."""


class FollowedMatch:
    """The feed of one token, shared by all pages that have it."""

    def __init__(self, client: aio.Client, match_id: str, token: str, delay: float = 0.0) -> None:
        self.match_id = match_id
        self.viewer: Seat = SPECTATOR
        self.match = api.Match()
        """The match as described in full."""
        self.terms: Terms
        self.story: GrowingStory
        self.used = time.monotonic()
        """When somebody last asked for something."""
        self.readers = 0
        self.problem = ""
        self.is_lost = False
        self.is_over = False
        self.answers: dict[int, list[int]] = {}
        """The answers given through this page, by question."""
        self._client = client
        self._token = token
        self._delay = delay
        self._standing = api.Standing()
        self._shown_standing: PageStanding = NO_STANDING
        self._frame = api.Frame()
        """The last frame, without its facts."""
        self._received = 0
        """The number of the last frame that arrived; with a delay, it is not shown at once."""
        self._open_since = 0
        """The number of the frame up to which the questions in frames are answered."""
        self._question: PageQuestion | None = None
        self._deadline: float | None = None
        self._bank: float | None = None
        self._clocks: list[PageClock] = []
        self._clocks_at = 0.0
        self._late = False
        self._alone = False
        """Whether the table waited for the viewer alone."""
        self._result = ""
        self._changed = asyncio.Event()
        self._held: asyncio.Queue[tuple[float, Callable[[], None]]] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._is_closed = False

    async def open(self) -> None:
        """Find out what the token allows, and begin to follow. Raise `RefereeError` or `UnknownGame`."""
        looked = await self._client.get_view(self.match_id, self._token)
        view = view_in(looked)
        if view is None:
            raise UnknownGame(looked.match.game)
        self.viewer = getattr(view, "viewer", SPECTATOR)
        # The view's description of the match lacks data files, and the table is drawn from them.
        self.match = await self._client.get_match(self.match_id, self._token)
        self.terms = public_terms(self.match)
        self.story = GrowingStory(self.terms, self.viewer, self.names)
        if self.viewer >= 0 or self._is_long_over():
            self._delay = 0.0
        self._standing = self.match.standing
        self._shown_standing = page_standing(self._standing, self.names, self.viewer)
        self._tasks = [asyncio.create_task(self._follow(looked))]
        if self.match.status == api.MATCH_STATUS_WAITING:
            self._tasks.append(asyncio.create_task(self._watch_seats()))
        if self._delay:
            self._tasks.append(asyncio.create_task(self._release()))
        elif looked.frame:
            await self._caught_up(looked.frame)

    def close(self) -> None:
        """Stop following, and end the feeds of pages."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        self._note_change()

    @property
    def names(self) -> list[str]:
        """The name of each seat; a seat without one is called by its number."""
        return [name or f"seat {seat}" for seat, name in enumerate(self.match.names)]

    def _is_long_over(self) -> bool:
        """Return whether the match ended so long ago that the delay holds nothing back."""
        ended = self.match.end_time.ToMilliseconds() / 1000
        return self.match.HasField("end_time") and time.time() - ended > self._delay

    async def _caught_up(self, frame: int) -> None:
        """Wait a moment for the frames so far, so that the first thing that a page gets is the story."""
        try:
            async with asyncio.timeout(5):
                while self.story.frame < frame and not self.problem:
                    await self._changed.wait()
        except TimeoutError:
            pass

    # --- following ---

    async def _follow(self, looked: api.GetViewResponse) -> None:
        wait = FIRST_WAIT
        while True:
            try:
                self._take_look(looked)
                async for frame in self._client.watch(
                    self.match_id,
                    self._token,
                    after=self._received,
                    on_standing=self._take_standing,
                    on_time_out=self._take_time_out,
                    on_clocks=self._take_clocks,
                ):
                    wait = FIRST_WAIT
                    if frame.number == 1:
                        self.match = await self._client.get_match(self.match_id, self._token)
                    self._received = frame.number
                    self._deliver(frame)
                await self._watch_results()
                return
            except RefereeError as error:
                if error.code not in TEMPORARY:
                    self._lose(GONE if self._received or self.viewer >= 0 else str(error))
                    return
            self.problem = AWAY
            self._note_change()
            again = await self._reached_again(wait)
            if again is None:
                return
            looked = again
            wait = min(2 * wait, LONGEST_WAIT)

    async def _reached_again(self, wait: float) -> api.GetViewResponse | None:
        """Return a new look at the match when the server answers again; None if the token is not valid any more."""
        while True:
            await asyncio.sleep(wait)
            try:
                return await self._client.get_view(self.match_id, self._token)
            except RefereeError as error:
                if error.code not in TEMPORARY:
                    self._lose(GONE)
                    return None
            wait = min(2 * wait, LONGEST_WAIT)

    async def _watch_results(self) -> None:
        """Notice corrections of the result after the feed has ended."""
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_RESULTS)
            match = await self._client.get_match(self.match_id, self._token)
            if match.standing != self._standing:
                self._take_standing(match.standing)

    async def _watch_seats(self) -> None:
        """Notice who takes a seat, until the match begins or is cancelled."""
        while not self._received and self.match.status == api.MATCH_STATUS_WAITING:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            try:
                self.match = await self._client.get_match(self.match_id, self._token)
            except RefereeError:
                continue
            self._note_change()

    def _lose(self, problem: str) -> None:
        """Forget everything, because the token does not show it any more."""
        self.problem, self.is_lost = problem, True
        self.story = GrowingStory(self.terms, self.viewer, self.names)
        self._question, self._result = None, ""
        self._shown_standing = NO_STANDING
        self._note_change()

    def _take_look(self, looked: api.GetViewResponse) -> None:
        """Note whether the question of the last frame is still open, and its clock."""
        self.problem = ""
        if not looked.HasField("question"):
            self._open_since = looked.frame
        self._deadline, self._bank = deadline_in(looked), bank_in(looked)
        if not self._delay:
            self._apply_clocks(looked.clocks, time.monotonic())
        self._note_change()

    def _take_standing(self, standing: api.Standing) -> None:
        copy = api.Standing()
        copy.CopyFrom(standing)
        self._when_due(lambda: self._apply_standing(copy))

    def _apply_standing(self, standing: api.Standing) -> None:
        self._standing = standing
        self._shown_standing = page_standing(standing, self.names, self.viewer)
        if standing.HasField("award"):
            self.is_over = True
        self._note_change()

    def _take_clocks(self, clocks: api.SeatClocks) -> None:
        copy, now = api.SeatClocks(), time.monotonic()
        copy.CopyFrom(clocks)
        # After the delay, they are shown as they were.
        self._when_due(lambda: self._apply_clocks(copy, now + self._delay))

    def _apply_clocks(self, clocks: api.SeatClocks, at: float) -> None:
        self._clocks = [_page_clock(each) for each in clocks.clocks]
        self._clocks_at = at
        self._note_change()

    def _take_time_out(self, _: api.TimeOut) -> None:
        self._when_due(self._note_late)

    def _note_late(self) -> None:
        self._late = True

    def _deliver(self, frame: api.Frame) -> None:
        self._when_due(lambda: self._apply(frame))

    def _when_due(self, act: Callable[[], None]) -> None:
        """Do something now, or after the delay, in the order in which it happened."""
        if self._delay:
            self._held.put_nowait((time.monotonic() + self._delay, act))
        else:
            act()

    async def _release(self) -> None:
        while True:
            due, act = await self._held.get()
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            act()

    def _apply(self, frame: api.Frame) -> None:
        facts = fact_decoder(self.terms.game.name).facts(frame)
        self.story.names = self.names
        self.story.add(frame.number, facts, self._answered_by(frame), is_late=self._late)
        self._late = False
        self._frame = api.Frame()
        self._frame.CopyFrom(frame)
        self._frame.ClearField("told")
        if not is_talk(frame):
            self._alone = list(frame.waiting_for) == [self.viewer]
        if (frame.HasField("clock") or not is_talk(frame)) and frame.number > self._open_since:
            self._deadline, self._bank = deadline_in(frame), bank_in(frame)
        self._question = self._asked(frame)
        if frame.HasField("outcome"):
            self.is_over = True
            outcome = frame.outcome
            ended = Ended(outcome.ending, tuple(outcome.winners), tuple(outcome.scores))
            game = self.terms.game.name
            scores = score_list(ended.scores, self.names)
            self._result = f"{outcome_sentence(game, ended, self.names)} {scores}".rstrip()
        self._note_change()

    def _answered_by(self, frame: api.Frame) -> str | None:
        """Return whose answer led to a frame, as far as the viewer knows."""
        if frame.number == 1:
            return "start"
        if is_talk(frame):
            payload = getattr(frame.told, self.terms.game.name)
            return f"talk/{speaker_of(payload.facts[0])}"
        if not self._alone:
            return None
        return f"clock/{self.viewer}" if self._late else f"seat/{self.viewer}"

    def _asked(self, frame: api.Frame) -> PageQuestion | None:
        if not frame.HasField("question") or frame.is_answered or frame.number <= self._open_since:
            return None
        if frame.question.number in self.answers:
            return None
        return page_question(
            self.terms.game.name, frame.question, self.names, self.story.picture, self.viewer
        )

    # --- answering ---

    def question(self, number: int) -> api.Question | None:
        """Return the open question with this number; None if it is not open."""
        if self._question is None or self._question.number != number:
            return None
        return self._frame.question

    def note_answer(self, number: int, picks: Sequence[int]) -> None:
        """Close the question with this number, because it was answered here."""
        self.answers[number] = list(picks)
        if self._question is not None and self._question.number == number:
            self._question = None
            self._note_change()

    # --- reading ---

    def state(self) -> LiveState:
        """Return what the page shows besides the story."""
        left = None if self._deadline is None else round(self._deadline - time.monotonic(), 1)
        begun = self.story.frame > 0
        results = [*self._shown_standing.results, *([self._result] if self._result else [])]
        return LiveState(
            status=self._status(),
            names=self.names,
            free=[] if begun else [seat for seat, name in enumerate(self.match.names) if not name],
            waiting_for=list(self._frame.waiting_for),
            standing=self._shown_standing,
            question=None if self.is_over else self._question,
            seconds_left=left if self._question is not None and not self._shown_standing.is_held else None,
            bank=self._bank if self._question is not None else None,
            clocks=[] if self.is_lost or self.is_over else self._clocks,
            clocks_age=round(time.monotonic() - self._clocks_at, 1) if self._clocks else None,
            result=results[0] if results else "",
            earlier_results=results[1:],
            problem=self.problem,
            is_lost=self.is_lost,
        )

    def _status(self) -> str:
        if self.is_over:
            return "ended"
        if self.story.frame or self._delay:
            return "running"
        name = api.MatchStatus.Name(self.match.status).removeprefix("MATCH_STATUS_").lower()
        return "waiting" if name == "waiting" else name

    async def events(self, after: int) -> AsyncIterator[NewFacts | LiveState | None]:
        """Yield the facts after a number and the state, then whatever changes; None now and then, to keep in touch."""
        self.readers += 1
        try:
            sent: LiveState | None = None
            while True:
                changed = self._changed
                if len(self.story) > after:
                    yield self.story.after(after)
                    after = len(self.story)
                state = self.state()
                timeless = msgspec.structs.replace(state, seconds_left=None, clocks_age=None)
                if timeless != sent:
                    yield state
                    sent = timeless
                if self.is_lost or self._is_closed:
                    return
                try:
                    async with asyncio.timeout(SECONDS_TO_PING):
                        await changed.wait()
                except TimeoutError:
                    yield None
        finally:
            self.readers -= 1
            self.used = time.monotonic()

    def _note_change(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


def _page_clock(clock: api.SeatClock) -> PageClock:
    return PageClock(
        seat=clock.seat,
        bank=clock.bank.ToMilliseconds() / 1000 if clock.HasField("bank") else None,
        left=clock.time_left.ToMilliseconds() / 1000 if clock.HasField("time_left") else None,
        is_running=clock.is_running,
    )
