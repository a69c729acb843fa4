"""A living server for attacks: matches in every state, everyone's tokens, and a record of the requests behind them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import grpc
from google.protobuf import descriptor_pool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc_reflection.v1alpha import reflection_pb2

from referee.disputes.cases.dispute_service import DISPUTES
from referee.log.memory import MemoryStore
from referee.log.records import Record
from referee.match.entropy import commitment_to
from referee.server.access_control import AccessControl, AccessMode
from referee.server.api_keys import ApiKeys, KeyRegister, KeyRole
from referee.server.quotas import LOCAL, Quotas
from referee.server.sessions import Sessions
from referee.wire.grpc_server import serving
from referee_api.unfathomable.v1 import unfathomable_pb2 as unfathomable
from referee_api.v1 import disputes_pb2 as cases
from referee_api.v1 import referee_pb2 as api
from referee_api.v1.disputes_pb2_grpc import DisputesStub
from referee_api.v1.referee_pb2_grpc import RefereeStub
from tests.wire.attack.messages import KnownValues
from tests.wire.serving import Table, asked, open_table, play_on

REFLECTION = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"
Metadata = tuple[tuple[str, str], ...]
JUDGE, HEAD_JUDGE = api.OFFICIAL_ROLE_JUDGE, api.OFFICIAL_ROLE_HEAD_JUDGE
WEEK = 7 * 24 * 60 * 60
ENTROPY = b"e" * 32
PLAYED = "/referee.api.v1.Referee"
DISPUTED = "/referee.api.v1.Disputes"
FREE = api.TALK_POLICY_FREE


class Call(NamedTuple):
    """A call that the server offers."""

    path: str
    request: type[Message]
    is_client_streaming: bool
    is_server_streaming: bool

    @property
    def name(self) -> str:
        """The name of the call, without the service."""
        return self.path.rpartition("/")[2]


class Recorded(NamedTuple):
    """A request as it was sent."""

    path: str
    messages: tuple[Message, ...]
    metadata: Metadata


class RecordedStore(MemoryStore):
    """A store that notes everything that is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[Record] = []

    def write(self, records: Sequence[Record]) -> None:
        self.written.extend(records)
        super().write(records)


class RecordingChannel:
    """A channel that records every request, for the generated stubs."""

    def __init__(self, channel: grpc.aio.Channel, metadata: Metadata, record: list[Recorded]) -> None:
        self._channel = channel
        self._metadata = metadata
        self._record = record

    def unary_unary(self, path: str, **about: Any) -> Any:
        return self._recording(path, self._channel.unary_unary(path, **about))

    def unary_stream(self, path: str, **about: Any) -> Any:
        return self._recording(path, self._channel.unary_stream(path, **about))

    def stream_stream(self, path: str, **about: Any) -> Any:
        return self._recording(path, self._channel.stream_stream(path, **about))

    def _recording(self, path: str, call: Any) -> Any:
        def send(request: Any) -> Any:
            messages = (request,) if isinstance(request, Message) else tuple(request)
            self._record.append(Recorded(path, messages, self._metadata))
            given = request if isinstance(request, Message) else iter(messages)
            return call(given, metadata=self._metadata)

        return send


class World:
    """The server, what was recorded of it, and what its clients know."""

    def __init__(
        self, sessions: Sessions, store: RecordedStore, channel: grpc.aio.Channel, keys: dict[str, str]
    ) -> None:
        self.sessions = sessions
        self.store = store
        self.channel = channel
        self.keys = keys
        """API keys by their purpose."""
        self.calls: list[Call] = []
        """Every call of every service on the port."""
        self.recorded: list[Recorded] = []
        self.known = KnownValues()
        self.secrets: set[str] = {key.rpartition("_")[2] for key in keys.values()}
        """Texts that no error may contain."""

    @property
    def credentials(self) -> list[Metadata]:
        """Metadata that a caller may send: none, any key, or nonsense."""
        found: list[Metadata] = [
            (),
            (),
            (("authorization", "Bearer nonsense"),),
            (("authorization", "Basic eA=="),),
        ]
        return [*found, (("authorization", "Bearer " + "x" * 3_000),), *map(bearer, self.keys.values())]

    def learn(self) -> None:
        """Learn the values of everything that was recorded."""
        for request in self.recorded:
            for message in request.messages:
                self.known.learn(message)
        self.secrets.update([token for _, token in self.known.holders if token])
        for session in self.sessions.cache.values():
            self.secrets.add(str(session.charter.seed))


def bearer(key: str) -> Metadata:
    return (("authorization", f"Bearer {key}"),)


