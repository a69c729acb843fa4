"""Disputes seen by a client: receipts that are checked and kept, and matches that continue in forks."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import grpc
import pytest

from referee.disputes.cases import dispute_service
from referee.disputes.cases.dispute_service import DISPUTES
from referee.disputes.evidence.examination import examine
from referee.disputes.evidence.receipt_checks import NamedReceipt
from referee.log.memory import MemoryStore
from referee.proof.checkpoints import read_receipts
from referee.proof.keys import Keyring, MemoryKey
from referee.server.receipts import FeedTrees, Mark
from referee.wire.grpc_server import serving
from referee_api.v1 import disputes_pb2 as disputes
from referee_api.v1 import referee_pb2 as api
from referee_client import BadKeys, Bot, ReceiptMismatch, RefereeError, Seat, aio, bots
from referee_client.receipts import KEYS_FILE, KeyList
from tests.clients.servers import connected
from tests.disputes.recordings import FOREIGN, KEYS


class ClientMatch:
    """A client, and a match it has opened."""

    def __init__(self, referee: aio.Client, match: str, arbiter: str, seats: list[Seat]) -> None:
        self.referee = referee
        self.match = match
        self.arbiter = arbiter
        self.seats = seats

    @staticmethod
    async def opened(referee: aio.Client, seats: int = 2) -> ClientMatch:
        created = await referee.create_match(
            "abyss", seats=seats, seed="client", spectators=True, unrefereed=True
        )
        match = created.match.id
        return ClientMatch(
            referee, match, created.token, [await referee.join_seat(match) for _ in range(seats)]
        )

    def players(self) -> dict[Seat, Bot]:
        return {seat: bots.bot("random", "abyss", seed=f"{seat.number}") for seat in self.seats}


async def test_receipts_are_checked_and_kept(tmp_path: Path) -> None:
    """The SDK keeps receipts, and the verification reads them."""
    async with (
        serving(MemoryStore(), grace=0, keys=KEYS, extra_services=(DISPUTES,)) as server,
        aio.connect(server.address) as referee,
    ):
        played = await ClientMatch.opened(referee)
        await referee.play(played.players(), receipts=tmp_path)
        bundle = await referee.export(played.match, played.arbiter)
        kept: list[NamedReceipt] = []
        for seat in played.seats:
            path = tmp_path / f"{played.match}.seat-{seat.number}.receipts"
            notes = read_receipts(path.read_text())
            assert len(notes) > 20
            kept += [NamedReceipt(f"{path.name} {place}", note) for place, note in enumerate(notes)]
            again = await referee.get_receipt(played.match, seat.token)
            *told, audit = again.split("\n")[:6]
            assert told == notes[-1].split("\n")[:5]
            assert audit.startswith("audit 1 "), "the arbiter has looked at the record"
        evidence = examine(bundle, receipts=kept, published=KEYS.published)
        assert evidence.ok, evidence.first_difference
        assert evidence.receipts == len(kept) + 2


async def test_a_referee_that_signs_for_another_story_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The receipt that does not fit is kept, because it is evidence."""
    now = FeedTrees.now

    def other(self: FeedTrees, viewer: int) -> Mark:
        mark = now(self, viewer)
        return mark._replace(root=bytes(32)) if mark.size > 9 else mark

    found_out: list[str] = []
    async with (
        serving(MemoryStore(), grace=0, keys=KEYS, extra_services=(DISPUTES,)) as server,
        aio.connect(server.address) as referee,
    ):
        played = await ClientMatch.opened(referee)
        monkeypatch.setattr(FeedTrees, "now", other)
        with pytest.raises(ReceiptMismatch, match="does not fit the") as found:
            await referee.play(played.players(), receipts=tmp_path)
        found_out.append(found.value.receipt)
    kept = "".join([path.read_text() for path in tmp_path.glob("*.receipts")])
    assert found_out[0] in kept


async def test_a_referee_that_tells_another_story_later_is_found_out(tmp_path: Path) -> None:
    """What was kept the first time must fit what is received the next time."""
    async with (
        serving(MemoryStore(), grace=0, keys=KEYS, extra_services=(DISPUTES,)) as server,
        aio.connect(server.address) as referee,
    ):
        played = await ClientMatch.opened(referee)
        await referee.play(played.players(), receipts=tmp_path)
        await referee.play(played.players(), receipts=tmp_path)
        other = await ClientMatch.opened(referee)
        mine = tmp_path / f"{played.match}.seat-0.receipts"
        (tmp_path / f"{other.match}.seat-0.receipts").write_text(mine.read_text())
        with pytest.raises(ReceiptMismatch, match=f"is for seat/0 in match {played.match}, not"):
            await referee.play(other.players(), receipts=tmp_path)


