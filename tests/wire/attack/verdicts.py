"""What must hold after every attack, checked from outside and from inside the server."""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import structlog
from google.protobuf.message import DecodeError
from google.rpc.error_details_pb2 import ErrorInfo

from referee.log.records import AuditAppended, IntentRejected
from referee.server.session import Session
from referee.wire.statuses import DOMAIN, Code
from referee_api.v1 import referee_pb2 as api
from tests.wire.attack.messages import nodes
from tests.wire.attack.sending import Answer, Attack, may_have_changed, next_attack, refusals_in, send
from tests.wire.attack.world import World, digest

ROOT = Path(__file__).resolve().parents[3]
INTERNAL_TEXT = re.compile(
    r"Traceback|\.py\b|<class|object at 0x|\w+Error\b|Exception|Unexpected|referee\.\w+\.|google\.protobuf"
)
FORBIDDEN = {
    Code.INTERNAL,
    Code.UNKNOWN,
    Code.DATA_LOSS,
    Code.UNIMPLEMENTED,
    Code.CANCELLED,
    Code.DEADLINE_EXCEEDED,
}
OF_GRPC = re.compile(r"(CLIENT|SERVER): Received message larger than max \(\d+ vs\. \d+\)")
"""The one status that gRPC itself sends, before the referee sees the request."""
HEALTH_CHECK = "/grpc.health.v1.Health/Check"
"""Its protocol requires NOT_FOUND for an unknown service."""
READS = ("Get", "List", "Describe", "Check", "Find", "Watch", "Explain", "Verify", "Export")
"""Calls that change nothing, even if they succeed; an official's look at hidden information is recorded."""
CHECK_ALL_AFTER = 50
"""Number of attacks after which every match is compared; before that, only those that an attack names."""


@cache
def documented_reasons() -> frozenset[str]:
    """Return the reasons in the tables of proto/README.md."""
    return frozenset(re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "proto/README.md").read_text(), re.MULTILINE))


@cache
def documented_codes() -> frozenset[str]:
    """Return the status codes that the head of referee.proto describes."""
    text = (ROOT / "proto/referee/api/v1/referee.proto").read_text().partition("\nsyntax")[0]
    return frozenset(re.findall(r"^//   ([A-Z_]+)  ", text, re.MULTILINE))


class Fingerprint(msgspec.Struct, frozen=True):
    """Hashes of a match in memory: what the server knows about it, and its table, log and chance if it is loaded."""

    session: str
    match: str


def fingerprint(session: Session) -> Fingerprint:
    """Return the hashes of a match."""
    about = (
        sorted(session.tokens),
        sorted(session.names.items()),
        sorted(session.pledges.items()),
        sorted(session.replaced.items()),
        session.status,
        session.is_frozen,
        session.is_paused,
        session.is_stopped,
        session.audit_log.last_hash,
        session.audit_log.state.undo,
    )
    match = session.match
    if match is None:
        return Fingerprint(digest(about), "")
    run = match._run
    words = {label: stream._words for label, stream in sorted(run._chance._streams.items())}
    table = msgspec.json.encode(run.table.state)
    counts = match.seq, match.decisions, match.facts, run.table.recorded, run.waiting_for, run.outcome
    orders = sorted(session.orders.items())
    return Fingerprint(digest(about), digest((match.head, counts, table, sorted(run.open), words, orders)))


