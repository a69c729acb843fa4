"""Bots that play against people, and agree whenever a person asks for an undo, a pause, or to resume."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from referee.people.pauses import pause_step
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, RefereeError, Seat, aio


class _ContinuedAs(Exception):
    """Another match continues the one that is watched; the text is its id."""


async def play_and_consent(client: aio.Client, seats: Mapping[Seat, Bot]) -> None:
    """Play seats of one match to its end. Raise what a bot raises, and `RefereeError`."""
    consenting = asyncio.create_task(_consent(client, list(seats)))
    try:
        await client.play(seats)
    finally:
        consenting.cancel()


async def _consent(client: aio.Client, seats: Sequence[Seat]) -> None:
    """Watch the standing of the match, and of those that continue it, and agree to what is proposed."""
    match, tasks = seats[0].match, set[asyncio.Task[None]]()

    def note(standing: api.Standing) -> None:
        if standing.successor:
            raise _ContinuedAs(standing.successor)
        for seat in seats:
            awaited = seat.number in (*standing.undo.waiting_for, *standing.pause_proposal.waiting_for)
            if awaited:
                task = asyncio.create_task(_agree(client, seat._replace(match=match), standing))
                tasks.add(task)
                task.add_done_callback(tasks.discard)

    while True:
        try:
            async for _ in client.watch(match, seats[0].token, on_standing=note):
                pass
        except _ContinuedAs as continued:
            match = str(continued)
        except RefereeError:
            return
        else:
            return


async def _agree(client: aio.Client, seat: Seat, standing: api.Standing) -> None:
    try:
        if seat.number in standing.undo.waiting_for:
            await client.answer_undo(seat, consents=True)
        elif (step := pause_step(standing.pause_proposal)) == "resume":
            await client.resume_match(seat.match, seat.token, consents=True)
        else:
            await client.pause_match(seat.match, seat.token, consents=True, adjourn=step == "adjourn")
    except RefereeError:
        # Another bot was the last one needed, or somebody refused.
        return
