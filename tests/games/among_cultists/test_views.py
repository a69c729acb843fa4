"""What a seat's view remembers of its own past: appendix C of the reconstruction.

A view is folded from the facts that its seat was told. So what it remembers is what the seat was told, and the views
of others do not have it.
"""

from __future__ import annotations

import msgspec
import pytest

from referee.games.among_cultists.cards import FIRST_SIDES, Face
from referee.games.among_cultists.facts.actions import PulseViewed, RoomFilled, RoomViewed
from referee.games.among_cultists.facts.encounters import CardGiven, CardPooled
from referee.games.among_cultists.facts.roles import SeatOpened, SecretsOpened
from referee.games.among_cultists.facts.setup import NightPassed, PacketDealt
from referee.games.among_cultists.facts.turn import RoundBegan
from referee.games.among_cultists.facts.unsafe import DeckSecured
from referee.games.among_cultists.state import (
    Character,
    Gift,
    PlayedTask,
    SeenPulse,
    SeenRoom,
    State,
)
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Fact, Seat
from tests.games.among_cultists.tables import facts_of_setup, view_of

SEATS = 7
MEMORIES = ("gifts", "tasks", "seen_pulses", "seen_rooms")

PAST: list[tuple[Fact, str, msgspec.Struct]] = [
    (CardGiven(1, 2, Face.ALIVE), "gifts", Gift(3, 2, Face.ALIVE)),
    (CardPooled(1, Face.ALIVE), "gifts", Gift(3, -1, Face.ALIVE)),
    (
        RoomFilled(1, "green_room_south", Face.SUCCESS),
        "tasks",
        PlayedTask(3, "green_room_south", Face.SUCCESS),
    ),
    (DeckSecured(1, Face.SUCCESS), "tasks", PlayedTask(3, "", Face.SUCCESS)),
    (PulseViewed(1, 4, False, 2, 1), "seen_pulses", SeenPulse(3, 4, 2, 1)),
    (PulseViewed(1, 4, True, 0, 1), "seen_pulses", SeenPulse(3, 4, 0, 1)),
    (
        RoomViewed(1, "blue_room_west", (Face.SABOTAGE, Face.SUCCESS)),
        "seen_rooms",
        SeenRoom(3, "blue_room_west", (Face.SABOTAGE, Face.SUCCESS)),
    ),
]
"""What seat 1 did and saw in round 3, and how its view remembers it."""


def dealt() -> list[Fact]:
    """Return the facts of the setup of a match with the Snitch, and the beginning of round 3."""
    return [*facts_of_setup(SEATS, snitch=True), RoundBegan(3, 2)]


def remembered(character: Character) -> dict[str, list[msgspec.Struct]]:
    """Return everything a view remembers of what a player did and saw in secret."""
    return {name: list(getattr(character, name)) for name in MEMORIES}


@pytest.mark.parametrize(("fact", "name", "memory"), PAST, ids=[name for _, name, _ in PAST])
def test_view_remembers_what_its_own_seat_did_and_saw(fact: Fact, name: str, memory: msgspec.Struct) -> None:
    """Appendix C: my_gifts (to whom, face), my_fills, my_checks (results)."""
    expected = {each: [memory] if each == name else [] for each in MEMORIES}
    for viewer in (1, OPEN_TABLE):
        characters = view_of(viewer, [*dealt(), fact]).characters
        assert remembered(characters[1]) == expected
        assert not any([any(remembered(each).values()) for each in characters if each is not characters[1]])


@pytest.mark.parametrize("viewer", [0, 2, 4, SPECTATOR])
@pytest.mark.parametrize("fact", [fact for fact, _, _ in PAST], ids=[name for _, name, _ in PAST])
def test_nobody_else_remembers_it(fact: Fact, viewer: Seat) -> None:
    """Appendix C: nothing else; the receiver of a gift and the target of a check see no more than others."""
    for character in view_of(viewer, [*dealt(), fact]).characters:
        assert not any(remembered(character).values())