async def find_calls(channel: grpc.aio.Channel) -> list[Call]:
    """Ask the server for its services, so that a call that is added later is attacked too."""
    request = reflection_pb2.ServerReflectionRequest(list_services="").SerializeToString()
    reflect: Any = channel.stream_stream(REFLECTION)
    (response,) = [
        reflection_pb2.ServerReflectionResponse.FromString(each) async for each in reflect(iter([request]))
    ]
    calls = []
    for service in response.list_services_response.service:
        found = descriptor_pool.Default().FindServiceByName(service.name)
        for method in found.methods:
            kind = GetMessageClass(method.input_type)
            path = f"/{service.name}/{method.name}"
            calls.append(Call(path, kind, method.client_streaming, method.server_streaming))
    return sorted(calls)


@asynccontextmanager
async def living_world(mode: AccessMode, folder: Path, *, is_small: bool = False) -> AsyncIterator[World]:
    """Serve matches in every state, in one of the two access modes; a small world has none that was played out."""
    register = KeyRegister(folder)
    roles: tuple[KeyRole, ...] = ("operator", "organiser", "judge", "head_judge")
    keys: dict[str, str] = {role: register.issue(role, role, by="test").text for role in roles}
    revoked = register.issue("organiser", "gone", by="test")
    register.revoke(revoked.key.id, by="test", reason="gone")
    keys["revoked"] = revoked.text
    rotated = register.issue("judge", "rotated", by="test")
    register.rotate(rotated.key.id, by="test")
    keys["rotated"] = rotated.text
    store = RecordedStore()
    async with (
        serving(
            store,
            access=AccessControl(mode, ApiKeys(folder)),
            quotas=Quotas(LOCAL),
            extra_services=(DISPUTES,),
            grace=0,
        ) as server,
        grpc.aio.insecure_channel(server.address) as channel,
    ):
        world = World(server._service._matches.sessions, store, channel, keys)
        world.calls = await find_calls(channel)
        creator = bearer(keys["organiser"]) if mode == "keys" else ()
        await _Builder(world, creator, keys["judge"].split("_")[1]).build(is_small)
        world.learn()
        yield world


