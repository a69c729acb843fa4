"""Rulings: the 22 differences between the three editions, and readings that the chapters do not test."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from referee.games.among_cultists import GAME
from referee.games.among_cultists.actions import take_action
from referee.games.among_cultists.choices import BoardBoat, CallVote
from referee.games.among_cultists.movement import take_move
from tests.games import among_cultists as chapters
from tests.games.among_cultists.tables import Playing, table_of

BOOK = GAME.rulebook
HERE = Path(__file__).parent

DIFFERENCES = {
    1: ("ruling secure.shuffle", ""),
    2: ("ruling dock.choice", ""),
    3: ("rule dock", "this route from this side (Portuguese, Greek)"),
    4: ("ruling boat.ready", ""),
    5: ("ruling power.islands", ""),
    6: ("rule role.snitch", "does not say whose Pulse deck"),
    7: ("ruling snitch.number", ""),
    8: ("rule boat.blocked", "placed meanwhile"),
    9: ("rule event.fishman", "tokens in the plural"),
    10: ("rule event.fishman", "which bridge is affected"),
    11: ("rule setup.map", "evenly"),
    12: ("rule boat.board", "always costs one"),
    13: ("rule setup.roles", "Character markers"),
    14: ("rule dock.rooms", "dark blue"),
    15: ("rule setup.night", "the Portuguese hands"),
    16: ("rule event.lightning", "plural"),
    17: ("rule route", "affiliation"),
    18: ("rule action.secure", "semicolon"),
    19: ("rule setup.roles", "Mergulho no Abismo"),
    20: ("rule role.sleeper", "cell of the ability is lost"),
    21: ("rule role.yellow_traitor", "merged or lost"),
    22: ("rule role.yellow_traitor", "cell of the team is lost"),
}
"""Where each difference between the Italian, Portuguese and Greek texts is recorded, and in which words.

Those with an effect in play are rulings. The others are wordings and slips, and cells that are lost in the text.
"""


@pytest.mark.parametrize(("number", "place"), DIFFERENCES.items())
def test_difference_between_the_editions_is_recorded(number: int, place: tuple[str, str]) -> None:
    """A difference with an effect is a ruling on which the editions differ; another is told at its rule."""
    kind, _, name = place[0].partition(" ")
    if kind == "ruling":
        assert len(set(BOOK.rulings[name].editions.values())) == 2, number
    else:
        assert place[1] in BOOK.rules[name].differs, number


def test_abilities_that_are_lost_in_an_edition_have_no_paragraph_there() -> None:
    """Difference 20: which edition has the ability of a role."""
    found = {
        role: list(BOOK.rules[f"role.{role}"].paragraphs)
        for role in ("gentle_soul", "poltergeist", "sleeper")
    }
    assert found == {"gentle_soul": ["el"], "poltergeist": ["it", "pt"], "sleeper": ["pt", "el"]}


def test_reading_of_each_edition() -> None:
    """Rulings on which the editions differ: Italian 159, 167, 200; Portuguese 339, 347, 369; Greek 519, 521, 527."""
    differing = {
        key: dict(ruling.editions)
        for key, ruling in BOOK.rulings.items()
        if len(set(ruling.editions.values())) > 1
    }
    assert differing == {
        "secure.shuffle": {"it": "at_the_bottom", "pt": "at_the_bottom", "el": "shuffled"},
        "boat.ready": {"it": "route_open", "pt": "route_open", "el": "present"},
        "dock.choice": {"it": "after_landing", "pt": "after_landing", "el": "on_boarding"},
        "power.islands": {"it": "two", "pt": "up_to_two", "el": "two"},
        "snitch.number": {"it": "shown", "pt": "aloud", "el": "aloud"},
    }


@pytest.mark.parametrize(("edition", "is_offered"), [("", True), ("el", True), ("it", False), ("pt", False)])
def test_boat_with_a_closed_route(edition: str, is_offered: bool) -> None:
    """Ruling boat.ready: a Boat must be there already (519), or be ready (159, 339)."""
    table = table_of(places={0: "orange_room_east"}, blocks=["boat_1"], edition=edition)
    assert (BoardBoat("boat_1") in Playing(table, take_move(table, 0)).options) is is_offered


@pytest.mark.parametrize(
    ("reading", "place", "was_found", "is_offered"),
    [
        ("action", "green_room_south", False, True),
        ("security_room", "security_room", False, True),
        ("security_room", "green_room_south", True, False),
        ("after_found_dead", "green_room_south", True, True),
        ("after_found_dead", "security_room", False, False),
    ],
)
def test_where_a_vote_may_be_called(reading: str, place: str, was_found: bool, is_offered: bool) -> None:
    """Ruling vote.start."""
    table = table_of(places={1: place}, readings={"vote.start": reading})
    table.state.was_someone_found = was_found
    assert (CallVote() in Playing(table, take_action(table, 1)).options) is is_offered


SWITCHES = {
    "encounter_timing": ("encounter.timing", "end_of_movement", "after_sailing at_once"),
    "encounter_many": ("encounter.many", "pass_on", "shuffled each_to_each"),
    "refill_place": ("secure.place", "ended_on", "during_actions"),
    "unsafe_empty": ("unsafe.empty", "failure", "safe reshuffle"),
    "ghost_role": ("ghost.role", "hidden", "shown"),
    "majority": ("vote.majority", "all_seats", "ballots_cast plurality"),
    "vote_start": ("vote.start", "action", "security_room after_found_dead"),
    "lone_end": ("end.lone_cultist", "automatic", "declared"),
    "vp_beats_kills": ("end.points_and_kills", "earlier_kills", "points"),
    "eliminated_by": ("end.eliminated", "any_ghost", "voted_out"),
    "collect_draw": ("collect.cards", "one", "all"),
    "voted_out_counts": ("kills.voted_out", "counted", "not_counted"),
    "yellow_counts": ("kills.yellow", "found_dead", "always never"),
    "first_seat": ("round.first_seat", "rotates", "fixed"),
    "auto_ride_reveals": ("boat.departure_card", "revealed", "none"),
}
"""The switches of section 14 of the reconstruction with their rulings, defaults and other readings.

