"""Disputes in matches with entropy: a fork keeps what the seats contributed, and a bundle proves it. F1."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from google.protobuf.duration_pb2 import Duration

from referee.audit.entries import CaseOpened, EntropyWithheld
from referee.disputes.evidence.bundles import read_bundle, write_bundle
from referee.disputes.evidence.examination import examine
from referee.games import game
from referee.match.entries import entropy_in, reader_for
from referee.match.entropy import commitment_to
from referee_api.v1 import disputes_pb2 as api
from referee_api.v1 import referee_pb2 as base
from tests.disputes.recordings import KEYS
from tests.disputes.served import ServedMatch, served_match
from tests.wire.serving import Table, watch

PARTS = (b"a" * 32, b"b" * 32)


async def table_with_entropy(stub: Any, *, revealing: int) -> Table:
    """Open a match of Abyss in which both seats have committed, and some have revealed."""
    request = base.CreateMatchRequest(
        game="abyss",
        seat_count=2,
        seed="luck in dispute",
        time_to_reveal=Duration(seconds=1),
        unrefereed=True,
    )
    created = await stub.CreateMatch(request)
    match, tokens = created.match.id, []
    for part in PARTS:
        joining = base.JoinSeatRequest(match_id=match, entropy_commitment=commitment_to(part))
        tokens.append((await stub.JoinSeat(joining)).token)
    for token, part in list(zip(tokens, PARTS, strict=True))[:revealing]:
        await stub.RevealEntropy(base.RevealEntropyRequest(match_id=match, token=token, entropy=part))
    return Table(match, tokens, created.token)


def brought(served: ServedMatch) -> tuple[str, ...]:
    entries = served.store.entries(served.table.match)
    return entropy_in(reader_for(game("abyss")).entry(entries[1].body))


async def served_with(first: ServedMatch, revealing: int) -> ServedMatch:
    """Yield a match with entropy that was played for a while and has an open case."""
    table = await table_with_entropy(first.referee, revealing=revealing)
    served = ServedMatch(first.store, first.channel, first.referee, table)
    async for _ in watch(served.referee, table, table.tokens[0]):
        break
    await served.play_on(20)
    await served.open_case(0)
    return served


@pytest.mark.parametrize("revealing", [2, 1])
@pytest.mark.parametrize("remedy", ["rewind", "replay_under"])
async def test_fork_has_the_luck_of_its_parent_and_both_are_proved(remedy: str, revealing: int) -> None:
    """Also when a seat withheld its part, which the parent's audit log records."""
    async with served_match(answers=0) as first:
        served = await served_with(first, revealing)
        (case,) = [entry.body for entry in served.audit if isinstance(entry.body, CaseOpened)]
        rewind, under = api.Rewind(fact=case.fact), api.ReplayUnder(rulings={"supply.pearls": "finite"})
        given = {"rewind": rewind} if remedy == "rewind" else {"replay_under": under}
        fork = served.at(await served.rule(**given))
        parts = tuple([part.hex() if seat < revealing else "" for seat, part in enumerate(PARTS)])
        assert brought(fork) == brought(served) == parts
        assert fork.store.entropy(fork.table.match)[-1].entropy == PARTS[revealing - 1]
        late = [entry.body for entry in served.audit if isinstance(entry.body, EntropyWithheld)]
        assert late == [EntropyWithheld((1,))][: revealing == 1]
        for bundle in (await served.export(), await fork.export()):
            evidence = examine(bundle)
            assert evidence.ok, evidence.first_difference
            assert read_bundle(bundle).commitments.entropy == dict(enumerate(map(commitment_to, PARTS)))


async def test_bundle_that_hides_who_held_back_is_found() -> None:
    """Control: the same match without the entry that says so, sealed again."""
    async with served_match(answers=0) as first:
        bundle = read_bundle(await (await served_with(first, 1)).export())
    hidden = msgspec.structs.replace(bundle, audit=(), receipts=())
    evidence = examine(write_bundle(hidden, KEYS.signer).encode())
    assert evidence.first_difference is not None
    assert evidence.first_difference.what == "seats that did not reveal"
