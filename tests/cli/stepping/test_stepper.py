"""What keys do in the stepper."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from referee.cli.match_files import open_replay
from referee.cli.stepping.page import overlay_rows, overlay_texts
from referee.cli.stepping.pressed_keys import Key
from referee.cli.stepping.stepped_match import SteppedMatch
from referee.cli.stepping.stepper import press, resize
from referee.cli.stepping.stepper_state import SPEEDS, StepperState
from referee.kernel.facts import OPEN_TABLE, SPECTATOR
from tests.tidy.tree import ROOT

MATCH = SteppedMatch(open_replay(str(ROOT / "replays/abyss/4-seats.replay")))
FACTS = MATCH.facts(OPEN_TABLE)
LAST = len(FACTS)
START = StepperState(80, 24, fact=1)


def pressed(keys: Sequence[str], state: StepperState = START) -> StepperState:
    """Press keys one after the other."""
    for key in keys:
        state = press(MATCH, state, key)
    return state


def typed(key: str, text: str, state: StepperState = START) -> StepperState:
    """Press a key that asks for something, and enter it."""
    return pressed([key, *text, Key.ENTER], state)


def at(fact: int) -> StepperState:
    return typed("g", str(fact))


# --- moving ---


def test_arrows_step_and_stop_at_the_ends() -> None:
    keys = {
        (1, Key.RIGHT): 2,
        (1, Key.ENTER): 2,
        (2, Key.LEFT): 1,
        (2, Key.BACKSPACE): 1,
        (1, Key.LEFT): 1,
        (5, Key.DOWN): 15,
        (15, Key.PAGE_UP): 5,
        (5, Key.UP): 1,
        (5, Key.END): LAST,
        (5, Key.HOME): 1,
        (LAST - 3, Key.PAGE_DOWN): LAST,
        (LAST, Key.RIGHT): LAST,
    }
    assert {(fact, key): pressed([key], at(fact)).fact for fact, key in keys} == keys


@pytest.mark.parametrize(
    ("forward", "back", "part"),
    [(Key.SHIFT_RIGHT, Key.SHIFT_LEFT, "entry"), (">", "<", "entry"), ("]", "[", "turn")],
)
def test_keys_go_to_the_beginning_of_decisions_and_turns(forward: str, back: str, part: str) -> None:
    starts = [
        one.seq for before, one in itertools.pairwise(FACTS) if getattr(before, part) != getattr(one, part)
    ]
    assert len(starts) > 50
    found, state = [], START
    for _ in starts:
        state = pressed([forward], state)
        found.append(state.fact)
    assert found == starts
    assert pressed([forward], state).fact == LAST
    within = next(fact for fact in starts if fact + 1 not in starts)
    assert pressed([back], at(within + 1)).fact == within
    assert pressed([back], at(starts[1])).fact == starts[0]
    assert pressed([back], at(starts[0])).fact == 1


def test_go_finds_facts_and_turns_by_number() -> None:
    assert typed("g", "132").fact == 132
    turn = next(fact.seq for fact in FACTS if fact.turn == 12)
    assert typed("g", "t12").fact == typed("g", "t 12").fact == turn
    assert pressed(["g", "1", "3", Key.BACKSPACE, "4", Key.ENTER]).fact == 14
    assert pressed(["g", "9", Key.ERASE_LINE, "4", Key.ENTER]).fact == 4


@pytest.mark.parametrize("text", ["0", "99999", "t999", "x", "-1", "²", ""])
def test_a_number_that_does_not_exist_changes_nothing_but_the_message(text: str) -> None:
    state = typed("g", text, at(7))
    assert state.fact == 7
    assert bool(state.message) == bool(text)
    assert not pressed(["w"], state).message


@pytest.mark.parametrize("keys", [[Key.ESCAPE], [Key.BACKSPACE, Key.BACKSPACE]])
def test_a_prompt_can_be_left(keys: Sequence[str]) -> None:
    asking = pressed(["g", "5"])
    assert (asking.prompt, asking.typed) == ("go", "5")
    assert pressed(keys, asking) == START


# --- search and filter ---


def test_search_goes_round_in_both_directions() -> None:
    found = [fact.seq for fact in FACTS if "shellfish" in MATCH.sentence(OPEN_TABLE, fact).casefold()]
    assert len(found) > 5
    state = typed("/", "SHELLFISH")
    assert state.fact == found[0]
    assert pressed(["n"], state).fact == found[1]
    assert pressed(["n", "N"], state).fact == found[0]
    around = pressed(["N"], state)
    assert (around.fact, around.message) == (found[-1], "searched on from the other end")
    assert pressed(["n"], around).fact == found[0]
    assert typed("/", "", state).fact == found[1], "an empty text searches on"


def test_search_finds_rules_and_kinds() -> None:
    state = typed("/", "abyss.turn_began")
    assert FACTS[state.fact - 1].turn == 1
    assert FACTS[typed("/", "lord.jailer").fact - 1].recorded.rule == "lord.jailer"


def test_a_search_without_result_stays() -> None:
    assert typed("/", "no such text", at(7)).fact == 7
    assert typed("/", "no such text").message == "no fact with 'no such text'"
    assert pressed(["n"]).message == "nothing to search for; press / first"


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("rule=council", lambda fact, _: "council" in fact.recorded.path),
        ("kind=turn_began", lambda fact, _: fact.recorded.fact.__struct_config__.tag == "abyss.turn_began"),
        ("seat=3", lambda fact, said: (fact.by or "").endswith("/3") or "Dan" in said),
        (
            "seat=dan rule=council rule=plot",
            lambda fact, said: (
                ("council" in fact.recorded.path or "plot" in fact.recorded.path)
                and ((fact.by or "").endswith("/3") or "Dan" in said)
            ),
        ),
    ],
)
def test_a_filter_chooses_where_steps_stop(text: str, passes: object) -> None:
    wanted = [fact.seq for fact in FACTS if passes(fact, MATCH.sentence(OPEN_TABLE, fact))]  # type: ignore[operator]
    assert 5 < len(wanted) < LAST / 2
    state = typed("f", text)
    found = [state.fact]
    while (after := pressed([Key.RIGHT], state)) != state:
        state = after
        found.append(state.fact)
    assert found == wanted
    assert pressed([Key.HOME], state).fact == wanted[0]
    assert pressed([Key.LEFT], typed("f", "", state)).fact == wanted[-1] - 1, "no text, no filter"


@pytest.mark.parametrize("text", ["council", "seat=", "seat=9", "seat=open", "colour=red", "rule=nonsense"])
def test_a_filter_that_cannot_be_used_is_refused(text: str) -> None:
    state = typed("f", text, at(7))
    assert (state.fact, state.chosen) == (7, START.chosen)
    assert state.message


# --- eyes ---


def test_eyes_change_in_place() -> None:
    """The key of a seat is its number, as in `--as`, links and the API."""
    viewers = {key: pressed([key], at(100)).viewer for key in "os0123"}
    assert viewers == {"o": OPEN_TABLE, "s": SPECTATOR, "0": 0, "1": 1, "2": 2, "3": 3}
    assert {pressed([key], at(100)).fact for key in "os0123"} == {100}
    assert pressed(["4"]).viewer == pressed(["9"]).viewer == OPEN_TABLE
    assert pressed(["4"]).message == "no seat 4; seats are numbered from 0 to 3"


def test_a_moment_survives_eyes_that_were_not_told_of_it() -> None:
    match = SteppedMatch(open_replay(str(ROOT / "replays/among_cultists/4-seats.replay")))
    told = {fact.seq for fact in match.facts(0)}
    hidden = next(fact.seq for fact in match.facts(OPEN_TABLE) if fact.seq > 50 and fact.seq not in told)
    state = StepperState(80, 24, fact=hidden)
    state = press(match, state, "0")
    assert state.fact == hidden
    assert press(match, press(match, state, "o"), Key.RIGHT).fact == hidden + 1
    assert press(match, state, Key.RIGHT).fact > hidden
    back = press(match, state, Key.LEFT).fact
    assert back < hidden
    assert back in told


def test_a_filter_that_leaves_nothing_to_see_is_removed() -> None:
    match = SteppedMatch(open_replay(str(ROOT / "replays/among_cultists/4-seats.replay")))
    public = {type(fact.recorded.fact) for fact in match.facts(SPECTATOR)}
    secret = next(fact for fact in match.facts(OPEN_TABLE) if type(fact.recorded.fact) not in public)
    kind = str(secret.recorded.fact.__struct_config__.tag)
    state = StepperState(80, 24, fact=1)
    for key in ["f", *f"kind={kind}", Key.ENTER]:
        state = press(match, state, key)
    assert state.chosen.kinds == (kind,)
    state = press(match, state, "s")
    assert (state.viewer, str(state.chosen)) == (SPECTATOR, "")
    assert "it was removed" in state.message


# --- playing ---


def test_playing_goes_on_until_a_key_or_the_end() -> None:
    state = pressed([" ", Key.TICK, Key.TICK])
    assert (state.fact, state.is_playing) == (3, True)
    assert not pressed([" "], state).is_playing
    assert not pressed([Key.ESCAPE], state).is_playing
    assert not pressed([Key.RIGHT], state).is_playing
    assert pressed(["2"], state).is_playing, "eyes change while it plays"
    assert pressed([Key.TICK]).fact == 1
    end = pressed([" ", Key.TICK], at(LAST - 1))
    assert (end.fact, end.is_playing) == (LAST, False)
    assert pressed([" "], end).fact == 1, "from the start again"


def test_speed_has_limits() -> None:
    assert SPEEDS[pressed(["+"]).speed] == 2 * SPEEDS[START.speed]
    assert pressed(["+"] * 20).speed == len(SPEEDS) - 1
    assert pressed(["-"] * 20).speed == 0
    assert pressed(["=", "-"]).speed == START.speed


# --- overlays ---


@pytest.mark.parametrize(("key", "others"), [("w", "q"), ("?", "q")])
def test_an_overlay_scrolls_and_closes(key: str, others: str) -> None:
    small = StepperState(40, 12, fact=132)
    shown = pressed([key], small)
    last = len(overlay_texts(MATCH, shown)) - overlay_rows(shown)
    assert last > 10
    assert pressed([Key.DOWN], shown).top == 1
    assert pressed([" "], shown).top == overlay_rows(shown) - 1
    assert pressed([Key.PAGE_DOWN] * 15, shown).top == last
    assert pressed([*[Key.PAGE_DOWN] * 15, Key.UP], shown).top == last - 1
    for closing in (key, others, Key.ESCAPE, Key.ENTER):
        assert pressed([Key.DOWN, closing], shown) == small
    assert resize(MATCH, pressed([Key.PAGE_DOWN] * 15, shown), 200, 100).top == 0


def test_steps_work_under_an_explanation_but_not_under_the_help() -> None:
    why = pressed(["w", Key.RIGHT, "]"], at(100))
    assert why.overlay == "why"
    assert why.fact > 101
    assert pressed([Key.RIGHT, "]", "g"], pressed(["?"])) == pressed(["?"])


def test_why_is_the_text_of_the_command() -> None:
    lines = [line.markup for line in MATCH.why(133)]
    assert lines[0].startswith("[bold]Fact 133[/]")
    assert any("answered" in line for line in lines)


# --- the end ---


@pytest.mark.parametrize("before", [[], ["g", "1"], [" "], ["w"], ["?"]])
def test_a_closed_terminal_ends_everything(before: Sequence[str]) -> None:
    assert pressed([*before, Key.CLOSED]).has_quit


def test_q_quits() -> None:
    assert pressed(["q"]).has_quit
    assert not pressed(["w", "q"]).has_quit
    assert not pressed(["/", "q"]).has_quit


def test_keys_without_a_meaning_do_nothing() -> None:
    assert pressed(["x", "€", Key.ERASE_LINE]) == START
