"""A Cultist: follows its Route card to blend in, kills where nobody can tell, lies on checks and spreads suspicion."""

from __future__ import annotations

from typing import Any

from referee_client.bots.among_cultists.cards import ACTIVE_CARDS, ROUNDS
from referee_client.bots.among_cultists.investigator import presence
from referee_client.bots.among_cultists.observed import ALIVE, DEAD, FAILURE, SABOTAGE, SUCCESS
from referee_client.bots.among_cultists.situation import Situation
from referee_client.bots.among_cultists.voting import candidates, passes, supporters, threshold

KILL = 2.0
"""Worth of a kill, in books."""
SPOIL = 0.7
"""Worth of a Failure or a Sabotage in a Room."""
BLEND_IN = 0.25
"""Worth of doing what an Investigator would do."""
ALIBI = 0.6
"""Additional worth of being useful for a Cultist who is suspected."""
WATCHED = 1.4
"""How many times as suspicious as at the start a Cultist is when it begins to be careful."""
BETRAYED = 1.8
"""How many times as suspicious as at the start a Cultist may become by a card that it places."""
EXPOSED = 0.8
"""Suspicion from which a kill that is found out is too dangerous."""
PRESSURE = 0.25
"""How much more a Cultist dares in the last round."""
TOO_SUSPICIOUS = 0.45
"""Suspicion of a Cultist at which the death of another suspect would leave the Cultist as the next one."""
FRAME = 0.8
"""Worth of showing that a Character is dead if somebody else is blamed for it."""


def cultist_action(at: Situation, option: Any) -> float:
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
            return _checking(at, option.view_character.target) if table.is_on_route(table.here) else -1.0
        case "secure_corridor":
            return 0.15 if table.hand[SABOTAGE] + table.hand[FAILURE] else -0.1
        case "call_vote":
            return worth_of_framing(at)
        case "pass_action":
            return 0.0
        case _:
            return -0.1


def _known_guilt(at: Situation) -> list[float]:
    return [float(seat in at.table.known_cultists) for seat in range(at.table.seats)]


def is_watched(at: Situation) -> bool:
    """Return whether a Cultist is the main suspect, judged by what everybody has seen, and had better be useful."""
    seen = at.inference.suspicion(at.inference.weights_of(-1))
    return seen[at.seat] > WATCHED * at.table.numbers.cultists / at.table.seats


def _collecting(at: Situation, place: str) -> float:
    """Return the worth of searching a Room for a book, which helps the Investigators and looks innocent."""
    if not at.table.is_on_route(place):
        return -1.0
    share = at.inference.success_share(place, _known_guilt(at))
    return BLEND_IN - share + (ALIBI if is_watched(at) and not at.is_last_book else 0.0)


def _filling(at: Situation, place: str) -> float:
    """Return the worth of filling a Room; to do it off the Route card would show that the seat is not bound by it."""
    if not at.table.is_on_route(place):
        return -1.0
    face = _spoiling_face(at, place)
    if face == SUCCESS:
        return BLEND_IN
    return SPOIL + (0.2 if face == SABOTAGE else 0.0)


def _spoiling_face(at: Situation, place: str) -> int:
    """Return the task card to place: one that does harm, unless it would betray the seat when it is revealed."""
    hand = at.table.hand
    if not (hand[SUCCESS] and is_watched(at)):
        limit = BETRAYED * at.table.numbers.cultists / at.table.seats
        for face in (SABOTAGE, FAILURE):
            if hand[face] and at.inference.exposure_in(place, at.seat, face) <= limit:
                return face
    return next((face for face in (SUCCESS, FAILURE) if hand[face]), SABOTAGE)


def _checking(at: Situation, target: int) -> float:
    """Return the worth of a check: to clear a victim by a lie, or to blame another seat for a death."""
    if at.is_fellow(target):
        return 0.1
    if target not in at.table.known_dead:
        return 0.05
    return FRAME if _blames_others(at, target) else 0.3


def _blames_others(at: Situation, target: int) -> bool:
    """Return whether the death of a Character would make an Investigator more suspicious than the Cultists."""
    inference = at.inference
    found = [
        0.0 if target in each else weight * dead[target]
        for each, weight, dead in zip(inference.sets, inference.weights, inference.dead, strict=True)
    ]
    total = sum(found)
    if not total:
        return False
    blamed = inference.suspicion([weight / total for weight in found])
    ours = max([blamed[seat] for seat in at.table.known_cultists], default=0.0)
    theirs = max([blamed[seat] for seat in range(at.table.seats) if seat not in at.table.known_cultists])
    return theirs > ours + 0.1


