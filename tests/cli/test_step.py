"""Stepping through a replay: turns, ends and eyes."""

from __future__ import annotations

from referee.cli.commands.replay import eyes_of, next_viewer, place_after
from referee.cli.display.keyboard import StepKey
from referee.cli.match_files import open_replay
from referee.games import game
from referee.kernel.facts import OPEN_TABLE, SPECTATOR
from referee.replay.visible_facts import visible_facts
from tests.tidy.tree import ROOT

REPLAY = open_replay(str(ROOT / "replays/abyss/2-seats.replay"))


def test_keys_move_by_fact_turn_and_to_the_ends() -> None:
    facts = list(visible_facts(REPLAY, OPEN_TABLE))
    last = len(facts) - 1
    turn = game("abyss").turn_fact
    first, second = [i for i, fact in enumerate(facts) if type(fact.recorded.fact) is turn][:2]
    keys = {
        (0, StepKey.FORWARD): 1,
        (0, StepKey.BACK): 0,
        (last, StepKey.TEN_FORWARD): last,
        (0, StepKey.NEXT_TURN): first,
        (first, StepKey.NEXT_TURN): second,
        (second, StepKey.PREVIOUS_TURN): first,
        (first, StepKey.PREVIOUS_TURN): 0,
        (last, StepKey.NEXT_TURN): last,
        (5, StepKey.FIRST): 0,
        (5, StepKey.LAST): last,
    }
    assert {(place, key): place_after("abyss", facts, place, key) for place, key in keys} == keys


def test_eyes_go_around_the_table() -> None:
    seen = [OPEN_TABLE]
    for _ in range(4):
        seen.append(next_viewer(seen[-1], 2))
    assert seen == [OPEN_TABLE, SPECTATOR, 0, 1, OPEN_TABLE]
    assert [eyes_of(viewer, ["Ada", "Bob"]) for viewer in seen[:3]] == [
        "everything open",
        "as a spectator",
        "as Ada",
    ]