async def test_the_keys_of_the_first_time_are_trusted_and_followed(tmp_path: Path) -> None:
    """Keys are pinned on first use and followed through a rotation; no others are trusted."""
    store, ring = MemoryStore(), Keyring(tmp_path / "keys")
    folder = tmp_path / "receipts"
    for turn in range(2):
        async with (
            serving(store, grace=0, keys=ring, extra_services=(DISPUTES,)) as server,
            aio.connect(server.address) as referee,
        ):
            played = await ClientMatch.opened(referee)
            await referee.play(played.players(), receipts=folder)
            assert (folder / KEYS_FILE).read_text() == ring.published == await referee.get_keys()
        if turn == 0:
            ring.rotate()
    async with (
        serving(store, grace=0, keys=MemoryKey(), extra_services=(DISPUTES,)) as server,
        aio.connect(server.address) as referee,
    ):
        played = await ClientMatch.opened(referee)
        with pytest.raises(BadKeys, match="uses unknown keys"):
            await referee.play(played.players(), receipts=folder)
        with pytest.raises(BadKeys, match="uses unknown keys"):
            await referee.play(played.players(), receipts=tmp_path / "new", keys=KEYS.published)


async def test_a_key_may_be_changed_while_a_match_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Receipts with the new key are checked once the keys were read again; those of a stranger are refused."""
    ring = Keyring(tmp_path / "keys")
    async with (
        serving(MemoryStore(), grace=0, keys=ring, extra_services=(DISPUTES,)) as server,
        aio.connect(server.address) as referee,
    ):
        played = await ClientMatch.opened(referee)
        players = {seat: Listener(f"{seat.number}", 0.001) for seat in played.seats}
        playing = asyncio.create_task(referee.play(players, receipts=tmp_path / "receipts"))
        await until(lambda: all([each.decisions > 5 for each in players.values()]))
        ring.rotate()
        assert len(await playing) == 2
        other = await ClientMatch.opened(referee)
        monkeypatch.setattr(Keyring, "signer", MemoryKey().signer)
        with pytest.raises(ReceiptMismatch, match="not signed with a valid key"):
            await referee.play(other.players(), receipts=tmp_path / "receipts")


def test_a_list_of_keys_must_be_signed_by_its_active_key() -> None:
    KeyList(KEYS.published)
    text, _, _ = KEYS.published.rpartition("\n\n")
    with pytest.raises(BadKeys, match="not signed by its active key"):
        KeyList(FOREIGN.signer.sign(f"{text}\n"))
    with pytest.raises(BadKeys, match="not a list of keys"):
        KeyList("nonsense")


class Listener(Bot):
    """A random player that notes its seat and the standing of the match."""

    def __init__(self, seed: str, pause: float = 0.0) -> None:
        self._bot = bots.bot("random", "abyss", seed=seed)
        self._pause = pause
        self.matches: list[str] = []
        self.standings: list[api.Standing] = []
        self.wants_view = self._bot.wants_view
        self.decisions = 0

    def seated(self, match: api.Match, seat: int) -> None:
        self.matches.append(match.id)
        self._bot.seated(match, seat)

    def stands(self, standing: api.Standing) -> None:
        self.standings.append(standing)

    async def decide(self, view: Any, question: api.Question) -> Any:  # type: ignore[override]
        self.decisions += 1
        await asyncio.sleep(self._pause)
        return self._bot.decide(view, question)


async def until(condition: Any) -> None:
    """Poll until a condition holds."""
    for _ in range(3000):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come to that")


async def test_bots_wait_while_a_match_is_frozen_and_go_on_in_its_fork(tmp_path: Path) -> None:
    """A case freezes the match, the ruling rewinds it, and every client continues in the fork by itself."""
    async with (
        serving(MemoryStore(), grace=0, keys=KEYS, extra_services=(DISPUTES,)) as server,
        aio.connect(server.address) as referee,
    ):
        played = await ClientMatch.opened(referee)
        players = {seat: Listener(f"{seat.number}", 0.002) for seat in played.seats}
        playing = asyncio.create_task(referee.play(players, receipts=tmp_path))
        await until(lambda: all([each.decisions > 10 for each in players.values()]))
        assert (
            await referee.open_case(
                played.match, played.seats[1].token, "explore", "No.", frame=4, freeze=True
            )
            == 1
        )
        told = await referee.explain(played.match, played.seats[1].token, frame=4)
        assert told.rules
        await asyncio.sleep(0.3)
        trial = await referee.try_reading(
            played.match, played.arbiter, number=1, rulings={"pearls.visibility": "cupped"}
        )
        assert trial.sentence
        with pytest.raises(RefereeError, match="is part of the setup"):
            await referee.rule_case(
                played.match, played.arbiter, 1, "overturned", "So.", ["explore"], disputes.Rewind(fact=1)
            )
        fork = await referee.rule_case(
            played.match, played.arbiter, 1, "overturned", "So.", ["explore"], disputes.Rewind(fact=30)
        )
        outcomes = await playing
        assert set(outcomes) == set(played.seats)
        for player in players.values():
            assert player.matches == [played.match, fork]
            assert any([standing.is_frozen for standing in player.standings])
        assert (tmp_path / f"{fork}.seat-0.receipts").exists()
        view = await referee.get_view(fork, played.seats[0].token)
        assert view.match.standing.parent == played.match


async def test_an_award_ends_what_bots_play_and_watchers_watch() -> None:
    async with (
        serving(MemoryStore(), grace=0, extra_services=(DISPUTES,)) as server,
        aio.connect(server.address) as referee,
    ):
        played = await ClientMatch.opened(referee)
        players = {seat: Listener(f"{seat.number}", 0.01) for seat in played.seats}
        playing = asyncio.create_task(referee.play(players))
        seen: list[api.Standing] = []

        async def watch() -> int:
            return len([frame async for frame in referee.watch(played.match, on_standing=seen.append)])

        watching = asyncio.create_task(watch())
        await until(lambda: all([each.decisions > 3 for each in players.values()]))
        await referee.open_case(played.match, played.arbiter, "explore", "No.", fact=1)
        await referee.rule_case(
            played.match, played.arbiter, 1, "overturned", "So.", ["explore"], api.Award(winners=[1])
        )
        outcomes = await playing
        assert [(each.ending, list(each.winners)) for each in outcomes.values()] == [
            ("awarded", [1]),
            ("awarded", [1]),
        ]
        assert await watching
        assert seen[-1].award.winners == [1]
        await referee.appeal_case(played.match, played.seats[0].token, 1, "Read on.")
        assert await referee.find_precedents("explore") == []


async def test_precedents_are_fetched_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispute_service, "MOST_PER_PAGE", 1)
    async with connected() as referee:
        made = []
        for number in range(3):
            created = await referee.create_match("abyss", seats=2, seed=str(number), unrefereed=True)
            match, arbiter = created.match.id, created.token
            for _ in range(2):
                await referee.join_seat(match)
            case = await referee.open_case(match, arbiter, "explore", "No.", fact=1)
            void = api.Award(is_void=True)
            await referee.rule_case(
                match, arbiter, case, "overturned", "So.", ["explore"], void, is_precedent=True
            )
            made.append(match)
        found = await referee.find_precedents("explore", include_unapproved=True)
        assert {kept.match_id for kept in found} == set(made)
        assert [kept.rule_time.ToMilliseconds() for kept in found] == sorted(
            [kept.rule_time.ToMilliseconds() for kept in found], reverse=True
        )
        assert await referee.find_precedents("explore", include_unapproved=True, limit=2) == found[:2]
        assert await referee.find_precedents("explore") == []
        assert await referee.find_precedents("explore", game="unfathomable", include_unapproved=True) == []


async def test_an_undo_is_proposed_consented_to_and_followed() -> None:
    """The seat that answered last proposes an undo whenever it may; once the other consents."""
    async with (
        serving(MemoryStore(), grace=0, extra_services=(DISPUTES,)) as server,
        aio.connect(server.address) as referee,
    ):
        played = await ClientMatch.opened(referee)
        first, second = played.seats
        for _ in range(100):
            seat = first
            view = await referee.get_view(played.match, first.token)
            if not view.HasField("question"):
                seat = second
                view = await referee.get_view(played.match, second.token)
            await referee.submit(seat, view.question, list(view.question.default_picks))
            try:
                await referee.propose_undo(seat)
            except RefereeError:
                continue
            break
        other = second if seat is first else first
        fork = await referee.answer_undo(other, consents=True)
        assert fork
        again = await referee.get_view(fork, seat.token)
        assert again.question == view.question
        why = await referee.explain_refusal(seat._replace(match=fork), view.question, [99])
        assert why.kind == "out_of_range"


async def test_a_call_whose_reply_is_lost_is_made_again_and_counts_once() -> None:
    async with (
        serving(MemoryStore(), grace=0, extra_services=(DISPUTES,)) as server,
        aio.connect(server.address) as referee,
    ):
        played = await ClientMatch.opened(referee)
        seat, honest, calls = played.seats[0], referee._disputes.OpenCase, []

        async def lossy(request: Any, **options: Any) -> Any:
            calls.append(await honest(request, **options))
            if len(calls) == 1:
                none = grpc.aio.Metadata()
                raise grpc.aio.AioRpcError(grpc.StatusCode.UNAVAILABLE, none, none, "the reply is lost")
            return calls[-1]

        referee._disputes.OpenCase = lossy
        number = await referee.open_case(seat.match, seat.token, "explore", "No.", frame=1)
        assert number == 1
        assert calls == [calls[0]] * 2
        cases = (await referee.get_view(seat.match, seat.token)).match.standing.cases
        assert [case.number for case in cases] == [1]
        await referee.withdraw_case(seat.match, seat.token, number)
        cases = (await referee.get_view(seat.match, seat.token)).match.standing.cases
        assert [case.state for case in cases] == [api.CASE_STATE_WITHDRAWN]
