"""Time controls: what a decision costs, in whole milliseconds; none of it is lost, doubled or owed."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.server.settings import BadPolicy, Policy, check_policy
from referee.server.time_control import (
    LONGEST_MS,
    STEP_MS,
    AtZero,
    BadTimeControl,
    Charge,
    SeatTime,
    TimeControl,
    allowance,
    begin_turn,
    charge,
    check_time_control,
    in_whole_steps,
    is_last_time,
    limit_per_decision,
    new_seat_time,
    read_time_control,
    time_control_text,
)

TIMES = st.integers(0, 100_000)
KINDS = st.sampled_from(["fischer", "bronstein", "delay"])
CONTROLS = st.builds(
    TimeControl,
    bank_ms=st.integers(1, 100_000),
    increment_ms=TIMES,
    increment_kind=KINDS,
    cap_ms=TIMES,
    grace_ms=TIMES,
    away_ms=TIMES,
    lag_ms=TIMES,
)
MOVES = st.lists(st.tuples(st.sampled_from(["turn", "decide"]), st.integers(0, 200_000), TIMES), max_size=30)


def played(control: TimeControl, moves: list[tuple[str, int, int]]) -> list[SeatTime]:
    """Return what a seat has left after each move."""
    left = [new_seat_time(control)]
    for move, used, extra in moves:
        if move == "turn":
            left.append(begin_turn(control, left[-1]))
        else:
            left.append(charge(control, left[-1], used, extra).after)
    return left


@given(CONTROLS, MOVES)
def test_nothing_is_ever_negative(control: TimeControl, moves: list[tuple[str, int, int]]) -> None:
    for left in played(control, moves):
        assert min(msgspec.structs.astuple(left)) >= 0
        assert allowance(control, left) >= 0


@given(CONTROLS, TIMES, st.integers(0, 400_000), TIMES)
def test_no_time_is_lost_or_paid_twice(control: TimeControl, bank: int, used: int, extra: int) -> None:
    """What a decision uses is paid from extensions, grace, delay and bank, in this order, and from one of them only."""
    left = msgspec.structs.replace(new_seat_time(control), bank_ms=bank)
    allowed = allowance(control, left, extra)
    after, charged = charge(control, left, used, extra)
    paid_by_delay = left.delay_ms - after.delay_ms
    free = min(used, allowed, extra + left.grace_ms)
    assert free + paid_by_delay + charged == min(used, allowed)
    assert left.bank_ms - after.bank_ms == charged
    assert charged == 0 or paid_by_delay == left.delay_ms, "the bank pays last"
    assert after.grace_ms == 0, "grace is for one decision"


@given(CONTROLS, st.lists(st.integers(0, 5000), max_size=20))
def test_fischer_is_bank_plus_increments_minus_what_was_used(control: TimeControl, used: list[int]) -> None:
    fischer = msgspec.structs.replace(control, increment_kind="fischer", cap_ms=0, grace_ms=0)
    left, paid = new_seat_time(fischer), 0
    for number, time_ms in enumerate(used, 1):
        left = begin_turn(fischer, left)
        left, charged = charge(fischer, left, time_ms)
        paid += charged
        assert left.bank_ms == fischer.bank_ms + number * fischer.increment_ms - paid
        assert charged <= time_ms


@given(CONTROLS, st.lists(st.lists(st.integers(0, 3000), max_size=4), max_size=8))
def test_a_delay_charges_each_turn_what_it_uses_beyond_the_increment(
    control: TimeControl, turns: list[list[int]]
) -> None:
    delay = msgspec.structs.replace(control, increment_kind="delay", cap_ms=0, grace_ms=0, bank_ms=10**6)
    left = new_seat_time(delay)
    for turn in turns:
        left = before = begin_turn(delay, left)
        for used in turn:
            left = charge(delay, left, used).after
        assert before.bank_ms - left.bank_ms == max(0, sum(turn) - delay.increment_ms)


@given(CONTROLS, st.lists(st.lists(st.integers(0, 3000), max_size=4), max_size=8))
def test_bronstein_ends_each_turn_with_the_bank_of_a_delay(
    control: TimeControl, turns: list[list[int]]
) -> None:
    """While the bank lasts, Bronstein and a delay cost the same, but Bronstein gives it back afterwards."""
    big = msgspec.structs.replace(control, cap_ms=0, grace_ms=0, bank_ms=10**6, increment_ms=5000)
    bronstein = msgspec.structs.replace(big, increment_kind="bronstein")
    delay = msgspec.structs.replace(big, increment_kind="delay")
    given_back, free = new_seat_time(bronstein), new_seat_time(delay)
    for turn in turns:
        given_back, free = begin_turn(bronstein, given_back), begin_turn(delay, free)
        assert given_back.bank_ms == free.bank_ms <= bronstein.bank_ms, "the bank never grows"
        for used in turn:
            given_back = charge(bronstein, given_back, used).after
            free = charge(delay, free, used).after


@given(CONTROLS, st.integers(0, 400_000))
def test_a_cap_ends_a_decision_and_leaves_the_rest_of_the_bank(control: TimeControl, used: int) -> None:
    capped = msgspec.structs.replace(control, cap_ms=max(1, control.cap_ms), grace_ms=0)
    left = new_seat_time(capped)
    after, charged = charge(capped, left, used)
    assert allowance(capped, left) <= capped.cap_ms
    assert charged <= capped.cap_ms
    if used >= allowance(capped, left) and is_last_time(capped, left):
        assert after.bank_ms == 0
        assert after.delay_ms == 0


def test_a_time_per_decision_is_the_same_for_every_decision() -> None:
    control = limit_per_decision(30)
    left = new_seat_time(control)
    for used in (0, 10_000, 50_000):
        assert allowance(control, left) == 30_000
        assert charge(control, left, used).charged_ms == min(used, 30_000)
        left = charge(control, left, used).after
    assert is_last_time(control, left)
    assert limit_per_decision(0) == TimeControl()
    assert allowance(TimeControl(), left) == 0


@given(st.integers(0, 10**8))
def test_whole_steps_never_cost_more_than_was_used(used: int) -> None:
    charged = in_whole_steps(used)
    assert charged % STEP_MS == 0
    assert charged <= used <= charged + STEP_MS
    assert in_whole_steps(used + STEP_MS) >= charged


@given(CONTROLS, st.integers(1, 100_000))
def test_a_time_out_costs_as_much_as_an_answer_in_the_last_moment(control: TimeControl, bank: int) -> None:
    left = msgspec.structs.replace(new_seat_time(control), bank_ms=bank)
    allowed = allowance(control, left)
    if allowed % STEP_MS != 1:
        assert in_whole_steps(allowed) == in_whole_steps(allowed - 1)


def test_a_charge_that_forgets_the_delay_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: the property tests find an arithmetic that loses time."""
    honest = charge

    def forgetful(control: TimeControl, left: SeatTime, used_ms: int, extra_ms: int = 0) -> Charge:
        found = honest(control, left, used_ms, extra_ms)
        return found._replace(after=msgspec.structs.replace(found.after, delay_ms=0))

    monkeypatch.setitem(globals(), "charge", forgetful)
    with pytest.raises(AssertionError):
        test_no_time_is_lost_or_paid_twice()


