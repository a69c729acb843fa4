"""An Investigator: walks its Route, fills Rooms, collects books, checks pulses, and calls votes."""

from __future__ import annotations

from typing import Any

from referee_client.bots.among_cultists.cards import ACTIVE_CARDS, MOVEMENT_POINTS, SECURITY_ROOM
from referee_client.bots.among_cultists.observed import SUCCESS, TASK_FACES
from referee_client.bots.among_cultists.situation import Situation
from referee_client.bots.among_cultists.voting import worth_of_calling

FILL = 0.45
"""Worth of a card in a Room, in books."""
NEARLY_ACTIVE = 0.08
"""Additional worth of a card for each card that is already there."""
STOCK_UP = 0.3
"""Worth of a card in a Room that has enough cards for the next book, but not for all of its books."""
INSIGHT = 4.0
"""Worth of certainty about who is a Cultist."""
CLOSE_PORTAL = 0.35
DRIVE_OFF = 0.12
SECURE = 0.25
"""Worth of a Success in the Unsafe Passage deck of the University, where every second corridor is unsafe."""
SAFE_CARDS = 2
"""Number of cards for each seat in an Unsafe Passage deck that needs no more."""
LIFE = 3.0
"""Worth of not being killed."""
PROSPECT = 0.4
"""Worth of an action in the next round, relative to the same action now."""
AWAY = 0.35
"""Probability that a Character who has not moved yet stays where it is."""


def investigator_action(at: Situation, option: Any) -> float:
    """Return the worth of an action."""
    table = at.table
    match option.WhichOneof("kind"):
        case "fill_room":
            return _filling(at, table.here)
        case "collect_books":
            return _collecting(at, table.here)
        case "check_pulse":
            return _checking(at, option.check_pulse.target)
        case "view_character":
            return _checking(at, option.view_character.target)
        case "view_room":
            return 0.02 * len(at.inference.contributors(option.view_room.room))
        case "call_vote":
            return worth_of_calling(at)
        case "close_portal":
            return CLOSE_PORTAL
        case "drive_off":
            return DRIVE_OFF
        case "secure_corridor":
            return _securing(at)
        case "pass_action":
            return 0.0
        case _:
            return -0.1


def _filling(at: Situation, place: str) -> float:
    """Return the worth of putting a card into a Room."""
    room = at.table.rooms[place]
    if room.cards < ACTIVE_CARDS:
        return FILL + NEARLY_ACTIVE * room.cards
    return STOCK_UP if room.cards < ACTIVE_CARDS + room.books - 1 else 0.0


def _collecting(at: Situation, place: str) -> float:
    """Return the worth of searching a Room for a book."""
    return at.inference.success_share(place, at.suspicion)


def _securing(at: Situation) -> float:
    """Return the worth of a card in the Unsafe Passage deck: on the islands, there are safe ways to every Room."""
    table = at.table
    is_useful = table.stop_chance > 0 and table.unsafe_cards < SAFE_CARDS * table.seats
    return SECURE if is_useful and table.hand[SUCCESS] else -0.1


def _checking(at: Situation, target: int) -> float:
    """Return the worth of a look at a Pulse deck."""
    return INSIGHT * at.insight(target)


def _work_at(at: Situation, place: str) -> float:
    """Return the worth of the best action that the seat could take at a Location."""
    table = at.table
    room = table.rooms.get(place)
    found = 0.0
    if room is not None and room.has_portal and not table.is_ghost:
        found = CLOSE_PORTAL
    elif room is not None and room.books and not room.has_portal and table.is_on_route(place):
        if room.cards >= ACTIVE_CARDS:
            found = _collecting(at, place)
        if any([table.hand[face] for face in TASK_FACES]):
            found = max(found, _filling(at, place))
    elif place == SECURITY_ROOM and table.is_on_route(place) and not table.is_dark(place):
        targets = [seat for seat in range(table.seats) if seat != at.seat and seat not in table.ghosts]
        lit = [seat for seat in targets if not table.is_dark(table.places[seat])]
        found = max([_checking(at, seat) for seat in lit], default=0.0)
    if not table.is_ghost:
        for other in table.others_at(place):
            found = max(found, _checking(at, other) * presence(at, other))
    return found


def presence(at: Situation, other: int) -> float:
    """Return the probability that another Character is still where it is after the Movement phase."""
    return 1.0 if other in at.table.moved else AWAY


def _danger_at(at: Situation, place: str) -> float:
    """Return the expected cost of meeting a Cultist at a Location."""
    table = at.table
    if table.is_ghost:
        return 0.0
    life = LIFE * (1 - at.death(at.seat)) * table.numbers.dead_share
    others = table.others_at(place)
    certain = [other for other in others if other in table.moved]
    if len(certain) >= 2:
        is_ring = table.is_dark(place)
        return life * sum([at.suspicion[other] for other in certain]) / len(certain) if is_ring else 0.0
    alone = [at.suspicion[other] * presence(at, other) for other in others]
    return life * min(1.0, sum(alone))


def _prospect_at(at: Situation, place: str) -> float:
    """Return the worth of the Rooms on the Route card that can be reached from a Location in the next round."""
    table = at.table
    found = 0.0
    for name, room in table.rooms.items():
        is_useful = room.books and not room.has_portal and table.is_on_route(name, later=1)
        way = table.distance(place, name)
        if is_useful and way.steps <= MOVEMENT_POINTS:
            arrival = (1 - table.stop_chance) ** way.unsafe
            found = max(found, arrival * (1.0 if room.cards >= ACTIVE_CARDS else FILL))
    return PROSPECT * found


def investigator_place(at: Situation, where: str) -> float:
    """Return the worth of ending the move at a Location."""
    return _work_at(at, where) - _danger_at(at, where) + _prospect_at(at, where) + at.whim(where)


def investigator_task_card(at: Situation, option: Any) -> float:
    """Return the worth of placing a task card."""
    return float(option.place_card.face == SUCCESS)
