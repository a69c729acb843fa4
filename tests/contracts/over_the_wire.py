"""Two worlds over the wire: one server each, real calls, and every byte that one viewer receives.

The worlds are those of `interference`, up to where the rules show the viewer a difference. The viewer plays or watches,
looks, resumes its stream from old frames, and tries forbidden things, while a judge looks at everything and rules;
refusals, errors, receipts and the server's own log are compared as well as frames. Match ids, tokens and salts are
random, so both worlds hand them out in the same order.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from itertools import count
from random import Random
from typing import Any, NamedTuple

import grpc
import msgspec
import pytest
import structlog
from google.protobuf.duration_pb2 import Duration

from referee.disputes.cases.dispute_service import DISPUTES
from referee.games import game as game_named
from referee.kernel.asks import Choice, One
from referee.kernel.chance import Rig
from referee.kernel.facts import Seat
from referee.kernel.game import Game, Setup
from referee.kernel.run import Question, Run
from referee.kernel.talk import Said, Statement
from referee.log.memory import MemoryStore
from referee.match import match
from referee.proof.keys import MemoryKey
from referee.proof.notes import SigningKey
from referee.server import auditing, clocks, joining, officials, sessions, submitting
from referee.server.clocks import ClockReading, WallTime
from referee.wire import clock_messages
from referee.wire.codec import codec_of
from referee.wire.grpc_server import serving
from referee.wire.shapes import kind_of
from referee.wire.statuses import TRAILER
from referee_api.v1 import disputes_pb2 as disputes
from referee_api.v1 import referee_pb2 as api
from tests.contracts.declarations import Declaration
from tests.contracts.interference import Change, Chronicle, Pair, around, role_of
from tests.contracts.playing import random_choice, random_terms
from tests.contracts.talking import with_talk
from tests.contracts.worlds import Interference, World

SERVICE = "/referee.api.v1.Referee"
KEYS = MemoryKey(SigningKey.from_seed("referee", bytes(32)))
"""Both worlds sign with the same key, because receipts are compared as well."""
LONGEST = 90
"""Maximum number of answers of a match that are played over the wire."""
NEVER_OFFERED = api.Answer(picks=[9999])
"""An answer that is refused whatever is asked: seats other than the viewer try it too, and the server logs that."""

PATIENCE_SECONDS = 60


class Told(NamedTuple):
    """Something that the viewer received over the wire."""

    what: str
    data: bytes


class Compared(NamedTuple):
    """What a comparison of worlds covered."""

    answers: int
    events: set[str]
    """Texts of the lines in the server's log."""


class Story(NamedTuple):
    """A world to play: its answers, and the number of frames the viewer has received after each."""

    answers: list[tuple[Seat, tuple[int, ...]]]
    talk: list[list[Statement]]
    """What is said after the opening and after each answer."""
    frames: list[int]
    rig: Rig | None