# --- what is refused ---

BAD = {
    "negative bank": (TimeControl(bank_ms=-1), "the bank can be 0 to 7 days, not -1ms"),
    "endless cap": (
        TimeControl(cap_ms=LONGEST_MS + 1),
        "the time per decision can be 0 to 7 days, not 7d1ms",
    ),
    "negative grace": (TimeControl(cap_ms=1, grace_ms=-1000), "the grace can be 0 to 7 days, not -1s"),
    "endless away": (TimeControl(cap_ms=1, away_ms=10**12), "the away budget can be 0 to 7 days"),
    "negative lag": (TimeControl(cap_ms=1, lag_ms=-5), "the lag quota can be 0 to 7 days"),
    "endless increment": (TimeControl(bank_ms=1, increment_ms=10**12), "the increment can be 0 to 7 days"),
    "only grace": (TimeControl(grace_ms=5), "a clock needs a bank, a time per decision, or both"),
    "only a policy": (TimeControl(at_zero="resign"), "a clock needs a bank, a time per decision, or both"),
    "no bank for the increment": (TimeControl(cap_ms=5, increment_ms=5), "an increment needs a bank"),
    "a kind of nothing": (TimeControl(bank_ms=5, increment_kind="delay"), "'delay' needs an increment"),
    "cap above the bank": (TimeControl(bank_ms=5, cap_ms=6), "longer than the bank"),
    "back to nothing": (TimeControl(bank_ms=5, at_zero="until_back"), "choose default or resign"),
}


