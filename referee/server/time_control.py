"""Time controls: how much time a seat has, as arithmetic on whole milliseconds. Nothing here reads a clock.

A seat has a `bank` for the whole match, an `increment` per turn of its own, a `cap` per decision, and `grace` for its
first decision. What the increment does is its kind: with `fischer` it is added to the bank when a turn begins; with
`delay` the first part of a turn costs nothing; with `bronstein` the time that a turn has cost is given back afterwards,
up to the increment. A decision is first paid from time extensions and grace, then from the delay, then from the bank.

A separate `away` budget pays for the time in which the player of the seat is not connected. Round trips that the server
has measured are credited up to `lag` in the whole match.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

import msgspec

IncrementKind = Literal["fischer", "bronstein", "delay"]
"""What an increment does."""

AtZero = Literal["default", "until_back", "resign"]
"""What happens when the time of a seat is up: the default answers this question; it answers all questions at once until
the player does something; or it answers all questions for the rest of the match."""

STEP_MS = 1000
"""Decisions on sealed questions are charged in whole steps, so that a charge does not tell when a seat has answered."""

LONGEST_MS = 7 * 24 * 60 * 60 * 1000
"""Longest time in a time control."""


class BadTimeControl(ValueError):
    """A time control that is not possible; the message says what is."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field
        """The field that is wrong."""