class Session:
    """One viewer at one server, with everything it received."""

    def __init__(
        self, subject: Declaration, luck: str, chronicle: Chronicle, viewer: Seat, seed: str
    ) -> None:
        self.subject = subject
        self.luck = luck
        self.charter = chronicle.terms.charter
        self.viewer = viewer
        self.rng = Random(f"{seed} over the wire")
        self.office = Random(f"{seed} of the judge")
        self.told: list[Told] = []
        self.channel: Any = None
        """A channel without serialisers: it sends and receives bytes."""
        self.match = ""
        self.token = ""
        self.judge = ""
        """Token of the judge, whose calls are on record and whose replies the viewer does not see."""
        self.asked = 0
        self.frames = 0
        self.events: set[str] = set()
        """Texts of the lines in the server's log."""

    async def live_through(self, story: Story) -> list[Told]:
        """Play a story to its end on its own server."""
        with structlog.testing.capture_logs() as logged:
            async with (
                serving(MemoryStore(), reflect=False, keys=KEYS, extra_services=(DISPUTES,)) as server,
                grpc.aio.insecure_channel(server.address) as channel,
            ):
                self.channel = channel
                tokens = await self.sit_down()
                stream = asyncio.create_task(self.watch(0, story.frames[-1]))
                await self.follow(story, tokens)
                self.told.append(Told("stream", await stream))
                # Taken before the server stops: how many streams it still has to end depends on timing.
                normal = [
                    event for event in logged if event["log_level"] != "debug" and "address" not in event
                ]
        self.events = {event["event"] for event in normal}
        return [*self.told, Told("server's log", repr(normal).encode())]

    async def sit_down(self) -> list[str]:
        """Open the match and take all seats; keep what the viewer's own calls return."""
        request = api.CreateMatchRequest(
            game=self.charter.game,
            seat_count=self.charter.seats,
            seed=self.luck,
            edition=self.charter.edition,
            rulings=self.charter.rulings,
            options=self.charter.options,
            talk=api.TALK_POLICY_FREE,
            spectators=True,
            time_control=api.TimeControl(
                bank=Duration(seconds=100_000), increment=Duration(seconds=10), away=Duration(seconds=1000)
            ),
        )
        created = api.CreateMatchResponse.FromString(await self.call("CreateMatch", request))
        self.match = created.match.id
        office = api.AppointOfficialRequest(
            match_id=self.match, token=created.token, role=api.OFFICIAL_ROLE_JUDGE, name="Grace"
        )
        self.judge = api.AppointOfficialResponse.FromString(await self.call("AppointOfficial", office)).token
        tokens = []
        for seat in range(self.charter.seats):
            joining = api.JoinSeatRequest(match_id=self.match, seat=seat)
            reply = await self.call("JoinSeat", joining, keep=seat == self.viewer)
            tokens.append(api.JoinSeatResponse.FromString(reply).token)
        self.token = tokens[self.viewer] if self.viewer >= 0 else ""
        return tokens

    async def follow(self, story: Story, tokens: list[str]) -> None:
        """Give everybody's answers, and let the viewer probe in between."""
        asked = [0] * self.charter.seats
        await self.say(story.talk[0], tokens)
        steps = zip(story.answers, story.talk[1:], story.frames[1:], strict=True)
        for (seat, picks), talk, self.frames in steps:
            asked[seat] += 1
            if seat == self.viewer:
                self.asked = asked[seat]
            request = api.SubmitRequest(
                match_id=self.match, token=tokens[seat], question=asked[seat], answer=NEVER_OFFERED
            )
            if self.rng.randrange(8) == 0:
                await self.call("Submit", request, keep=seat == self.viewer)
            request.answer.CopyFrom(api.Answer(picks=picks))
            request.request_id = f"{asked[seat]}"
            request.with_receipt = asked[seat] % 3 == 0
            reply = await self.call("Submit", request, keep=seat == self.viewer)
            assert api.SubmitResponse.FromString(reply).HasField("accepted"), (seat, picks, reply)
            await self.say(talk, tokens)
            await self.be_curious()
            await self.judge_acts()

    async def judge_acts(self) -> None:
        """Let the judge look, rule on a case, or replace its token; all of that is on record, part of it public."""
        about: dict[str, Any] = {"match_id": self.match, "token": self.judge}
        match self.office.randrange(12):
            case 0 | 1:
                await self.call("GetView", api.GetViewRequest(**about))
            case 2:
                rule = min(game_named(self.charter.game).rulebook.rules)
                ruling = disputes.RuleCaseRequest(
                    **about,
                    number=self.office.randrange(1, 4),
                    finding=api.FINDING_UPHELD,
                    reason="So it is.",
                    rules=[rule],
                    stands=disputes.Stands(),
                )
                await self.call("RuleCase", ruling, service=DISPUTES.name)
            case 3:
                reply = await self.call("RotateToken", api.RotateTokenRequest(**about))
                self.judge = api.RotateTokenResponse.FromString(reply).token
            case _:
                pass

    async def say(self, talk: list[Statement], tokens: list[str]) -> None:
        """Let seats say something."""
        for statement in talk:
            words = words_of(self.charter.game, statement)
            request = api.SayRequest(match_id=self.match, token=tokens[statement.seat], words=words)
            reply = await self.call("Say", request, keep=statement.seat == self.viewer)
            assert api.SayResponse.FromString(reply).HasField("accepted"), (statement, reply)

    async def be_curious(self) -> None:
        about: dict[str, Any] = {"match_id": self.match, "token": self.token}
        number = self.asked + self.rng.choice([0, 1, 1, 1, 2])
        match self.rng.randrange(20):
            case 0 | 1:
                await self.call("GetView", api.GetViewRequest(**about), keep=True)
            case 2 | 3:
                request: Any = api.CheckIntentRequest(**about, question=number, answer=self.nonsense())
                await self.call("CheckIntent", request, keep=True)
            case 4 | 5:
                # Beyond any question number, so that it is wrong whatever is asked.
                request = api.SubmitRequest(**about, question=number + 90, answer=self.nonsense())
                await self.call("Submit", request, keep=True)
            case 6:
                after = self.rng.randrange(self.frames + 1)
                self.told.append(Told(f"resumed after {after}", await self.watch(after, self.frames)))
            case 7:
                await self.call_stream("Watch", api.WatchRequest(**about, after=self.frames + 3))
            case 8:
                await self.call_stream("Verify", api.VerifyRequest(**about))
            case 9:
                await self.call_stream("GetReplay", api.GetReplayRequest(**about))
            case 10:
                await self.play(self.rng.randrange(self.frames + 1), number)
            case 11:
                await self.call("GetReceipt", api.GetReceiptRequest(**about), keep=True)
            case 12 if self.rng.randrange(2):
                await self.call("GetMatch", api.GetMatchRequest(**about), keep=True)
                await self.call("ListMatches", api.ListMatchesRequest(), keep=True)
            case 12:
                await self.call("GetView", api.GetViewRequest(match_id=self.match, token="guess"), keep=True)
            case 13 | 14 | 15 | 16 | 17 | 18:
                await self.dispute(about, number)
            case _:
                await self.call("JoinSeat", api.JoinSeatRequest(match_id=self.match), keep=True)

    async def dispute(self, about: dict[str, Any], number: int) -> None:
        """Ask for an explanation, open a case and propose an undo; refusals are kept as well."""
        request: Any
        match self.rng.randrange(8):
            case 0 | 1 | 2:
                request = disputes.ExplainRequest(**about, fact=self.place())
            case 3:
                refused = disputes.RefusedAnswer(question=number, answer=self.nonsense())
                request = disputes.ExplainRequest(**about, refused=refused)
            case 4:
                rule = self.rng.choice(sorted(game_named(self.charter.game).rulebook.rules))
                request = disputes.OpenCaseRequest(**about, fact=self.place(), rule=rule, claim="No.")
            case 5:
                request = disputes.ProposeUndoRequest(**about)
            case 6:
                request = disputes.AnswerUndoRequest(**about, consents=self.rng.randrange(2) == 0)
            case _:
                request = disputes.TryReadingRequest(**about, number=1, edition="none")
        method = type(request).__name__.removesuffix("Request")
        await self.call(method, request, keep=True, service=DISPUTES.name)
        await self.call("GetView", api.GetViewRequest(**about), keep=True)

    def place(self) -> disputes.FactPlace:
        """Return a fact's place in the viewer's frames, existing or not, or a fact number, which a seat may not use."""
        frame, place = self.rng.randrange(1, self.frames + 2), self.rng.choice([1, 1, 1, 2, 3, 9])
        if self.rng.randrange(8) == 0:
            return disputes.FactPlace(fact=place)
        return disputes.FactPlace(in_frame=disputes.FramePlace(frame=frame, place=place))

    def nonsense(self) -> api.Answer:
        """Return an answer of any form, seldom a valid one."""
        if self.rng.randrange(3) == 0:
            return api.Answer(picks=[self.rng.randrange(40) for _ in range(self.rng.randrange(3))])
        choices = [
            random_choice(self.subject.game.choices, self.rng) for _ in range(self.rng.choice([1, 1, 2]))
        ]
        return typed_answer(self.charter.game, choices)

    async def call(
        self, method: str, request: Any, *, keep: bool = False, service: str = "referee.api.v1.Referee"
    ) -> bytes:
        """Call a method and return the bytes of the response, or the code and text of the error."""
        try:
            path = f"/{service}/{method}"
            reply: bytes = await self.channel.unary_unary(path)(request.SerializeToString())
        except grpc.aio.AioRpcError as error:
            reply = described(error)
        if keep:
            self.told.append(Told(f"{method} {request}".replace("\n", " "), reply))
        return reply

    async def call_stream(self, method: str, request: Any) -> None:
        """Call a streaming method that must end with an error."""
        call = self.channel.unary_stream(f"{SERVICE}/{method}")(request.SerializeToString())
        try:
            reply = b"".join([part async for part in call])
        except grpc.aio.AioRpcError as error:
            reply = described(error)
        self.told.append(Told(f"{method} {request}".replace("\n", " "), reply))

    async def play(self, after: int, number: int) -> None:
        """Attach the seat on a Play stream, and send something invalid there."""
        attach = api.Attach(handle=7, match_id=self.match, token=self.token, after=after)
        silly = api.Intent(handle=7, question=number + 90, answer=self.nonsense(), request_id="silly")
        request = api.PlayRequest(attach=[attach], intents=[silly])
        call = self.channel.stream_stream(f"{SERVICE}/Play")()
        await call.write(request.SerializeToString())
        said = api.PlayResponse()
        while len(said.frames) < self.frames - after or not (said.replies or said.troubles):
            said.MergeFromString(await call.read())
        call.cancel()
        # When the standing arrives depends on timing; its content is covered by GetView.
        said.ClearField("standings")
        # Replies and frames are not ordered relative to each other.
        self.told.append(
            Told(f"Play {request}".replace("\n", " "), said.SerializeToString(deterministic=True))
        )

    async def watch(self, after: int, last: int) -> bytes:
        """Read the viewer's stream up to a frame, joining messages, because where they are split depends on timing."""
        request = api.WatchRequest(match_id=self.match, token=self.token, after=after, with_view=False)
        call = self.channel.unary_stream(f"{SERVICE}/Watch")(request.SerializeToString())
        data = b""
        while not data or len(api.WatchResponse.FromString(data).frames) < last - after:
            data += await call.read()
        call.cancel()
        return without_timing(data)