@pytest.mark.parametrize("what", BAD)
def test_an_impossible_time_control_is_refused(what: str) -> None:
    control, text = BAD[what]
    with pytest.raises(BadTimeControl) as refused:
        check_time_control(control)
    assert text in str(refused.value)
    with pytest.raises(BadPolicy) as bad:
        check_policy(Policy(time_control=control))
    assert text in str(bad.value)


def test_one_time_limit_is_enough() -> None:
    with pytest.raises(BadPolicy, match="not both"):
        check_policy(Policy(seconds_per_decision=5, time_control=limit_per_decision(5)))


WRITTEN = {
    "fischer 10m+5s": TimeControl(600_000, 5000),
    "bronstein 1h+30s": TimeControl(3_600_000, 30_000, "bronstein"),
    "delay 1m30s+500ms, cap 1m": TimeControl(90_000, 500, "delay", 60_000),
    "bank 2h, zero resign": TimeControl(7_200_000, at_zero="resign"),
    "decision 45s, grace 2m, away 5m, lag 10s, zero until-back": TimeControl(
        cap_ms=45_000, grace_ms=120_000, away_ms=300_000, lag_ms=10_000, at_zero="until_back"
    ),
}


@pytest.mark.parametrize("text", WRITTEN)
def test_a_time_control_is_written_as_it_is_read(text: str) -> None:
    assert read_time_control(text) == WRITTEN[text]
    assert time_control_text(WRITTEN[text]) == text


@given(CONTROLS, st.sampled_from(get_args(AtZero)))
def test_every_possible_time_control_is_read_as_it_was_written(control: TimeControl, at_zero: AtZero) -> None:
    chosen = msgspec.structs.replace(control, at_zero=at_zero)
    if not chosen.increment_ms:
        chosen = msgspec.structs.replace(chosen, increment_kind="fischer")
    try:
        check_time_control(chosen)
    except BadTimeControl:
        return
    assert read_time_control(time_control_text(chosen)) == chosen


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "unknown clock ''; examples: fischer 10m+5s"),
        ("blitz 5m", "unknown clock 'blitz 5m'; examples"),
        ("fischer 10m", "fischer needs a bank and an increment"),
        ("fischer +5s", "'' is not a time; write it as 90s, 1m30s, 2h or 500ms"),
        ("bank ten", "'ten' is not a time"),
        ("bank -5s", "'-5s' is not a time"),
        ("decision 1.5s", "'1.5s' is not a time"),
        ("decision 9d", "the time per decision can be 0 to 7 days, not 9d"),
        ("decision 0s", "a clock needs a bank"),
        ("bank 5m, cap 30s, cap 40s", "unknown part 'cap 40s'"),
        ("decision 30s, cap 40s", "unknown part 'cap 40s'"),
        ("bank 5m, zero explode", "zero default, until-back, resign"),
        ("bank 5m, soup 3s", "unknown part 'soup 3s'"),
    ],
)
def test_a_clock_that_cannot_be_read_is_refused(text: str, told: str) -> None:
    with pytest.raises(BadTimeControl) as refused:
        read_time_control(text)
    assert told in str(refused.value)
