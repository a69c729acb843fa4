"""Who knows what, when: section 13.1 of the reconstruction, a test for each row of its table.

The contracts compare whole matches that differ only in what a viewer cannot know, and planted leaks show that they find
what they look for. Here each row is shown once, at the facts that carry it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import msgspec

from referee.games.among_cultists.cards import (
    PULSE_FACES,
    Cause,
    CharacterRole,
    Face,
    Side,
)
from referee.games.among_cultists.choices import (
    Abstain,
    VoteFor,
)
from referee.games.among_cultists.facts import (
    actions,
    encounters,
    events,
    movement,
    roles,
    setup,
    turn,
    unsafe,
)
from referee.games.among_cultists.votes import hold_vote
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Fact, Seat
from tests.games.among_cultists.knowing import (
    EVERYONE,
    GREEN,
    SEATS,
    dealt,
    ghost_facts,
    role_holders,
    swap,
    unlike,
)
from tests.games.among_cultists.tables import Playing, table_of, told_of, view_of

ROWS = {
    "role, marker number": "role",
    "start card of a seat": "start_card",
    "being dead": "being_dead",
    "being a Ghost": "being_a_ghost",
    "Pulse deck size": "pulse_deck_size",
    "Pulse faces": "pulse_faces",
    "hand faces": "hand_faces",
    "hand size (total)": "hand_size",
    "Route card": "route_card",
    "Room / Unsafe deck size": "deck_sizes",
    "Room faces": "room_faces",
    "latch, K": "latch",
    "Blackouts, blocks, Boats, Fishmen, Portals, VP, books, clock, event discards": "open_table",
    "ballots": "ballots",
    "Sleeper turned?": "sleeper_turned",
    "Poltergeist turned?": "poltergeist_turned",
    "Yellow Traitor changed side?": "yellow_traitor_changed",
}
"""The rows of the table in section 13.1, each with the test of it: `test_row_...`."""


def test_every_row_has_a_test() -> None:
    tests = [name for name in dir(sys.modules[__name__]) if name.startswith("test_row_")]
    assert sorted(tests) == sorted([f"test_row_{name}" for name in ROWS.values()])


def test_row_role() -> None:
    """13.1 role, marker number: the owner; Cultists know each other with numbers, and the Snitch's seat."""
    facts = dealt()
    table, holders = view_of(OPEN_TABLE, facts), role_holders(facts)
    cultists, (snitch,) = holders[CharacterRole.CULTIST], holders[CharacterRole.SNITCH]
    for viewer in EVERYONE:
        known = {viewer} & set(range(SEATS)) | (set(cultists) | {snitch} if viewer in cultists else set())
        view = view_of(viewer, facts)
        for seat, character in enumerate(view.characters):
            true = table.characters[seat]
            assert character.role is (true.role if seat in known else CharacterRole.HIDDEN)
            is_numbered = seat == viewer or (viewer in cultists and seat in cultists)
            assert character.number == (true.number if is_numbered else 0)
    for fact in (
        roles.RoleRevealed(3, CharacterRole.GENTLE_SOUL, 0),
        roles.SeatOpened(3, CharacterRole.SEER, 0, Side.INVESTIGATORS, "A", Face.ALIVE, (), ()),
    ):
        assert view_of(SPECTATOR, [*facts, fact]).characters[3].role is fact.role


def test_row_start_card() -> None:
    """13.1 start card of a seat: not its owner, but the Cultists, of all seats; everyone at the end."""
    facts = dealt()
    cultists = role_holders(facts)[CharacterRole.CULTIST]
    for viewer in EVERYONE:
        shown = [each.start for each in view_of(viewer, facts).characters]
        assert (Face.HIDDEN in shown) is (viewer not in cultists)
    opened = roles.SeatOpened(3, CharacterRole.SEER, 0, Side.INVESTIGATORS, "A", Face.DEAD, (), (Face.DEAD,))
    assert view_of(SPECTATOR, [*facts, opened]).characters[3].start is Face.DEAD


def with_start(facts: Sequence[Fact], seat: Seat, start: Face) -> list[Fact]:
    """Return the facts of a setup with another start card, as the Cultists see it too."""
    changed: list[Fact] = []
    for fact in facts:
        if isinstance(fact, setup.PacketDealt) and fact.seat == seat:
            fact = msgspec.structs.replace(fact, start=start)
        if isinstance(fact, setup.NightPassed) and fact.starts[seat] is not Face.HIDDEN:
            starts = tuple([start if other == seat else each for other, each in enumerate(fact.starts)])
            fact = msgspec.structs.replace(fact, starts=starts)
        changed.append(fact)
    return changed