class TimeControl(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How much time each seat of a match has, in milliseconds; 0 for what it does not have."""

    bank_ms: int = 0
    """Time for the whole match."""
    increment_ms: int = 0
    """Time per turn; `increment_kind` says what it does."""
    increment_kind: IncrementKind = "fischer"
    cap_ms: int = 0
    """Longest time for one decision."""
    grace_ms: int = 0
    """Additional time for the first decision."""
    away_ms: int = 0
    """Time without a connection that costs nothing."""
    lag_ms: int = 0
    """Most measured round-trip time that is credited."""
    at_zero: AtZero = "default"

    @property
    def is_on(self) -> bool:
        """Whether a seat has a time limit at all."""
        return bool(self.bank_ms or self.cap_ms)

    @property
    def first_allowance_ms(self) -> int:
        """The time for a first decision, whatever has happened before."""
        return allowance(self, new_seat_time(self))


NO_LIMIT = TimeControl()


def limit_per_decision(seconds: int) -> TimeControl:
    """Return the time control with this many seconds for each decision; 0 for no limit."""
    return TimeControl(cap_ms=seconds * 1000) if seconds else NO_LIMIT


class SeatTime(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat has left, in milliseconds."""

    bank_ms: int = 0
    delay_ms: int = 0
    """What is left of the delay of this turn."""
    spent_ms: int = 0
    """What this turn has taken from the bank; only counted for `bronstein`."""
    grace_ms: int = 0
    away_ms: int = 0
    lag_ms: int = 0


class Charge(NamedTuple):
    """What a decision cost a seat."""

    after: SeatTime
    """What the seat has left."""
    charged_ms: int
    """The time that it took from the bank; without a bank, the time that it took from the cap."""


def new_seat_time(control: TimeControl) -> SeatTime:
    """Return what a seat has at the beginning of a match."""
    delay = control.increment_ms if control.increment_kind == "delay" else 0
    return SeatTime(control.bank_ms, delay, 0, control.grace_ms, control.away_ms, control.lag_ms)


def begin_turn(control: TimeControl, left: SeatTime) -> SeatTime:
    """Return what a seat has when a turn of its own begins."""
    if not control.increment_ms:
        return left
    if control.increment_kind == "delay":
        return msgspec.structs.replace(left, delay_ms=control.increment_ms)
    gained = control.increment_ms
    if control.increment_kind == "bronstein":
        gained = min(left.spent_ms, gained)
    return msgspec.structs.replace(left, bank_ms=left.bank_ms + gained, spent_ms=0)


def allowance(control: TimeControl, left: SeatTime, extra_ms: int = 0) -> int:
    """Return the time that a seat has for its next decision, with `extra_ms` from time extensions."""
    if not control.is_on:
        return 0
    own = left.delay_ms + left.bank_ms if control.bank_ms else control.cap_ms
    if control.cap_ms:
        own = min(own, control.cap_ms)
    return own + left.grace_ms + extra_ms


def is_last_time(control: TimeControl, left: SeatTime) -> bool:
    """Return whether a seat that uses its whole allowance has nothing left: the cap does not stop it before that."""
    return not control.bank_ms or not control.cap_ms or left.delay_ms + left.bank_ms <= control.cap_ms


def charge(control: TimeControl, left: SeatTime, used_ms: int, extra_ms: int = 0) -> Charge:
    """Charge a seat for a decision. More than its allowance is never charged."""
    to_pay = max(0, min(used_ms, allowance(control, left, extra_ms)) - extra_ms - left.grace_ms)
    replace = msgspec.structs.replace
    if not control.bank_ms:
        return Charge(replace(left, grace_ms=0), to_pay)
    delayed = min(to_pay, left.delay_ms)
    taken = to_pay - delayed
    spent = left.spent_ms + taken if control.increment_kind == "bronstein" else 0
    after = replace(
        left, bank_ms=left.bank_ms - taken, delay_ms=left.delay_ms - delayed, spent_ms=spent, grace_ms=0
    )
    return Charge(after, taken)


def in_whole_steps(used_ms: int) -> int:
    """Return the time for which a decision on a sealed question is charged.

    The step that has begun is free, so nobody pays for more than was used. An answer in the last moment and a time-out
    are charged the same, because nobody else may know which of them it was.

    >>> [in_whole_steps(used) for used in (0, 1, 1000, 1001, 2500)]
    [0, 0, 0, 1000, 2000]
    """
    return max(0, used_ms - 1) // STEP_MS * STEP_MS


# --- checks ---

_WORDS = {
    "bank_ms": "the bank",
    "increment_ms": "the increment",
    "cap_ms": "the time per decision",
    "grace_ms": "the grace",
    "away_ms": "the away budget",
    "lag_ms": "the lag quota",
}


def check_time_control(control: TimeControl) -> None:
    """Raise `BadTimeControl` for a time control that no match can have."""
    for field, words in _WORDS.items():
        time_ms = getattr(control, field)
        if not 0 <= time_ms <= LONGEST_MS:
            given = in_words(time_ms)
            raise BadTimeControl(field, f"{words} can be 0 to 7 days, not {given}")
    if not control.is_on:
        extra = [field for field in _WORDS if getattr(control, field)]
        if extra or control.at_zero != "default":
            field = extra[0] if extra else "at_zero"
            raise BadTimeControl(field, "a clock needs a bank, a time per decision, or both")
    if control.increment_ms and not control.bank_ms:
        raise BadTimeControl("increment_ms", "an increment needs a bank, to which it belongs")
    if control.increment_kind != "fischer" and not control.increment_ms:
        raise BadTimeControl("increment_ms", f"the kind {control.increment_kind!r} needs an increment")
    if control.cap_ms > control.bank_ms > 0 and not control.increment_ms:
        raise BadTimeControl(
            "cap_ms", "the time per decision is longer than the bank; leave it out, or make it shorter"
        )
    if control.at_zero == "until_back" and control.bank_ms and not control.increment_ms:
        raise BadTimeControl(
            "at_zero", "an empty bank stays empty without an increment; choose default or resign at zero"
        )


# --- as text ---

_UNITS = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
_TIME = re.compile(r"(?:\d{1,9}(?:d|h|ms|m|s)?)+", re.ASCII)
_PART = re.compile(r"(\d+)(d|h|ms|m|s)?", re.ASCII)

PRESETS = "fischer 10m+5s, bronstein 10m+5s, delay 10m+5s, bank 10m, decision 30s"
"""An example of each preset."""

_EXTRAS = {"cap": "cap_ms", "grace": "grace_ms", "away": "away_ms", "lag": "lag_ms"}
_ZEROS: dict[str, AtZero] = {"default": "default", "until-back": "until_back", "resign": "resign"}


def read_time_control(text: str) -> TimeControl:
    """Read a time control as people write it; raise `BadTimeControl`.

    >>> read_time_control("fischer 10m+5s, cap 2m, away 1m, zero resign").cap_ms
    120000
    >>> read_time_control("30") == read_time_control("decision 30s") == limit_per_decision(30)
    True
    >>> read_time_control("0").is_on
    False
    """
    first, *rest = [part.strip() for part in text.split(",")]
    name, _, value = first.partition(" ")
    fields: dict[str, int | str] = {}
    match name, value:
        case (("fischer" | "bronstein" | "delay"), _):
            bank, plus, increment = value.partition("+")
            if not plus:
                raise BadTimeControl("clock", f"{name} needs a bank and an increment, as in {name!r} 10m+5s")
            fields = {
                "bank_ms": _read_time(bank),
                "increment_ms": _read_time(increment),
                "increment_kind": name,
            }
        case "bank", _:
            fields = {"bank_ms": _read_time(value)}
        case "decision", _:
            fields = {"cap_ms": _read_time(value)}
        case _, "" if name[:1].isdigit():
            fields = {"cap_ms": _read_time(name)}
        case _:
            raise BadTimeControl("clock", f"unknown clock {first!r}; examples: {PRESETS}")
    for part in rest:
        key, _, value = part.partition(" ")
        if key == "zero" and value in _ZEROS:
            fields["at_zero"] = _ZEROS[value]
        elif key in _EXTRAS and _EXTRAS[key] not in fields:
            fields[_EXTRAS[key]] = _read_time(value)
        else:
            raise BadTimeControl(
                "clock",
                f"unknown part {part!r} of a clock; after a comma, it has cap TIME, grace TIME, away TIME, lag TIME "
                f"or zero {', '.join(_ZEROS)}, each once",
            )
    control = msgspec.convert(fields, TimeControl)
    check_time_control(control)
    if not control.is_on and name != "0":
        raise BadTimeControl("clock", "a clock needs a bank, a time per decision, or both; 0 is no limit")
    return control


def _read_time(text: str) -> int:
    """Return a time such as "90", "90s" or "1m30s" in milliseconds."""
    if not _TIME.fullmatch(text.strip()):
        raise BadTimeControl("clock", f"{text.strip()!r} is not a time; write it as 90s, 1m30s, 2h or 500ms")
    return sum([int(number) * _UNITS[unit or "s"] for number, unit in _PART.findall(text)])


def in_words(time_ms: int) -> str:
    """Return a time as people write it.

    >>> in_words(90_000), in_words(0), in_words(500), in_words(3_600_000), in_words(-2000)
    ('1m30s', '0s', '500ms', '1h', '-2s')
    """
    sign, rest = ("-", -time_ms) if time_ms < 0 else ("", time_ms)
    parts = []
    for unit in ("d", "h", "m", "s", "ms"):
        number, rest = divmod(rest, _UNITS[unit])
        if number:
            parts.append(f"{number}{unit}")
    return sign + ("".join(parts) or "0s")


def time_control_text(control: TimeControl) -> str:
    """Return a time control as `read_time_control` reads it; empty if there is no time limit.

    >>> time_control_text(read_time_control("delay 5m + 10s, zero until-back, grace 1m"))
    'delay 5m+10s, grace 1m, zero until-back'
    """
    if not control.is_on:
        return ""
    extras = ["cap", "grace", "away", "lag"]
    if control.increment_ms:
        first = f"{control.increment_kind} {in_words(control.bank_ms)}+{in_words(control.increment_ms)}"
    elif control.bank_ms:
        first = f"bank {in_words(control.bank_ms)}"
    else:
        first = f"decision {in_words(control.cap_ms)}"
        extras.remove("cap")
    parts = [
        f"{key} {in_words(getattr(control, _EXTRAS[key]))}"
        for key in extras
        if getattr(control, _EXTRAS[key])
    ]
    if control.at_zero != "default":
        parts.append(f"zero {control.at_zero.replace('_', '-')}")
    return ", ".join([first, *parts])
