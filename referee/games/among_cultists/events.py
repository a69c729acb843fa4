"""The Event phase: Lightning, Fishmen, Portals and quiet rounds."""

from __future__ import annotations

from referee.games.among_cultists.cards import Board, EventCard
from referee.games.among_cultists.choices import PutFishman
from referee.games.among_cultists.facts.events import (
    EventDrawn,
    FishmanAppeared,
    FishmanStayedAway,
    PortalOpened,
    PowerFailed,
)
from referee.games.among_cultists.questions import ASK_FISHMAN
from referee.games.among_cultists.state import State
from referee.games.among_cultists.unsafe import draw_tokens
from referee.kernel.table import Script, Table, rule


@rule("event")
def resolve_event(table: Table[State]) -> Script[None]:
    """Draw one event card and carry it out."""
    card = table.state.events[-1]
    table.record(EventDrawn(card))
    if card is EventCard.LIGHTNING:
        strike_lightning(table)
    elif card is EventCard.FISHMAN:
        yield from bring_fishman(table)
    elif card is EventCard.PORTAL:
        open_portal(table)


@rule("event.lightning")
def strike_lightning(table: Table[State]) -> None:
    """Move the Blackout tokens to the islands of two tokens; in the University the light goes out."""
    layout = table.state.layout
    if layout.board is Board.UNIVERSITY:
        table.record(PowerFailed(layout.islands))
        return
    tokens = draw_tokens(table, 2)
    table.record(PowerFailed(tuple([layout.tokens[token].island for token in tokens])))


@rule("event.fishman")
def bring_fishman(table: Table[State]) -> Script[None]:
    """Put a Fishman on the bridge of a token; the active Character chooses if the token shows two."""
    state = table.state
    layout = state.layout
    if layout.board is Board.UNIVERSITY:
        place = table.chance("fishman").pick(layout.fishman_places)
    else:
        (token,) = draw_tokens(table, 1)
        bridges = layout.tokens[token].bridges
        place = bridges[0]
        if len(bridges) > 1:
            answer: PutFishman = yield ASK_FISHMAN.to(state.active, [PutFishman(each) for each in bridges])
            place = answer.place
    table.record(FishmanStayedAway(place) if place in state.fishmen else FishmanAppeared(place))


@rule("event.portal")
def open_portal(table: Table[State]) -> None:
    """Open a Portal in a random Room that has none."""
    rooms = [room.room for room in table.state.rooms if not room.has_portal]
    if rooms:
        table.record(PortalOpened(table.chance("portal").pick(rooms)))