def test_row_being_dead() -> None:
    """13.1 being dead: from NIGHT the Cultists; a checker when it looks; never the owner before it is announced."""
    facts = dealt()
    cultists = role_holders(facts)[CharacterRole.CULTIST]
    for seat in range(SEATS):
        alive, dead = with_start(facts, seat, Face.ALIVE), with_start(facts, seat, Face.DEAD)
        assert unlike(EVERYONE, alive, dead) == cultists
    looks: list[list[Fact]] = [[actions.PulseViewed(3, 4, False, *counts)] for counts in ((2, 0), (1, 1))]
    assert unlike(EVERYONE, [*facts, *looks[0]], [*facts, *looks[1]]) == [3]
    words: list[list[Fact]] = [[actions.PulseAnnounced(3, 4, is_dead)] for is_dead in (False, True)]
    assert unlike(EVERYONE, [*facts, *words[0]], [*facts, *words[1]]) == list(EVERYONE)


def test_row_being_a_ghost() -> None:
    """13.1 being a Ghost: everyone, at once."""
    for viewer in EVERYONE:
        assert view_of(viewer, [*dealt(), roles.GhostAppeared(4, Cause.VOTED_OUT)]).characters[4].is_ghost


def test_row_pulse_deck_size() -> None:
    """13.1 Pulse deck size: everyone, always."""
    facts = [*dealt(), encounters.CardGiven(1, 2, Face.ALIVE)]
    for viewer in EVERYONE:
        assert [len(each.pulse) for each in view_of(viewer, facts).characters] == [1, 1, 2, 1, 1, 1, 1]


def test_row_pulse_faces() -> None:
    """13.1 Pulse faces: a giver knows its own gift, a checker the counts; all at the end."""
    facts = dealt()
    giver = role_holders(facts)[CharacterRole.CULTIST][0]
    receiver = (giver + 1) % SEATS
    gifts = [[*facts, encounters.CardGiven(giver, receiver, face)] for face in PULSE_FACES]
    assert unlike(EVERYONE, *gifts) == [giver]
    for viewer in EVERYONE:
        for character in view_of(viewer, gifts[1]).characters:
            assert set(character.pulse) == {Face.HIDDEN}
    opened = roles.SeatOpened(3, CharacterRole.SEER, 0, Side.INVESTIGATORS, "A", Face.DEAD, (), (Face.DEAD,))
    assert view_of(4, [*facts, opened]).characters[3].pulse == [Face.DEAD]


def test_row_hand_faces() -> None:
    """13.1 hand faces: the owner; after a swap the new owner."""
    facts = dealt()
    for viewer in EVERYONE:
        for seat, character in enumerate(view_of(viewer, facts).characters):
            assert (Face.HIDDEN in character.hand) is (seat != viewer)
    swaps = [
        [*facts, roles.HandsSwapped(3, 4, (face,), (Face.ALIVE,))] for face in (Face.SUCCESS, Face.SABOTAGE)
    ]
    assert unlike(EVERYONE, *swaps) == [3]


def test_row_hand_size() -> None:
    """13.1 hand size: everyone, always."""
    facts = dealt()
    sizes = [len(each.hand) for each in view_of(OPEN_TABLE, facts).characters]
    for viewer in EVERYONE:
        assert [len(each.hand) for each in view_of(viewer, facts).characters] == sizes


def test_row_route_card() -> None:
    """13.1 Route card: the owner; the set of eight is public."""
    facts = dealt()
    for viewer in EVERYONE:
        view = view_of(viewer, facts)
        assert [seat for seat, each in enumerate(view.characters) if each.route] == [viewer] * (viewer >= 0)
        assert len(view.layout.routes) == 8


def test_row_deck_sizes() -> None:
    """13.1 Room / Unsafe deck size: everyone, always."""
    facts = [*dealt(), actions.RoomFilled(3, GREEN, Face.SUCCESS), unsafe.DeckSecured(3, Face.SUCCESS)]
    table = view_of(OPEN_TABLE, facts)
    for viewer in EVERYONE:
        view = view_of(viewer, facts)
        assert [len(each.cards) for each in view.rooms] == [len(each.cards) for each in table.rooms]
        assert len(view.unsafe) == len(table.unsafe)


def test_row_room_faces() -> None:
    """13.1 Room faces: own fills; the camera's user; everyone on a reveal."""
    facts = dealt()
    (poltergeist,) = role_holders(facts)[CharacterRole.POLTERGEIST]
    for pair in (
        [actions.RoomFilled(poltergeist, GREEN, face) for face in (Face.SUCCESS, Face.SABOTAGE)],
        [unsafe.DeckSecured(poltergeist, face) for face in (Face.SUCCESS, Face.SABOTAGE)],
        [actions.RoomViewed(poltergeist, GREEN, (face,)) for face in (Face.SUCCESS, Face.SABOTAGE)],
    ):
        assert unlike(EVERYONE, [*facts, pair[0]], [*facts, pair[1]]) == [poltergeist]
    revealed = [[actions.RoomCardRevealed(3, GREEN, face)] for face in (Face.SUCCESS, Face.SABOTAGE)]
    assert all([told_of(viewer, revealed[0]) != told_of(viewer, revealed[1]) for viewer in EVERYONE])