def without_timing(data: bytes) -> bytes:
    """Return the bytes of Watch without standings and clocks: when a standing arrives, and whether a question is open
    when the stream begins, depends on timing. GetView covers all of them.

    All fields of the response hold bytes, so each is a tag, a length and that many bytes.
    """
    fields = api.WatchResponse.DESCRIPTOR.fields_by_name
    left_out = [fields[name].number << 3 | 2 for name in ("standing", "clock", "clocks")]
    kept, place = b"", 0
    while place < len(data):
        size, end = 0, place + 1
        for shift in range(0, 35, 7):
            size |= (data[end] & 0x7F) << shift
            end += 1
            if data[end - 1] < 0x80:
                break
        if data[place] not in left_out:
            kept += data[place : end + size]
        place = end + size
    return kept


def described(error: grpc.aio.AioRpcError) -> bytes:
    """Return everything that an error tells, its details for programs included."""
    details = dict(error.trailing_metadata() or ()).get(TRAILER, b"")
    assert isinstance(details, bytes)
    return f"{error.code()} {error.details()} {details.hex()}".encode()


def words_of(game: str, statement: Statement) -> api.Words:
    """Return a statement as a client sends it."""
    words = api.Words()
    if isinstance(statement, Said):
        words.text = statement.text
        return words
    _, write = codec_of(game)._kinds_of_fact[type(statement)]
    part = getattr(getattr(words.statement, game).statement, kind_of(type(statement)))
    part.SetInParent()
    part.MergeFromString(write(statement))
    return words