The remaining one, `new_roles_seats`, has no effect in play: it is the advice on seats, in `test_options`.
"""


@pytest.mark.parametrize("switch", SWITCHES)
def test_switch_of_the_reconstruction_is_a_ruling(switch: str) -> None:
    key, default, others = SWITCHES[switch]
    ruling = BOOK.rulings[key]
    assert ruling.default == default
    assert sorted(ruling.readings) == sorted([default, *others.split()])


def test_every_ruling_comes_from_a_switch_or_from_the_editions() -> None:
    switches = {key for key, _, _ in SWITCHES.values()}
    differing = {key for key, ruling in BOOK.rulings.items() if len(set(ruling.editions.values())) > 1}
    assert switches | differing == BOOK.rulings.keys()
    assert len(BOOK.rulings) == 20


def test_every_rule_is_cited_by_a_test() -> None:
    """The id of a rule is in the name or docstring of a test, or in a refusal that a test expects.

    The house values of the data files have a test of their own (`test_data`).
    """
    tests = "\n".join([path.read_text(encoding="utf-8") for path in sorted(HERE.glob("test_*.py"))])
    cited = set(re.findall(r"(?<![\w.])[a-z_]+(?:\.[a-z_]+)*", tests))
    wanted = {rule for rule in BOOK.rules if not rule.startswith("data.")}
    assert wanted - cited == set()


def test_every_ruling_is_cited_by_a_test() -> None:
    """A test of a ruling says so in its docstring: "Ruling vote.start"."""
    cited: set[str] = set()
    for module in iter_modules(chapters.__path__):
        found = import_module(f"{chapters.__name__}.{module.name}")
        for name, test in vars(found).items():
            if name.startswith("test_"):
                cited |= set(re.findall(r"[Rr]uling ([a-z_]+\.[a-z_]+)", test.__doc__ or ""))
    assert BOOK.rulings.keys() - cited == set()