def test_row_latch() -> None:
    """13.1 latch, K: nobody is told before the end; then everyone."""
    facts = dealt()
    rounds = [[*facts, turn.RoundEnded(3, kills, reached)] for kills, reached in ((0, 0), (4, 3))]
    assert unlike(EVERYONE, *rounds) == []
    counted = [roles.KillCountOpened(4, 3)]
    assert all([told_of(viewer, counted) == counted for viewer in EVERYONE])


OPEN_FACTS: list[Fact] = [
    events.PowerFailed(("north", "south")),
    events.PowerRestarted(2, ("north", "centre")),
    unsafe.LinkBlocked("boat_1"),
    turn.BlocksRemoved(),
    movement.BoatBoarded(2, "boat_1"),
    movement.BoatSailed("boat_1", "dock_north"),
    events.FishmanAppeared("wooden_bridge_north"),
    events.FishmanDrivenOff(2, "wooden_bridge_north"),
    events.PortalOpened(GREEN),
    events.PortalClosed(2, GREEN),
    actions.BookCollected(2, GREEN),
    turn.RoundBegan(2, 1),
]


def test_row_open_table() -> None:
    """13.1 Blackouts, blocks, Boats, Fishmen, Portals, VP, books, clock, event discards: everyone, always."""
    facts = [*dealt(), events.EventDrawn(view_of(OPEN_TABLE, dealt()).events[-1]), *OPEN_FACTS]
    table = view_of(OPEN_TABLE, facts)
    for viewer in EVERYONE:
        assert told_of(viewer, OPEN_FACTS) == OPEN_FACTS
        view = view_of(viewer, facts)
        for name in ("blackouts", "blocks", "boats", "fishmen", "victory_points", "round", "events_gone"):
            assert getattr(view, name) == getattr(table, name), name
        assert [(each.books, each.has_portal) for each in view.rooms] == [
            (each.books, each.has_portal) for each in table.rooms
        ]


def test_row_ballots() -> None:
    """13.1 ballots: sealed until all are in, then everyone sees them by name."""
    table = table_of()
    vote = Playing(table, hold_vote(table, 1))
    assert len(vote.asks) == 4, "all at once"
    assert vote.facts == [actions.VoteCalled(1)]
    vote.answer_together([VoteFor(2)], [Abstain()], [Abstain()], [Abstain()])
    opened = [actions.BallotsOpened((2, -1, -1, -1))]
    assert vote.facts[1:] == opened == told_of(SPECTATOR, opened)


def test_row_sleeper_turned() -> None:
    """13.1 Sleeper turned?: the Sleeper and its partner, who knows its own side; nobody else, in the same form."""
    by_cultist = swap(1)
    assert roles.SideNoted(2, Side.CULTISTS) in by_cultist
    by_investigator = [
        msgspec.structs.replace(
            fact, **{name: 1 for name in ("seat", "other") if getattr(fact, name, 0) == 3}
        )
        for fact in swap(3)
    ]
    for viewer in (0, 3, 4, 5, 6, SPECTATOR):
        assert told_of(viewer, by_cultist) == told_of(viewer, by_investigator)
    assert told_of(2, by_cultist) != told_of(2, by_investigator)
    notes = [
        [fact.seat for fact in told_of(seat, by_cultist) if isinstance(fact, roles.SideNoted)]
        for seat in (1, 2)
    ]
    assert notes == [[1], [2]]


def test_row_poltergeist_turned() -> None:
    """13.1 Poltergeist turned?: itself; the others see a Ghost like any other."""
    turned, plain = (ghost_facts(role, Cause.FOUND_DEAD) for role in ("poltergeist", "investigator"))
    assert [viewer for viewer in EVERYONE if told_of(viewer, turned) != told_of(viewer, plain)] == [3]
    assert roles.SideNoted(3, Side.CULTISTS) in turned


def test_row_yellow_traitor_changed() -> None:
    """13.1 Yellow Traitor changed side?: itself, when it is found dead; in the words that every Ghost hears."""
    changed, plain = (ghost_facts(role, Cause.FOUND_DEAD) for role in ("yellow_traitor", "investigator"))
    assert changed == plain
    assert roles.SideNoted(3, Side.INVESTIGATORS) in told_of(3, changed)