def typed_answer(game: str, choices: list[Choice]) -> api.Answer:
    """Put choices into an answer, whether or not they are offered."""
    question = api.Question.FromString(codec_of(game).question(Question(1, One(0, "", choices), "")))
    return api.Answer(choices=question.options)


def stories(chronicle: Chronicle, pair: Pair, viewer: Seat) -> tuple[Story, Story] | None:
    """Return both worlds up to where the rules show the viewer a difference; None if that is at once."""
    last = min(pair.aware.get(viewer, len(pair.given) + 1) - 1, LONGEST)
    if last < 1:
        return None
    ours = [(answer.seat, answer.picks) for answer in chronicle.answers[:last]]
    return (
        Story(
            ours,
            chronicle.world.said_after[: last + 1],
            frames_after_each(chronicle.world, viewer, last),
            None,
        ),
        Story(
            pair.given[:last],
            pair.b.said_after[: last + 1],
            frames_after_each(pair.b, viewer, last),
            pair._rig,
        ),
    )


def frames_after_each(world: World, viewer: Seat, last: int) -> list[int]:
    """Return the number of frames a viewer has received after the opening and after each answer."""
    return world.viewers[viewer].frames_after[: last + 1]


class Wire:
    """Plays stories over the wire, and hands out everything random in a fixed order."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.rig: Rig | None = None
        self.names: Iterator[int] = count()
        patch.setattr(sessions, "new_match_id", lambda: f"match-{next(self.names)}")
        patch.setattr(sessions, "new_salt", lambda: f"{next(self.names):064x}")
        for module in (sessions, joining):
            patch.setattr(module, "new_token", lambda: f"token-{next(self.names)}")
        for module in (sessions, joining, submitting, auditing, officials):
            patch.setattr(module, "now_ms", lambda: 1_800_000_000_000)
        # Deadlines depend on timing; whether a clock runs must not depend on anything hidden.
        patch.setattr(WallTime, "read", lambda self, deadline, now: ClockReading(3000, 2000, 1000))
        patch.setattr(clocks, "whole_ms", lambda seconds: 0)
        patch.setattr(clock_messages, "now_ms", lambda: 1_800_000_000_000)
        patch.setattr(match, "Run", self.start)

    def start(self, game: Game, setup: Setup, seed: bytes, note: Rig | None) -> Run:
        """Start a match, or a re-run that notes its draws, with the draws of the story."""
        rig = self.rig
        if note is None or rig is None:
            return Run(game, setup, seed, note or rig)
        return Run(game, setup, seed, lambda draw: note(msgspec.structs.replace(draw, result=rig(draw))))

    def run(self, session: Session, story: Story) -> list[Told]:
        """Play a story, rigged accordingly."""
        self.rig = story.rig
        self.names = count()
        try:
            return asyncio.run(in_time(session.live_through(story)))
        finally:
            self.rig = None


async def in_time(work: Coroutine[Any, Any, list[Told]]) -> list[Told]:
    """Fail after a timeout, so that a missing frame does not block the test."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        return await work


