"""An arena in this process, with its referee."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from referee.arena.dial_in.arena_server import EventsHere, serving_arena
from referee.arena.dial_in.event_calls import token_step
from referee.arena.dial_in.server_arena import ServerArena
from referee.arena.event_record import EventLog, open_event
from referee.disputes.cases.dispute_service import DISPUTES
from referee.log.memory import MemoryStore
from referee.wire.grpc_server import serving
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, aio


class Steady(Bot):
    """A bot whose answer depends on nothing but the question."""

    wants_view = False

    def decide(self, view: Any, question: api.Question) -> Sequence[int]:
        if question.kind != api.QUESTION_KIND_ONE:
            return question.default_picks
        # Without the number, which is not the same if the bot was asked again after a restart.
        text = f"{question.name}/{question.path}/{question.option_count}"
        return [sha256(text.encode()).digest()[0] % question.option_count]


def dial_in_text(
    entrants: int,
    *,
    local: Sequence[str] = (),
    seats: int = 2,
    more: str = "",
    times: str = "",
    game: str = "abyss",
) -> str:
    """Return the file of an event with this many entrants that dial in, D0 and so on, and these local bots."""
    text = f'name = "Cup"\ngame = "{game}"\nseats = {seats}\nseed = "test"\nformat = "league"\n{more}'
    text += f"\n[dial_in]\n{times}\n"
    for number in range(entrants):
        text += f'\n[[entrants]]\nname = "D{number}"\ndial_in = true\n'
    for number, bot in enumerate(local):
        text += f'\n[[entrants]]\nname = "L{number}"\n{bot}\n'
    return text


def token_of(number: int) -> str:
    """Return the token of an entrant in these tests."""
    return f"token-of-entrant-{number:02}-{'x' * 16}"


def open_with_tokens(database: Path, text: str) -> EventLog:
    """Open an event, and give its entrants their tokens."""
    log = open_event(database, text, "cup.toml")
    for number, entrant in enumerate(log.state.event.entrants):
        if entrant.dial_in and number not in log.state.token_hashes:
            log.append([token_step(number, token_of(number), "organiser", "")])
    return log


class Running:
    """An arena, its referee, and the event that it plays."""

    def __init__(self, event: ServerArena, arena_address: str, referee: aio.Client) -> None:
        self.event = event
        self.address = arena_address
        self.referee = referee

    async def play(self) -> None:
        """Play the event to its end."""
        await asyncio.wait_for(self.event.play(), 120)


@asynccontextmanager
async def arena_running(folder: Path, text: str, *, api_key: str = "") -> AsyncIterator[Running]:
    """Run a referee and the arena of an event, whose entrants have their tokens."""
    async with (
        serving(MemoryStore(), grace=0, extra_services=(DISPUTES,)) as server,
        aio.connect(server.address) as referee,
    ):
        database = folder / "referee.db"
        log = open_with_tokens(database, text)
        try:
            event = ServerArena(log, database, referee, 16)
            events = EventsHere(server.address)
            events.add(event)
            async with serving_arena(events, referee, api_key=api_key, grace=0) as port:
                yield Running(event, port.address, referee)
        finally:
            log.close()
