"""Negative controls: every planted leak is caught by comparing worlds."""

from __future__ import annotations

import pytest

from tests.contracts import among_cultists_leaks, leaks, unfathomable_leaks
from tests.contracts.declarations import SUBJECTS, declaration
from tests.contracts.interference import compare_worlds
from tests.contracts.leaks import Leak
from tests.contracts.worlds import Interference

LEAKS = [*leaks.LEAKS, *unfathomable_leaks.LEAKS, *among_cultists_leaks.LEAKS]

IN_UNFATHOMABLE = """
    a_loyalty_card_dealt_face_up
    cards_given_to_a_test_face_up
    a_discard_below_the_top
    waypoints_looked_at_by_all
"""
"""Leaks that would decide a game with traitors; every run looks for them."""

TRAPS = {
    1: "a_dead_seat_that_falls_silent",
    2: "a_view_of_ones_own_pulse",
    4: "an_announcement_asked_only_of_those_who_may_choose",
    5: "a_count_of_the_options_of_others",
    7: "a_ghost_whose_rule_names_its_side",
    8: "a_note_to_a_ghost_that_all_read",
    9: "a_count_of_the_dead_at_the_end_of_a_round",
    10: "a_count_of_the_cultists_left",
    11: "a_night_with_open_eyes",
    13: "a_dead_seat_that_cannot_call_a_vote",
    16: "a_default_ballot_that_knows_the_dead",
    17: "a_view_with_the_sides_of_others",
}
"""Traps of Among Cultists (section 13.4 of the reconstruction) and a leak that falls into each."""

SKIPPED = {
    "a_camera_that_all_look_through": 6,
    "a_default_ballot_that_knows_the_dead": 4,
    "a_default_that_knows_the_traitor": 1,
    "a_discard_below_the_top": 4,
    "a_fact_told_to_all_that_is_for_two": 4,
    "a_frame_whenever_somebody_has_answered": 6,
    "a_ghost_whose_rule_names_its_side": 15,
    "a_gift_that_its_receiver_sees": 8,
    "a_note_to_a_ghost_that_all_read": 13,
    "a_question_only_to_those_who_can_answer": 3,
    "a_refusal_that_knows_too_much": 7,
    "a_running_total_of_the_test": 1,
    "a_searched_deck_shown_as_it_lies": 8,
    "a_task_card_placed_face_up": 5,
    "a_test_that_says_who_gave_how_much": 2,
    "a_view_that_trims_the_state": 4,
    "a_view_with_the_gifts_of_others": 4,
    "an_announcement_asked_only_of_those_who_may_choose": 19,
    "spells_held_in_every_view": 2,
    "talk_that_shows_who_has_answered": 6,
    "waypoints_looked_at_by_all": 2,
    "waypoints_put_back_before_all": 1,
}
"""How many matches to skip that do not show a leak, to save time; after a change of the game others may show it.

The search goes on as long as ever, so a wrong number only costs time. The campaign skips nothing.
"""


def catch(leak: Leak, seed: str, monkeypatch: pytest.MonkeyPatch, skipped: int = 0) -> None:
    leak.plant(monkeypatch)
    with pytest.raises(Interference):
        compare_worlds(
            declaration(leak.game),
            seed,
            500,
            labels=leak.labels,
            questions=leak.questions,
            needs=leak.needs,
            skipped=skipped,
        )


@pytest.mark.parametrize(
    "leak",
    [
        pytest.param(leak, id=leak.name, marks=[pytest.mark.campaign] if leak.is_rare else [])
        for leak in LEAKS
    ],
)
def test_planted_leak_is_caught(leak: Leak, seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    catch(leak, seed, monkeypatch, SKIPPED.get(leak.name, 0))


@pytest.mark.campaign
@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("leak", LEAKS, ids=[leak.name for leak in LEAKS])
def test_planted_leak_is_caught_whatever_the_seed(
    leak: Leak, number: int, seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    catch(leak, f"{seed} {number}", monkeypatch)


def test_there_are_enough_planted_leaks() -> None:
    assert len({leak.name for leak in LEAKS}) == len(LEAKS) >= 30
    assert {leak.game for leak in LEAKS} == set(SUBJECTS)
    assert SKIPPED.keys() <= {leak.name for leak in LEAKS if not leak.is_rare}
    often = [leak.name for leak in LEAKS if leak.game == "unfathomable" and not leak.is_rare]
    assert set(IN_UNFATHOMABLE.split()) <= set(often)
    traps = [leak.name for leak in LEAKS if leak.game == "among_cultists" and not leak.is_rare]
    assert len(traps) >= 18


def test_traps_of_among_cultists_have_planted_leaks() -> None:
    assert len(TRAPS) >= 10
    assert set(TRAPS.values()) <= {leak.name for leak in LEAKS if leak.game == "among_cultists"}
