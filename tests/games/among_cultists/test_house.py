"""House decisions: `referee rules among_cultists --house` lists all of them.

The reconstruction tags every value and rule as sourced, deduced or house. Here is each house decision about a rule, by
its section, with the rule that states it. The house values of the data files are in `test_data`.
"""

from __future__ import annotations

import json

import pytest

from referee.games.among_cultists import GAME
from tests.cli.running import inside

BOOK = GAME.rulebook

DECISIONS = [
    ("1", "action", "one action"),
    ("1", "vote.majority", "all seats"),
    ("2.4", "action.fill", "except the red one"),
    ("3", "action.collect", "shuffled"),
    ("3", "setup.decks", "never reshuffled"),
    ("5", "round.first_seat", "clockwise"),
    ("6", "boat.step_off", "one movement point"),
    ("6", "boat.sail", "without the consent"),
    ("6", "boat.sail", "the Boat stays and the move is over"),
    ("6", "boat.sail", "goes on with the points left"),
    ("6", "move", "Ghosts move like the others"),
    ("6", "unsafe.empty", "counts as a Failure"),
    ("7", "encounter", "compulsory"),
    ("7", "encounter.gift", "to the next in the order"),
    ("8", "boat.departure", "for the first passenger"),
    ("9", "event", "first seat of the round"),
    ("9", "event.fishman", "A second Fishman"),
    ("9", "event.fishman.effect", "cannot be entered"),
    ("9", "event.portal", "random Room"),
    ("10", "action.collect", "one is revealed and spent"),
    ("10", "action.collect.sabotage", "discarded unseen"),
    ("10", "action.check", "same Location"),
    ("10", "action.drive_off", "From where"),
    ("10", "action.close_portal", "remove the Portal"),
    ("10", "ghost.actions", "Which actions"),
    ("10.2", "vote", "once per round"),
    ("10.2", "vote.ballots", "secret until all are in"),
    ("11.2", "kills", "until it is a Cultist"),
    ("11.2", "kills", "voted out"),
    ("11.3", "kills.round_end", "automatically"),
    ("12", "role.snitch", "makes it a Ghost"),
    ("12", "role.sleeper", "only revealed"),
    ("12", "role.sleeper", "a Ghost swaps"),
    ("12", "role.yellow_traitor", "four seats"),
    ("12", "role.seer", "The Seer knows"),
    ("12", "role.firestarter", "may once burn"),
    ("13.2", "talk", "at any time"),
    ("13.4", "action.any_card", "time runs out"),
    ("14", "end.declaration", "loses"),
    ("15", "unsafe.blocks", "closed already"),
    ("15", "move", "cannot go anywhere stays"),
    ("15", "end.books", "that a Cultist collects"),
    ("15", "action.camera", "without cards"),
    ("15", "action.fill", "its cards stay"),
    ("15", "role.sleeper", "fewer than five"),
    ("15", "role.snitch.night", "also if that is a Ghost"),
    ("B", "unsafe.tokens", "a Sabotage also cuts the light"),
    ("B", "event.lightning", "goes out everywhere"),
    ("B", "event.fishman", "random corridor"),
    ("B", "encounter.who", "while the light is out"),
    ("B", "action.restart_power", "turns on the light"),
    ("B", "action.secure.place", "in a corridor"),
]
"""The section of the reconstruction, the rule, and the words that state the decision."""


@pytest.mark.parametrize(("section", "rule_id", "words"), DECISIONS)
def test_house_decision_is_stated_as_one(section: str, rule_id: str, words: str) -> None:
    """In a house rule its statement has the words; in any other rule `house` has them."""
    rule = BOOK.rules[rule_id]
    assert words in (rule.house or rule.statement), section
    assert BOOK.has_house_decision(rule_id)


def test_every_house_decision_comes_from_the_reconstruction_or_concerns_talk() -> None:
    """The form of the talk is all ours, and so are rules that only say how the match is recorded or shown."""
    known = {rule_id for _, rule_id, _ in DECISIONS}
    more = {rule_id for rule_id in BOOK.rules if BOOK.has_house_decision(rule_id)} - known
    other = {rule_id for rule_id in more if not rule_id.startswith(("data.", "talk."))}
    assert other == {"setup.packets", "setup.rooms", "cleanup", "ghost.note", "end.winners", "end.reveal"}


def test_house_decisions_are_listed() -> None:
    listed = [
        json.loads(line) for line in inside("rules", "among_cultists", "--house", "--json").out.splitlines()
    ]
    assert {rule["id"] for rule in listed} == {rule for rule in BOOK.rules if BOOK.has_house_decision(rule)}
    printed = inside("rules", "among_cultists", "--house").out
    assert "our decision: Giving is compulsory." in printed
    assert "role.gentle_soul" not in printed


def test_source_and_house_decision_are_separate() -> None:
    """A house rule has no part that is ours, because all of it is; a source says nothing about what is ours."""
    for rule_id, rule in BOOK.rules.items():
        assert "house" not in rule.source, rule_id
        assert not (rule.house and BOOK.is_house_rule(rule_id)), rule_id
