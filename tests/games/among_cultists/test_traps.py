"""What must not differ: the 17 traps of section 13.4 of the reconstruction, each with a test of its own.

A trap is a place where an implementation would tell somebody who is dead, who is a Cultist, or what lies in a deck.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec
import pytest

from referee.games.among_cultists import GAME
from referee.games.among_cultists.actions import take_action
from referee.games.among_cultists.cards import (
    PULSE_FACES,
    TASK_FACES,
    Cause,
    CharacterRole,
    Face,
    Side,
)
from referee.games.among_cultists.choices import (
    Abstain,
    CallVote,
    EndMove,
    FillRoom,
    GiveCard,
    PassAction,
    PlaceAnyCard,
    PlaceCard,
    SayAlive,
    SayDead,
    VoteFor,
)
from referee.games.among_cultists.cleanup import clean_up, reveal_snitch
from referee.games.among_cultists.encounters import meet, those_who_meet
from referee.games.among_cultists.facts import (
    actions,
    encounters,
    roles,
    setup,
)
from referee.games.among_cultists.facts.actions import RoomFilled
from referee.games.among_cultists.movement import take_move
from referee.games.among_cultists.obstacles import Obstacle, no
from referee.games.among_cultists.pulse import look_at_pulse
from referee.games.among_cultists.rooms import collect_books
from referee.games.among_cultists.state import State
from referee.games.among_cultists.votes import hold_vote
from referee.kernel.asks import Ask, default_picks
from referee.kernel.chance import Draw
from referee.kernel.facts import SPECTATOR, Fact
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table
from referee.match.charters import new_charter, settle
from referee.match.match import Match
from tests.games.among_cultists.knowing import (
    EVERYONE,
    GREEN,
    SEATS,
    TWO,
    dealt,
    ghost_facts,
    role_holders,
    swap,
    unlike,
)
from tests.games.among_cultists.tables import Playing, facts_of_setup, table_of, told_of, view_of

TRAPS = 17


def test_every_trap_has_a_test() -> None:
    tests = [name for name in dir(sys.modules[__name__]) if name.startswith("test_trap_")]
    assert {int(name.split("_")[2]) for name in tests} == set(range(1, TRAPS + 1))


Scripted = Callable[[Table[State]], Script[None]]

DECISIONS: dict[str, Scripted] = {
    "move": lambda table: take_move(table, 1),
    "action": lambda table: take_action(table, 1),
    "gift": lambda table: meet(table, [GREEN]),
    "ballot": lambda table: hold_vote(table, 2),
}


def asked(script: Scripted, **position: object) -> list[Ask]:
    """Return what is asked in a position."""
    places = {1: GREEN, 2: GREEN, 0: "wooden_bridge_north", 3: "wooden_bridge_east"}
    table = table_of(places=places, **position)  # type: ignore[arg-type]
    return Playing(table, script(table)).asks


def described(asks: Sequence[Ask]) -> list[object]:
    return [(ask.seat, ask.name, list(ask.options), default_picks(ask)) for ask in asks]


@pytest.mark.parametrize("decision", DECISIONS)
def test_trap_1_dead_seats_are_asked_and_offered_the_same(decision: str) -> None:
    script = DECISIONS[decision]
    for pulse in ({1: "dead"}, {2: "alive dead"}, {0: "dead", 1: "dead", 2: "dead", 3: "dead"}):
        assert described(asked(script, pulse=pulse)) == described(asked(script))


def test_trap_1_refusals_do_not_know_the_dead() -> None:
    for choice in (FillRoom(), CallVote(), PassAction(), VoteFor(1)):
        refusals = []
        for pulse in ("alive", "dead"):
            table = table_of(places={1: "wooden_bridge_north"}, pulse={1: pulse})
            refusals.append(Playing(table, take_action(table, 1)).refusal(choice))
        assert refusals[0] == refusals[1]


def test_trap_2_cultists_do_not_see_their_own_state() -> None:
    """The partner, or the ring of three in the dark, may have killed a Cultist."""
    facts = dealt()
    partner, cultist = role_holders(facts)[CharacterRole.CULTIST]
    gifts = [[*facts, encounters.CardGiven(partner, cultist, face)] for face in PULSE_FACES]
    assert unlike([cultist], *gifts) == []
    assert described(asked(DECISIONS["action"], roles={1: "cultist"})) == described(
        asked(DECISIONS["action"], roles={1: "cultist"}, pulse={1: "dead dead"})
    )


def test_trap_3_encounters_are_listed_by_location() -> None:
    """Everyone is asked at once, and the results are in the order of the map and of the round."""
    places = {0: "security_room", 3: "security_room", 1: GREEN, 2: GREEN}
    table = table_of(places=places)
    met = Playing(table, meet(table, [GREEN, "security_room"]))
    assert [(ask.seat, ask.name) for ask in met.asks] == [
        (seat, "among_cultists.gift") for seat in (1, 2, 0, 3)
    ]
    met.answer_together(*[[GiveCard(Face.ALIVE)]] * 4)
    assert [fact.giver for fact in met.facts_of(encounters.CardGiven)] == [1, 2, 0, 3]


@pytest.mark.parametrize("by_camera", [False, True])
@pytest.mark.parametrize("pulse", ["alive", "alive dead"])
def test_trap_4_every_checker_is_asked_for_the_word(by_camera: bool, pulse: str) -> None:
    for looker in (0, 1):
        table = table_of(pulse={2: pulse})
        look = Playing(table, look_at_pulse(table, looker, 2, by_camera=by_camera))
        assert (look.ask.seat, look.ask.name) == (looker, "among_cultists.announcement")


def test_trap_5_refusal_off_the_route_leaves_no_trace() -> None:
    """It is private, costs nothing and changes neither the log nor its numbering."""
    colours = table_of().state.layout.routes
    off_route = [
        name for name, rounds in colours.items() if "green" not in [each.value for each in rounds[0]]
    ]
    on_route = [name for name in colours if name not in off_route]
    public = []
    for route in (off_route[0], on_route[0]):
        table = table_of(places={1: GREEN}, routes={1: route})
        action = Playing(table, take_action(table, 1))
        before = list(action.facts)
        refused = action.refusal(FillRoom())
        assert refused == (no(Obstacle.OFF_ROUTE, "route") if route in off_route else None)
        assert action.facts == before
        public.append(told_of(SPECTATOR, action.answer(PassAction()).facts))
    assert public[0] == public[1]


def test_trap_5_refusal_changes_no_log_and_no_question() -> None:
    match = Match(settle(new_charter("among_cultists", 4, seed="off the route")))
    match.begin()
    while "among_cultists.action" not in [each.ask.name for each in match.questions.values()]:
        for seat, question in list(match.questions.items()):
            match.submit(seat, question.number, default_picks(question.ask))
    ((seat, question),) = match.questions.items()
    head = match.head
    assert isinstance(match.submit(seat, question.number, (FillRoom(),)), Refused)
    assert (match.head, match.questions) == (head, {seat: question})


@pytest.mark.parametrize("seats", GAME.seats)
def test_trap_6_hands_have_equal_families(seats: int) -> None:
    """Public arithmetic on spent cards tells nobody's role, the Poltergeist's included."""
    facts = facts_of_setup(seats, poltergeist=True)
    hands = [fact.hand for fact in facts if isinstance(fact, setup.PacketDealt)]
    for family in (PULSE_FACES, TASK_FACES):
        assert len({len([face for face in hand if face in family]) for hand in hands}) == 1


def test_trap_7_vote_against_a_cultist_looks_like_any_other() -> None:
    """For the first of two Cultists and for an Investigator the public facts are the same, and the game goes on."""
    seen = []
    for role in ("cultist", "investigator"):
        table = table_of(
            8, roles={0: "cultist", 1: "cultist" if role == "investigator" else "investigator", 3: role}
        )
        vote = Playing(table, hold_vote(table, 2))
        vote.answer_together(*[[VoteFor(3)]] * 8)
        assert not vote.over
        seen.append([told_of(viewer, vote.facts) for viewer in (0, 2, 4, SPECTATOR)])
    assert seen[0] == seen[1]


@pytest.mark.parametrize("cause", [Cause.VOTED_OUT, Cause.FOUND_DEAD])
def test_trap_8_every_new_ghost_gets_a_note(cause: Cause) -> None:
    for role in ("investigator", "poltergeist", "yellow_traitor", "snitch", "sleeper", "seer"):
        notes = [fact for fact in ghost_facts(role, cause) if isinstance(fact, roles.SideNoted)]
        assert [note.seat for note in notes] == [3]


def test_trap_9_cleanup_is_the_same_with_and_without_the_latch() -> None:
    """The same facts, and no draw of chance depends on it."""
    seen = []
    for pulse in ({}, {2: "dead", 3: "dead", 4: "dead", 5: "dead"}):
        table = table_of(SEATS, roles=TWO, pulse=pulse, round_=3)
        cleaning = Playing(table, clean_up(table))
        assert not cleaning.over
        luck = [
            table.chance(label).below(10**6) for label in ("deck/unsafe", "tokens", f"room/{GREEN}", "portal")
        ]
        seen.append(([told_of(viewer, cleaning.facts) for viewer in EVERYONE], luck))
    assert seen[0] == seen[1]


def test_trap_10_swap_has_the_same_form_whether_the_sleeper_turned() -> None:
    """No count of the Cultists that are left is public anywhere."""
    assert [type(fact) for fact in swap(1)] == [type(fact) for fact in swap(3)]
    structs: list[type[msgspec.Struct]] = [State, *GAME.facts]
    names = [field.name for struct in structs for field in msgspec.structs.fields(struct)]
    assert not [name for name in names if "cultist" in name]


def test_trap_11_night_messages_go_to_everyone() -> None:
    first = [fact for fact in dealt() if isinstance(fact, setup.NightPassed)]
    table = table_of(SEATS, roles={**TWO, 2: "snitch"}, round_=8)
    second = Playing(table, reveal_snitch(table)).facts_of(setup.NightPassed)
    for nights in (first, second):
        assert [night.seat for night in nights] == list(range(SEATS))
        assert {tuple(map(len, (night.roles, night.numbers, night.starts))) for night in nights} == {
            (SEATS,) * 3
        }
        for viewer in EVERYONE:
            others = [fact for fact in told_of(viewer, nights) if fact.seat != viewer]  # type: ignore[attr-defined]
            assert {msgspec.structs.replace(fact, seat=0) for fact in others} == {
                setup.NightPassed(0, (CharacterRole.HIDDEN,) * SEATS, (0,) * SEATS, (Face.HIDDEN,) * SEATS)
            }


def test_trap_12_each_deck_has_its_own_chance() -> None:
    """Another order of the start cards moves no other card."""

    def other_starts(draw: Draw) -> tuple[int, ...]:
        return draw.result[::-1] if draw.label == "starts" else draw.result

    plain, changed = facts_of_setup(8), facts_of_setup(8, rig=other_starts)
    differing = {type(one) for one, other in zip(plain, changed, strict=True) if one != other}
    assert differing <= {setup.PacketDealt, setup.CardsSetAside, setup.NightPassed}
    for one, other in zip(plain, changed, strict=True):
        if isinstance(one, setup.PacketDealt) and isinstance(other, setup.PacketDealt):
            assert msgspec.structs.replace(one, start=other.start) == other


def test_trap_13_only_the_public_state_of_a_ghost_restricts() -> None:
    for pulse, ghosts in (({1: "dead"}, []), ({}, [1])):
        table = table_of(places={1: GREEN, 2: GREEN, 3: "wooden_bridge_north"}, pulse=pulse, ghosts=ghosts)
        assert those_who_meet(table, GREEN) == ([] if ghosts else [1, 2])
        assert (CallVote() in Playing(table, take_action(table, 1)).options) is not bool(ghosts)


def test_trap_14_end_of_the_match_is_the_same_for_all() -> None:
    """In a match with one Cultist the end tells that the dead sufficed, and tells everybody."""
    table = table_of(pulse={1: "dead", 2: "dead", 3: "dead"})
    cleaning = Playing(table, clean_up(table))
    assert cleaning.over
    after = cleaning.facts[1:]
    assert all([told_of(viewer, after) == after for viewer in (*range(4), SPECTATOR)])


def test_trap_15_cards_that_a_sabotage_discards_stay_unseen() -> None:
    table = table_of(
        places={1: GREEN}, rooms={GREEN: "sabotage success failure"}, is_fixed=True, roles={0: "cultist"}
    )
    search = Playing(table, collect_books(table, 1))
    (emptied,) = search.facts_of(actions.RoomEmptied)
    assert sorted(emptied.cards) == sorted([Face.SUCCESS, Face.FAILURE])
    hidden = [actions.RoomEmptied(GREEN, (Face.HIDDEN, Face.HIDDEN))]
    assert all([told_of(viewer, [emptied]) == hidden for viewer in (*range(4), SPECTATOR)])


DEFAULTS: list[tuple[Scripted, dict[str, object], object]] = [
    (DECISIONS["gift"], {}, GiveCard(Face.ALIVE)),
    (DECISIONS["gift"], {"hand": {1: "dead success"}, "roles": {1: "cultist"}}, GiveCard(Face.DEAD)),
    (lambda table: look_at_pulse(table, 1, 2, by_camera=False), {}, SayAlive()),
    (lambda table: look_at_pulse(table, 0, 2, by_camera=False), {"pulse": {2: "dead"}}, SayDead()),
    (DECISIONS["ballot"], {}, Abstain()),
    (DECISIONS["move"], {}, EndMove()),
    (DECISIONS["action"], {}, PassAction()),
]


@pytest.mark.parametrize(("script", "position", "expected"), DEFAULTS)
def test_trap_16_default_answers(script: Scripted, position: dict[str, object], expected: object) -> None:
    """A default is one of the options, so that the record and the frames do not tell it from a chosen answer."""
    ask = asked(script, **position)[0]
    (pick,) = default_picks(ask)
    assert ask.options[pick] == expected


TIMED_OUT = [
    ("sabotage success failure", PlaceCard(Face.SUCCESS)),
    ("sabotage failure alive", PlaceAnyCard()),
    ("sabotage sabotage dead", PlaceCard(Face.SABOTAGE)),
]
"""The hand of a player whose time runs out, and what is answered for it."""


@pytest.mark.parametrize(("hand", "expected"), TIMED_OUT)
def test_trap_16_default_task_card(hand: str, expected: object) -> None:
    """Success if held; otherwise a random card (rule action.any_card), drawn when it is placed."""
    table = table_of(places={0: GREEN}, hand={0: hand})
    filling = Playing(table, take_action(table, 0)).answer(FillRoom())
    (pick,) = default_picks(filling.ask)
    assert filling.ask.options[pick] == expected
    offered = [PlaceCard(face) for face in TASK_FACES if face in table.state.characters[0].hand]
    is_random = isinstance(expected, PlaceAnyCard)
    assert filling.ask.options == ([*offered, PlaceAnyCard()] if is_random else offered)


def random_card(seed: str, hand: str = "failure failure failure sabotage", before: int = 0) -> list[Fact]:
    """Return the facts when the random card of seat 0 is placed, after some draws of seat 1."""
    table = table_of(places={0: GREEN}, hand={0: hand}, seed=seed)
    for _ in range(before):
        table.chance("task_card/1").below(4)
    return Playing(table, take_action(table, 0)).answer(FillRoom()).answer(PlaceAnyCard()).facts


def test_trap_16_random_task_card_is_any_card_of_the_hand() -> None:
    """Each card has the same chance; the same seed draws the same card, whatever the other seats drew."""
    drawn = Counter(
        [
            fact.face
            for number in range(400)
            for fact in random_card(f"{number}")
            if isinstance(fact, RoomFilled)
        ]
    )
    assert drawn.total() == 400
    assert 60 < drawn[Face.SABOTAGE] < 140
    assert drawn[Face.FAILURE] == 400 - drawn[Face.SABOTAGE]
    for seed in ("one", "two", "three"):
        assert random_card(seed) == random_card(seed, before=3)


def test_trap_16_random_task_card_looks_like_a_chosen_one() -> None:
    """The others are told the same, and the rules in force are the same."""
    told, paths = [], []
    for choice in (PlaceAnyCard(), PlaceCard(Face.FAILURE)):
        table = table_of(places={0: GREEN}, hand={0: "failure sabotage"})
        filled = Playing(table, take_action(table, 0)).answer(FillRoom()).answer(choice)
        told.append([told_of(viewer, filled.facts) for viewer in (1, 2, 3, SPECTATOR)])
        paths.append(filled.paths)
    assert told[0] == told[1]
    assert paths[0] == paths[1]


def test_trap_17_spectators_see_the_public_view_only() -> None:
    facts = [*dealt(), encounters.CardGiven(1, 2, Face.ALIVE), actions.PulseViewed(3, 4, True, 1, 0)]
    view = view_of(SPECTATOR, facts)
    for character in view.characters:
        assert (character.role, character.side) == (CharacterRole.HIDDEN, Side.HIDDEN)
        assert not character.route
        assert {*character.hand, *character.pulse, character.start} == {Face.HIDDEN}
    decks = (view.unsafe, view.draw_pile, view.aside, *[room.cards for room in view.rooms])
    assert {face for deck in decks for face in deck} == {Face.HIDDEN}