def cultist_announcement(at: Situation, option: Any) -> float:
    """Return the worth of an announcement: a lie, unless the truth blames another seat."""
    target = at.table.last_looked
    if option.WhichOneof("kind") == "say_alive":
        return 0.5
    return float(not at.is_fellow(target) and _blames_others(at, target))


def scapegoat(at: Situation) -> int:
    """Return the Investigator whom the others suspect most, judged by what everybody has seen."""
    seen = at.inference.suspicion(at.inference.weights_of(-1))
    innocent = [seat for seat in candidates(at) if not at.is_fellow(seat)]
    return max(innocent, key=lambda seat: seen[seat], default=at.seat)


def worth_of_framing(at: Situation) -> float:
    """Return the worth of calling a vote against an Investigator: it must have the votes."""
    target = scapegoat(at)
    if not is_good_scapegoat(at, target):
        return -1.0
    fellows = [seat for seat in at.table.known_cultists if seat != at.seat]
    return KILL if passes(at, supporters(at, target) + 1 + len(fellows)) else -1.0


def is_good_scapegoat(at: Situation, target: int) -> bool:
    """Return whether to vote for an Investigator: not if the Cultists are the next to be suspected, except to win."""
    if target == at.seat:
        return False
    if at.kills() + (target not in at.table.known_dead) >= at.table.kills_needed:
        return True
    inference = at.inference
    left = [
        0.0 if target in each and at.has_one_cultist else weight
        for each, weight in zip(inference.sets, inference.weights, strict=True)
    ]
    total = sum(left)
    seen = inference.suspicion([weight / total for weight in left]) if total else [1.0] * at.table.seats
    return max([seen[seat] for seat in at.table.known_cultists], default=0.0) < TOO_SUSPICIOUS


def cultist_ballot(at: Situation) -> int:
    """Return the Investigator that a Cultist votes for, or its own seat if it abstains to blend in."""
    target = scapegoat(at)
    seen = at.inference.suspicion(at.inference.weights_of(at.seat))
    is_plausible = seen[target] >= threshold(at, target) - 0.25
    return target if is_plausible and is_good_scapegoat(at, target) else at.seat


def cultist_gift(at: Situation, option: Any, receiver: int) -> float:
    """Return the worth of giving a pulse card to a Character."""
    is_dead = option.WhichOneof("kind") == "give_card" and option.give_card.face == DEAD
    return _killing(at, receiver) if is_dead else 0.0


def _killing(at: Situation, receiver: int) -> float:
    """Return the worth of giving a Dead card to a Character."""
    table = at.table
    if at.is_fellow(receiver):
        return -KILL
    if receiver in table.known_dead:
        return -0.1
    if at.kills() + 1 >= table.kills_needed:
        return KILL
    pressure = PRESSURE * table.round / ROUNDS
    return KILL * (EXPOSED + pressure - at.inference.exposure(at.seat, receiver))


def cultist_place(at: Situation, where: str) -> float:
    """Return the worth of ending the move at a Location: an action that looks innocent, or a meeting with a victim."""
    return _work_at(at, where) + _meeting_at(at, where) + at.whim(where)


def _work_at(at: Situation, place: str) -> float:
    """Return the worth of the best action that the seat could take at a Location."""
    table = at.table
    room = table.rooms.get(place)
    found = 0.0
    if room is not None and room.books and not room.has_portal and table.is_on_route(place):
        found = BLEND_IN + (_filling(at, place) if room.cards < ACTIVE_CARDS + room.books else 0.0)
    for other in table.others_at(place):
        found = max(found, _checking(at, other) * presence(at, other))
    return found


def _meeting_at(at: Situation, place: str) -> float:
    """Return the worth of whom the seat may meet at a Location."""
    table = at.table
    if table.is_ghost or not table.hand[DEAD]:
        return 0.0
    others = table.others_at(place)
    certain = [other for other in others if other in table.moved]
    if len(certain) > 1:
        return 0.0
    worth = 0.0
    for other in others:
        kill = _killing(at, other)
        worth += presence(at, other) * (kill if table.hand[ALIVE] == 0 else max(kill, 0.0))
    return worth / max(1, len(others))


def cultist_task_card(at: Situation, option: Any) -> float:
    """Return the worth of placing a task card."""
    face = option.place_card.face
    if face == _spoiling_face(at, at.table.here):
        return 1.0
    return {FAILURE: 0.5, SABOTAGE: 0.4}.get(face, 0.0)
