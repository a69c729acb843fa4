"""No request changes anything when it is refused, or makes the server say what it should not: promises S1 and S3.

Every call of every service on the port is attacked with changed requests; see tests/wire/attack.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.log.records import SeatTaken
from referee.server.access_control import AccessMode
from referee.wire.guard import log
from referee.wire.service import Service
from referee.wire.statuses import CallStatus, Code, Reason, Refuse, invalid
from tests.wire.attack.verdicts import attack
from tests.wire.attack.world import living_world

MODES: tuple[AccessMode, ...] = ("open", "keys")
CAMPAIGN = 200_000
PER_WORLD = 5_000


@pytest.mark.parametrize("mode", MODES)
async def test_mutated_requests_change_nothing(mode: AccessMode, seed: str, tmp_path: Path) -> None:
    async with living_world(mode, tmp_path, is_small=True) as world:
        outcomes = await attack(world, random.Random(seed), 400)
        called = {name for name, _ in outcomes}
        assert called == {call.name for call in world.calls}


@pytest.mark.campaign
async def test_two_hundred_thousand_mutated_requests_change_nothing(seed: str, tmp_path: Path) -> None:
    luck = random.Random(seed)
    outcomes: Counter[tuple[str, str]] = Counter()
    for number in range(CAMPAIGN // PER_WORLD):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with living_world(MODES[number % 2], folder) as world:
            outcomes += await attack(world, luck, PER_WORLD)
            calls = {call.name for call in world.calls}
    for (call, reason), count in sorted(outcomes.items()):
        print(f"{call:<22}{reason:<26}{count:>8}")  # noqa: T201 - the result of the campaign
    # Every call was both accepted and refused, or the campaign proves little.
    assert {name for name, reason in outcomes if reason == "ok"} == calls
    assert {name for name, reason in outcomes if reason == "MALFORMED_REQUEST"} == calls


# --- controls: each fault must be found ---


def changes_the_table(self: Service, request: Any) -> None:
    session = self._matches.sessions.find(request.match_id)
    if session is not None and session.match is not None and session.charter.game == "abyss":
        session.match._run.table.state.last_round_by += 1


def changes_the_tokens(self: Service, request: Any) -> None:
    session = self._matches.sessions.find(request.match_id)
    if session is not None:
        session.tokens[b"planted"] = next(iter(session.tokens.values()))


def draws(self: Service, request: Any) -> None:
    session = self._matches.sessions.find(request.match_id)
    if session is not None and session.match is not None:
        session.match._run.table.chance("deck/ally").below(6)


def writes(self: Service, request: Any) -> None:
    session = self._matches.sessions.find(request.match_id)
    if session is not None:
        store = self._matches._store
        store.write([SeatTaken(request.match_id, 0, "seat", b"planted", "planted", 0)])


def logs_twice(self: Service, request: Any) -> None:
    log.warning("refused")
    log.warning("refused again")


def leaks_a_token(self: Service, request: Any) -> None:
    for session in self._matches.sessions.cache.values():
        raise Refuse(
            CallStatus(Code.PERMISSION_DENIED, f"try {session.charter.seed}", Reason.ROLE_NOT_ALLOWED)
        )


def says_where(self: Service, request: Any) -> None:
    raise invalid(f"{type(self)} failed in service.py, line 7", "token")


def is_undocumented(self: Service, request: Any) -> None:
    raise Refuse(CallStatus(Code.OUT_OF_RANGE, "Too far.", Reason.INVALID_FIELD))


def fails(self: Service, request: Any) -> None:
    raise KeyError("crab/5")


PLANTED = {
    changes_the_table: "changed",
    changes_the_tokens: "changed",
    draws: "changed",
    writes: "wrote",
    logs_twice: "2 lines",
    leaks_a_token: "a secret",
    says_where: "internal text",
    is_undocumented: "not documented",
    fails: "INTERNAL",
}


async def test_planted_faults_are_found(seed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    faults: list[Callable[[Service, Any], None]] = []
    real = Service.get_view

    async def get_view(self: Service, request: Any) -> bytes:
        if not faults:
            return await real(self, request)
        faults[-1](self, request)
        raise invalid("There is no such view.", "token")

    monkeypatch.setattr(Service, "get_view", get_view)
    async with living_world("open", tmp_path, is_small=True) as world:
        world.calls = [call for call in world.calls if call.name == "GetView"]
        for fault, expected in PLANTED.items():
            faults.append(fault)
            with pytest.raises(AssertionError, match=expected):
                await attack(world, random.Random(seed), 200)
        faults.append(lambda service, request: None)
        await attack(world, random.Random(seed), 200)