def test_memories_are_in_order_and_outlive_the_round() -> None:
    facts = [*dealt(), CardGiven(1, 2, Face.ALIVE), RoundBegan(4, 3), CardGiven(1, 0, Face.ALIVE)]
    view = view_of(1, facts)
    assert view.characters[1].gifts == [Gift(3, 2, Face.ALIVE), Gift(4, 0, Face.ALIVE)]


def test_what_is_opened_at_the_end_does_not_take_memories_away() -> None:
    opened = [
        SeatOpened(
            fact.seat,
            fact.role,
            fact.number,
            FIRST_SIDES[fact.role],
            fact.route,
            fact.start,
            fact.hand,
            (fact.start,),
        )
        for fact in dealt()
        if isinstance(fact, PacketDealt)
    ]
    view = view_of(1, [*dealt(), CardGiven(1, 2, Face.ALIVE), *opened])
    assert view.characters[1].gifts == [Gift(3, 2, Face.ALIVE)]
    assert not view.characters[2].gifts


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_memories_of_all_are_opened_at_the_end(viewer: Seat) -> None:
    """Rule end.reveal, section 11.3: gifts, and everything else."""
    secrets: dict[str, tuple[msgspec.Struct, ...]] = {
        name: tuple([memory for _, kind, memory in PAST if kind == name]) for name in MEMORIES
    }
    opened = msgspec.convert({"seat": 1, **msgspec.to_builtins(secrets)}, SecretsOpened)
    characters = view_of(viewer, [*dealt(), opened]).characters
    assert remembered(characters[1]) == {name: list(memories) for name, memories in secrets.items()}
    assert not any([any(remembered(each).values()) for each in characters if each is not characters[1]])


def test_first_night_is_remembered_by_those_who_saw_something() -> None:
    """Appendix C: cultists_known, start_dead_known (Cultists only), snitch_known; rule setup.night."""
    facts = dealt()
    table = view_of(OPEN_TABLE, facts)
    nights = {fact.seat: fact for fact in facts if isinstance(fact, NightPassed)}
    assert sorted(nights) == list(range(SEATS))
    for seat, mine in enumerate(table.characters):
        view = view_of(seat, facts)
        is_cultist = mine.role.value == "cultist"
        known = {other for other, each in enumerate(view.characters) if each.role.value != "?"} - {seat}
        told = {
            other
            for other, each in enumerate(table.characters)
            if is_cultist and each.role.value in ("cultist", "snitch")
        } - {seat}
        assert known == told
        starts = [each.start for each in view.characters]
        assert starts == [each.start if is_cultist else Face.HIDDEN for each in table.characters]


def test_targets_are_public() -> None:
    """Appendix C: targets; they come from the data files, which may be those of an owner."""
    view = view_of(SPECTATOR, dealt())
    assert (view.points_needed, view.kills_needed) == (11, 4)


APPENDIX_C = """
    round phase active victory_points rooms unsafe blackouts blocks boats fishmen characters roles
    viewer board data data_text draw_pile aside events events_gone discard unsafe_discard discarded_unseen pool first
    was_vote_held was_someone_found was_sabotage_seen was_room_burned kills_reached points_needed kills_needed
"""


def test_no_field_of_a_view_tells_who_is_dead() -> None:
    """Appendix C: "nothing else. In particular no field tells a seat whether it is dead."

    Every field of a view is in this list or in the next one. What is hidden in them is compared by the contracts.
    """
    fields = [field.name for field in msgspec.structs.fields(State)]
    assert sorted(fields) == sorted(APPENDIX_C.split())
    assert [field.name for field in msgspec.structs.fields(Character)] == [
        *("place", "role", "number", "side", "route", "start", "hand", "pulse"),
        *("is_ghost", "was_voted_out", "ended_on", "bound_for"),
        *MEMORIES,
    ]