def compare_over_the_wire(
    subject: Declaration, seed: str, pairs: int, patch: pytest.MonkeyPatch, *, skipped: int = 0
) -> Compared:
    """Compare pairs of worlds over the wire, one viewer each, after as many matches as are to be `skipped`."""
    wire, events = Wire(patch), set[str]()
    compared = answers = 0
    number = skipped
    while compared < pairs:
        number += 1
        luck = f"{seed} {number}"
        rng = Random(luck)
        terms = with_talk(subject, random_terms(subject, rng, luck=luck))
        chronicle = Chronicle(subject, terms, luck)
        pair = Pair(chronicle, next(chronicle.changes(rng)), luck)
        pair.compare()
        viewer = rng.choice(list(pair.b.viewers))
        found = stories(chronicle, pair, viewer)
        if found is None:
            continue
        sessions = [Session(subject, luck, chronicle, viewer, luck) for _ in found]
        ours, theirs = [wire.run(session, story) for session, story in zip(sessions, found, strict=True)]
        compare_told(ours, theirs, chronicle, pair.change, viewer)
        events |= sessions[0].events
        compared += 1
        answers += len(found[0].answers)
    return Compared(answers, events)


def compare_told(
    ours: list[Told], theirs: list[Told], chronicle: Chronicle, change: Change, viewer: Seat
) -> None:
    """Check that the same calls returned the same bytes, and never the seed."""
    seed = chronicle.terms.charter.seed
    for one, other in zip(ours, theirs, strict=True):
        if one != other:
            raise Interference(
                f"{role_of(viewer)} was told what it cannot know\n  luck:    {chronicle.seed!r}\n"
                f"  changed: {change}\n"
                f"  world A: {one.what}: {around(one.data, other.data)}\n"
                f"  world B: {other.what}: {around(other.data, one.data)}"
            )
        if seed.encode() in one.data or bytes.fromhex(seed) in one.data:
            raise Interference(f"{role_of(viewer)} was told the seed: {one.what}")