class LogLines(logging.Handler):
    """Lines that the server would write to its log, in structlog or in the standard library's logging."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())

    def take(self, _: Any, level: str, event: Any) -> Any:
        """Note a line of structlog; debug lines are off unless the operator asks for them."""
        if level != "debug":
            self.lines.append(str(event))
        raise structlog.DropEvent


@contextmanager
def captured_log() -> Iterator[LogLines]:
    """Capture the log of the server."""
    found = LogLines()
    configured = structlog.get_config()
    structlog.configure(processors=[found.take])
    logging.getLogger().addHandler(found)
    try:
        yield found
    finally:
        logging.getLogger().removeHandler(found)
        structlog.configure(**configured)


class Judge:
    """Compares the server before and after each attack."""

    def __init__(self, world: World, log: LogLines) -> None:
        self._world = world
        self._log = log
        self._before: dict[str, Fingerprint] = {}
        self._clocked: set[str] = set()
        """Matches that an attack created, which may change by their clocks."""
        self._world_matches = frozenset(world.sessions.cache)
        self._written = len(world.store.written)
        self._recent: list[Attack] = []
        self.outcomes: Counter[tuple[str, str]] = Counter()
        """Number of attacks by call and by the reason of the answer, or "ok"."""
        self.remember()

    def remember(self) -> None:
        """Take the present state of every match as the one to compare with."""
        self._before = {
            match: fingerprint(self._world.sessions.cache[match]) for match in self._world_matches
        }

    def check(self, attack: Attack, answer: Answer) -> None:
        """Raise AssertionError unless the answer is documented, and nothing has changed if it is a refusal."""
        self._recent = [*self._recent[-CHECK_ALL_AFTER:], attack]
        self._check_statuses(attack, answer)
        self._check_log(attack, answer)
        self._check_writes(attack, answer)
        self._check_matches(attack, answer)

    def check_all(self) -> None:
        """Raise AssertionError if a match has changed that no attack since the last time has named."""
        changed = [
            match
            for match, before in self._before.items()
            if not _equal(before, fingerprint(self._world.sessions.cache[match]))
        ]
        assert not changed, f"{changed} changed after one of:\n" + "\n".join(map(str, self._recent))

    def _check_statuses(self, attack: Attack, answer: Answer) -> None:
        refusals = refusals_in(attack, answer)
        if not refusals:
            self.outcomes[attack.call.name, "ok"] += 1
        if answer.code is Code.RESOURCE_EXHAUSTED and OF_GRPC.fullmatch(answer.text):
            self.outcomes[attack.call.name, "too large"] += 1
            return
        for status in refusals:
            code = next(each for each in Code if each.value[0] == status.code)
            info = ErrorInfo()
            assert [detail for detail in status.details if detail.Unpack(info)], (
                f"no reason: {answer}\n{attack}"
            )
            self.outcomes[attack.call.name, info.reason] += 1
            assert code not in FORBIDDEN, f"{code} {status.message}\n{attack}"
            is_of_health = attack.call.path == HEALTH_CHECK and code is Code.NOT_FOUND
            assert is_of_health or code.name in documented_codes(), f"{code} is not documented\n{attack}"
            assert info.domain == DOMAIN
            assert info.reason in documented_reasons(), f"{info.reason} is not documented\n{attack}"
            assert not INTERNAL_TEXT.search(status.message), f"internal text: {status.message}\n{attack}"
            said = status.SerializeToString()
            assert not self._secrets_in(said, attack), f"a secret: {status}\n{attack}"
        if answer.code is not Code.OK:
            own = refusals[0]
            assert (own.code, own.message) == (answer.code.value[0], answer.text), f"{answer}\n{attack}"

    def _secrets_in(self, said: bytes, attack: Attack) -> list[str]:
        """Return the secrets in what the server says, except those that the caller has sent itself."""
        sent = b"".join(attack.requests) + repr(attack.metadata).encode()
        known = [secret.encode() for secret in self._world.secrets]
        return [secret.decode() for secret in known if secret in said and secret not in sent]

    def _check_log(self, attack: Attack, answer: Answer) -> None:
        lines, self._log.lines = self._log.lines, []
        text = "\n".join(lines)
        assert "Traceback" not in text, f"{text}\n{attack}"
        assert not self._secrets_in(text.encode(), attack), f"a secret: {text}\n{attack}"
        if not may_have_changed(attack, answer):
            assert len(lines) <= len(attack.requests), f"{len(lines)} lines:\n{text}\n{attack}"

    def _check_writes(self, attack: Attack, answer: Answer) -> None:
        written = self._world.store.written[self._written :]
        self._written += len(written)
        about_world = [record for record in written if record.match in self._world_matches]
        if may_have_changed(attack, answer):
            is_read = attack.call.name.startswith(READS)
            allowed: tuple[type, ...] = (AuditAppended,) if is_read else (object,)
        else:
            answers = (api.SubmitRequest, api.SayRequest, api.PlayRequest)
            allowed = (IntentRejected,) if attack.call.request in answers else ()
        extra = [record for record in about_world if not isinstance(record, allowed)]
        assert not extra, f"a refused request wrote {extra}\n{answer}\n{attack}"
        if not may_have_changed(attack, answer) and not self._clocked:
            assert len(written) == len([record for record in written if isinstance(record, allowed)])
        if attack.call.name == "CreateMatch" and answer.is_accepted:
            self._clocked.add(api.CreateMatchResponse.FromString(answer.responses[0]).match.id)

    async def settle(self, attack: Attack) -> None:
        """Wait until the matches that an accepted attack names come to rest: standing orders go on answering."""
        before: list[Fingerprint] = []
        while (
            now := [fingerprint(self._world.sessions.cache[match]) for match in self._named(attack)]
        ) != before:
            before = now
            await asyncio.sleep(0.005)

    def _check_matches(self, attack: Attack, answer: Answer) -> None:
        for match in self._named(attack):
            now = fingerprint(self._world.sessions.cache[match])
            if not may_have_changed(attack, answer):
                assert _equal(self._before[match], now), f"match {match} changed\n{answer}\n{attack}"
            self._before[match] = now

    def _named(self, attack: Attack) -> list[str]:
        """Return the matches of the world that an attack names, and those that continue them or were continued."""
        found = set()
        for request in attack.requests:
            try:
                parsed = attack.call.request.FromString(request)
            except DecodeError:
                continue
            found |= {getattr(node, "match_id", "") for node in nodes(parsed)}
        matches = found & self._world_matches
        while more := {each for match in matches for each in self._relatives(match)} - matches:
            matches |= more
        return sorted(matches)

    def _relatives(self, match: str) -> frozenset[str]:
        """Return the matches of the world that continue a match, or that it continues."""
        state = self._world.sessions.cache[match].audit_log.state
        parents = [state.parent.match] if state.parent is not None else []
        return self._world_matches & {*parents, *[fork.match for fork in state.forks]}


def _equal(one: Fingerprint, other: Fingerprint) -> bool:
    """Return whether two fingerprints agree; a match that is not in memory has only half of one."""
    return one.session == other.session and (one.match == other.match or not (one.match and other.match))


async def attack(world: World, luck: random.Random, count: int) -> Counter[tuple[str, str]]:
    """Attack a world a number of times, and return what the answers were."""
    with captured_log() as log:
        judge = Judge(world, log)
        for number in range(count):
            each = next_attack(world, luck)
            answer = await send(world.channel, each)
            if may_have_changed(each, answer):
                await judge.settle(each)
            judge.check(each, answer)
            if number % CHECK_ALL_AFTER == 0:
                judge.check_all()
        judge.check_all()
    return judge.outcomes