class _Builder:
    """Plays a world into being."""

    def __init__(self, world: World, creator: Metadata, judge_key: str) -> None:
        recording: Any = RecordingChannel(world.channel, creator, world.recorded)
        self.stub: Any = RefereeStub(recording)  # type: ignore[no-untyped-call]
        self.disputes: Any = DisputesStub(recording)  # type: ignore[no-untyped-call]
        self._recorded = world.recorded
        self._creator = creator
        self._judge_key = judge_key

    def _ready(self, path: str, message: Message) -> None:
        """Record a request that would be accepted, without sending it."""
        self._recorded.append(Recorded(path, (message,), self._creator))

    async def build(self, is_small: bool) -> None:
        """Create all matches, and make every kind of call."""
        await self._waiting()
        running = await open_table(
            self.stub, unrefereed=False, spectators=True, seed="fuzz running", talk=FREE
        )
        await play_on(self.stub, running, 6)
        await self._officials(running)
        frozen = await self._with_case(freeze=True)
        arbiter: dict[str, Any] = {"match_id": frozen.match, "token": frozen.arbiter}
        self._ready(f"{DISPUTED}/RuleCase", self._ruling(arbiter, award=api.Award(is_void=True)))
        replay = cases.ReplayUnder(rulings={"supply.pearls": "finite"})
        self._ready(f"{DISPUTED}/RuleCase", self._ruling(arbiter, replay_under=replay))
        self._ready(f"{DISPUTED}/WithdrawCase", cases.WithdrawCaseRequest(**arbiter, number=1))
        await self._paused()
        await self._ended()
        if not is_small:
            await self._played_out()
        await self._superseded()
        other = await open_table(self.stub, game="unfathomable", seats=3, seed="fuzz", talk=FREE)
        await play_on(self.stub, other, 4)
        for table in (running, frozen, other):
            await self._reads(table)
        await self._undo()
        await self._stream(running)

    async def _waiting(self) -> None:
        await open_table(self.stub, taken=1, unrefereed=False, with_invite=False, seed="fuzz waiting")
        created = await self.stub.CreateMatch(
            api.CreateMatchRequest(
                game="abyss",
                seat_count=2,
                with_invite=True,
                request_id="once",
                token="c" * 40,
                time_to_fill={"seconds": WEEK},
                options={},
            )
        )
        joining = api.JoinSeatRequest(
            match_id=created.match.id, name="Ada", token="j" * 40, invite_code=created.invite_code
        )
        await self.stub.JoinSeat(joining)
        created = await self.stub.CreateMatch(
            api.CreateMatchRequest(game="abyss", seat_count=2, time_to_reveal={"seconds": WEEK})
        )
        for seat in range(2):
            joining = api.JoinSeatRequest(
                match_id=created.match.id,
                seat=seat,
                entropy_commitment=commitment_to(ENTROPY),
                token=f"{seat}" * 40,
            )
            await self.stub.JoinSeat(joining)
        reveal = api.RevealEntropyRequest(match_id=created.match.id, token="0" * 40, entropy=ENTROPY)
        await self.stub.RevealEntropy(reveal)
        created = await self.stub.CreateMatch(api.CreateMatchRequest(game="abyss", seat_count=3))
        cancel = api.CancelMatchRequest(match_id=created.match.id, token=created.token, reason="rain")
        await self.stub.CancelMatch(cancel)
        created = await self.stub.CreateMatch(api.CreateMatchRequest(game="abyss", seat_count=3))
        cancel = api.CancelMatchRequest(match_id=created.match.id, token=created.token, reason="rain")
        self._ready(f"{PLAYED}/CancelMatch", cancel)

    async def _officials(self, table: Table) -> None:
        about: dict[str, Any] = {"match_id": table.match, "token": table.arbiter}
        judges = []
        for role, name in ((JUDGE, "Grace"), (HEAD_JUDGE, "Alan"), (JUDGE, "Kurt"), (HEAD_JUDGE, "Joan")):
            request = api.AppointOfficialRequest(**about, role=role, name=name)
            judges.append(await self.stub.AppointOfficial(request))
        request = api.AppointOfficialRequest(**about, role=JUDGE, name="Key", key_id=self._judge_key)
        await self.stub.AppointOfficial(request)
        dismissing = api.DismissOfficialRequest(**about, party=judges[2].party, reason="ill")
        await self.stub.DismissOfficial(dismissing)
        dismissing = api.DismissOfficialRequest(**about, party="judge/5", reason="ill")
        self._ready(f"{PLAYED}/DismissOfficial", dismissing)
        for judge in judges:
            await _tried(self.stub.GetView(api.GetViewRequest(match_id=table.match, token=judge.token)))
        rotate = api.RotateTokenRequest(match_id=table.match, token=table.tokens[0], new_token="r" * 40)
        await self.stub.RotateToken(rotate)
        table.tokens[0] = "r" * 40
        first: dict[str, Any] = {"match_id": table.match, "token": judges[0].token}
        await self.disputes.OpenCase(self._case(first))
        await self.disputes.RuleCase(self._ruling(first, is_precedent=True, stands=cases.Stands()))
        appeal = cases.AppealCaseRequest(
            match_id=table.match, token=table.tokens[1], number=1, reason="Read on."
        )
        await self.disputes.AppealCase(appeal)
        head: dict[str, Any] = {"match_id": table.match, "token": judges[1].token}
        trial = cases.TryReadingRequest(**head, number=1, rulings={"supply.pearls": "finite"})
        await _all_of(self.disputes.TryReading(trial))
        heads = ["head_judge/2", "head_judge/4"]
        await self.disputes.SetPanel(cases.SetPanelRequest(**about, members=heads, needed=2))
        await self.disputes.RuleCase(self._ruling(head, stands=cases.Stands()))
        await self.disputes.WithdrawOpinion(cases.WithdrawOpinionRequest(**head, number=1))
        await self.disputes.RuleCase(self._ruling(head, stands=cases.Stands()))

    @staticmethod
    def _case(about: dict[str, Any], **more: Any) -> cases.OpenCaseRequest:
        place = cases.FactPlace(fact=3)
        return cases.OpenCaseRequest(**about, fact=place, rule="explore", claim="It reads otherwise.", **more)

    @staticmethod
    def _ruling(about: dict[str, Any], **remedy: Any) -> cases.RuleCaseRequest:
        given: dict[str, Any] = {
            **about,
            "number": 1,
            "finding": api.FINDING_OVERTURNED,
            "rules": ["explore"],
        }
        return cases.RuleCaseRequest(**given, reason="The book says so.", **remedy)

    async def _with_case(self, **about: Any) -> Table:
        """Play a match with an arbiter, in which there is a case."""
        table = await open_table(self.stub, seed="fuzz", spectators=True)
        await play_on(self.stub, table, 8)
        await self.disputes.OpenCase(self._case({"match_id": table.match, "token": table.arbiter}, **about))
        return table

    async def _paused(self) -> None:
        """Pause a match and propose to resume it; leave others ready to be paused, by an official and by consent."""
        table, ready, agreeing = [await open_table(self.stub, seed="fuzz", spectators=True) for _ in range(3)]
        seats: list[dict[str, Any]] = [{"match_id": table.match, "token": token} for token in table.tokens]
        await self.stub.PauseMatch(api.PauseMatchRequest(**seats[0], reason="rain"))
        await self.stub.PauseMatch(api.PauseMatchRequest(**seats[1], consents=True))
        await self.stub.ResumeMatch(api.ResumeMatchRequest(**seats[1], reason="sunshine"))
        for consents in (True, False):
            self._ready(f"{PLAYED}/ResumeMatch", api.ResumeMatchRequest(**seats[0], consents=consents))
        arbiter = api.ResumeMatchRequest(match_id=table.match, token=table.arbiter, reason="go on")
        self._ready(f"{PLAYED}/ResumeMatch", arbiter)
        await self._reads(table)
        clocked = await open_table(self.stub, seed="fuzz", time_per_decision={"seconds": WEEK})
        extend = api.ExtendTimeRequest(
            match_id=clocked.match, token=clocked.arbiter, seat=1, time={"seconds": 60}, reason="late"
        )
        await self.stub.ExtendTime(extend)
        pause = api.PauseMatchRequest(
            match_id=ready.match, token=ready.arbiter, reason="fire", request_id="fire"
        )
        self._ready(f"{PLAYED}/PauseMatch", pause)
        seat, question = await asked(self.stub, ready)
        seal = api.SealAnswerRequest(
            match_id=ready.match,
            token=ready.tokens[seat],
            question=question.number,
            answer={"picks": question.default_picks},
            request_id="seal",
        )
        await self.stub.SealAnswer(seal)
        seats = [{"match_id": agreeing.match, "token": token} for token in agreeing.tokens]
        await self.stub.PauseMatch(api.PauseMatchRequest(**seats[0], reason="rain"))
        self._ready(f"{PLAYED}/PauseMatch", api.PauseMatchRequest(**seats[1], consents=True))

    async def _ended(self) -> None:
        table = await self._with_case()
        arbiter: dict[str, Any] = {"match_id": table.match, "token": table.arbiter}
        await self.disputes.RuleCase(self._ruling(arbiter, award=api.Award(winners=[1])))
        await self.stub.DeclareResult(api.DeclareResultRequest(**arbiter, winners=[0], reason="Miscounted."))
        await self._reads(table)
        await self._records({"match_id": table.match, "token": table.tokens[0]})

    async def _played_out(self) -> None:
        played = await open_table(self.stub, seed="to the end", spectators=True)
        look = api.GetViewRequest(match_id=played.match, token=played.tokens[0])
        while not (await self.stub.GetView(look)).HasField("outcome"):
            await play_on(self.stub, played, 1)

    async def _superseded(self) -> None:
        table = await self._with_case()
        arbiter: dict[str, Any] = {"match_id": table.match, "token": table.arbiter}
        ruling = self._ruling(arbiter, rewind=cases.Rewind(fact=12))
        successor = (await self.disputes.RuleCase(ruling)).successor
        await self._reads(table._replace(match=successor))
        table = await self._with_case()
        withdraw = cases.WithdrawCaseRequest(match_id=table.match, token=table.arbiter, number=1)
        await self.disputes.WithdrawCase(withdraw)

    async def _reads(self, table: Table) -> None:
        for token in ("", table.tokens[0], table.arbiter):
            about: dict[str, Any] = {"match_id": table.match, "token": token}
            watching = self.stub.Watch(api.WatchRequest(**about, with_view=True))
            await _tried(watching.read())
            watching.cancel()
            for kind in (
                api.GetMatchRequest,
                api.GetViewRequest,
                api.GetReceiptRequest,
                api.GetOrdersRequest,
            ):
                call = getattr(self.stub, kind.DESCRIPTOR.name.removesuffix("Request"))
                await _tried(call(kind(**about)))
        seat: dict[str, Any] = {"match_id": table.match, "token": table.tokens[0]}
        order = api.Order(questions="*", answer=api.ORDER_ANSWER_PASS, unless_concerned=True)
        await _tried(self.stub.SetOrders(api.SetOrdersRequest(**seat, orders=[order])))
        await _tried(self.stub.SetOrders(api.SetOrdersRequest(**seat)))
        words = api.Words(text="Hello.")
        await _tried(self.stub.Say(api.SayRequest(**seat, words=words, request_id="hello")))
        statement = api.Words()
        statement.statement.unfathomable.statement.hand_described.quality = unfathomable.QUALITY_GOOD
        await _tried(self.stub.Say(api.SayRequest(**seat, words=statement)))
        place = cases.FactPlace(in_frame=cases.FramePlace(frame=1, place=1))
        await _tried(self.disputes.Explain(cases.ExplainRequest(**seat, fact=place)))
        refused = cases.RefusedAnswer(question=1, answer=api.Answer(picks=[99]))
        await _tried(self.disputes.Explain(cases.ExplainRequest(**seat, refused=refused)))
        listing = api.ListMatchesRequest(page_size=2, game="abyss", status=api.MATCH_STATUS_RUNNING)
        listing.created_after.seconds = 1
        await _tried(self.stub.ListMatches(listing))
        wanted = api.ListMatchEventsRequest(page_size=2, page_token="7", match_id="m", kinds=["case opened"])
        await _tried(self.stub.ListMatchEvents(wanted))
        await _tried(self.disputes.FindPrecedents(cases.FindPrecedentsRequest(rule="explore")))

    async def _records(self, about: dict[str, Any]) -> None:
        await _all_of(self.stub.Verify(api.VerifyRequest(**about)))
        await _all_of(self.stub.GetReplay(api.GetReplayRequest(**about)))
        await _all_of(self.disputes.Export(cases.ExportRequest(**about)))

    async def _undo(self) -> None:
        """Answer until a seat may take its answer back; propose that in one match, and leave another ready for it."""
        table, again = [await open_table(self.stub, seed="fuzz") for _ in range(2)]
        for number in range(60):
            seat = await self._answer(table, number)
            await self._answer(again, number)
            about = {"match_id": table.match, "token": table.tokens[seat]}
            if await _tried(self.disputes.ProposeUndo(cases.ProposeUndoRequest(**about))):
                other: dict[str, Any] = {"match_id": table.match, "token": table.tokens[1 - seat]}
                self._ready(f"{DISPUTED}/AnswerUndo", cases.AnswerUndoRequest(**other, consents=True))
                self._ready(f"{DISPUTED}/AnswerUndo", cases.AnswerUndoRequest(**other))
                ready = cases.ProposeUndoRequest(match_id=again.match, token=again.tokens[seat])
                self._ready(f"{DISPUTED}/ProposeUndo", ready)
                return
        raise AssertionError("nothing can be taken back in this match")

    async def _answer(self, table: Table, number: int) -> int:
        """Check an answer by numbers and by choices, and give it; return the seat."""
        seat, question = await asked(self.stub, table)
        about: dict[str, Any] = {"match_id": table.match, "token": table.tokens[seat]}
        answer = api.Answer(picks=question.default_picks)
        chosen = api.Answer()
        chosen.choices.abyss.choices.extend(question.options.abyss.choices[:1])
        for each in (answer, chosen):
            await self.stub.CheckIntent(
                api.CheckIntentRequest(**about, question=question.number, answer=each)
            )
        intent: dict[str, Any] = {"question": question.number, "answer": answer, "request_id": f"r{number}"}
        await self.stub.Submit(api.SubmitRequest(**about, **intent, with_receipt=True))
        return seat

    async def _stream(self, table: Table) -> None:
        attach = [
            api.Attach(handle=seat, match_id=table.match, token=token, with_view=True)
            for seat, token in enumerate(table.tokens)
        ]
        seat, question = await asked(self.stub, table)
        answer = api.Answer(picks=question.default_picks)
        intent = api.Intent(
            handle=seat, question=question.number, answer=answer, request_id="p", with_receipt=True
        )
        orders = api.SeatOrders(handle=1, orders=[api.Order(questions="abyss.offer")])
        statement = api.SeatStatement(handle=0, words=api.Words(text="Hello."), request_id="s")
        messages = [
            api.PlayRequest(attach=attach),
            api.PlayRequest(intents=[intent], acks=[api.Ack(handle=seat, frame=2)], orders=[orders]),
            api.PlayRequest(statements=[statement]),
            api.PlayRequest(detach=[1], orders=[api.SeatOrders(handle=0)]),
        ]
        await _all_of(self.stub.Play(messages))


async def _all_of(call: Any) -> None:
    """Read a stream to its end; it may fail."""

    async def read() -> None:
        async for _ in call:
            pass

    await _tried(read())


async def _tried(call: Any) -> bool:
    """Make a call that may be refused, so that its request is on record; return whether it succeeded."""
    try:
        async with asyncio.timeout(20):
            await call
    except grpc.aio.AioRpcError:
        return False
    return True


def digest(values: Iterable[object]) -> str:
    """Return a hash of values that have a stable repr."""
    return sha256(repr(list(values)).encode()).hexdigest()
