"""What a key does: a function of the match, the state and the key."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from referee.cli.errors import CommandError
from referee.cli.stepping.filters import read_filter
from referee.cli.stepping.page import overlay_rows, overlay_texts
from referee.cli.stepping.pressed_keys import Key
from referee.cli.stepping.stepped_match import SteppedMatch
from referee.cli.stepping.stepper_state import SPEEDS, StepperState
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Seat
from referee.replay.visible_facts import VisibleFact

_BY_TEN = 10


def press(match: SteppedMatch, state: StepperState, key: str) -> StepperState:
    """Return the state after a key."""
    if key == Key.CLOSED:
        return replace(state, has_quit=True)
    if key == Key.TICK:
        return _tick(match, state) if state.is_playing else state
    state = replace(state, message="")
    if state.prompt:
        return _type(match, state, key)
    if state.overlay and (after := _scroll(match, state, key)) is not None:
        return after
    return _COMMANDS.get(key, _do_nothing)(match, state)


def resize(match: SteppedMatch, state: StepperState, columns: int, rows: int) -> StepperState:
    """Return the state on a terminal of another size."""
    return _scrolled_to(match, replace(state, columns=columns, rows=rows), state.top)


def place_of(facts: Sequence[VisibleFact], seq: int) -> int:
    """Return the index of the last fact up to a number, or of the first if there is none."""
    return max([place for place, fact in enumerate(facts) if fact.seq <= seq], default=0)


# --- moving ---

_Command = Callable[[SteppedMatch, StepperState], StepperState]
_Destination = Callable[[Sequence[VisibleFact], int], int]
"""Returns the index of the fact to go to, given all facts and the index of this one."""


def _by(steps: int) -> _Destination:
    return lambda facts, place: max(0, min(len(facts) - 1, place + steps))


def _first(_: Sequence[VisibleFact], __: int) -> int:
    return 0


def _last(facts: Sequence[VisibleFact], _: int) -> int:
    return len(facts) - 1


def _next_start(part: Callable[[VisibleFact], int]) -> _Destination:
    """Return where the next decision or turn begins; the last fact if there is none."""

    def destination(facts: Sequence[VisibleFact], place: int) -> int:
        return next(
            (i for i in range(place + 1, len(facts)) if part(facts[i]) != part(facts[i - 1])), len(facts) - 1
        )

    return destination


def _previous_start(part: Callable[[VisibleFact], int]) -> _Destination:
    """Return where this decision or turn begins, or the one before if this is its beginning."""

    def destination(facts: Sequence[VisibleFact], place: int) -> int:
        return next((i for i in range(place - 1, 0, -1) if part(facts[i]) != part(facts[i - 1])), 0)

    return destination


def _entry_of(fact: VisibleFact) -> int:
    return fact.entry


def _turn_of(fact: VisibleFact) -> int:
    return fact.turn


def _move(destination: _Destination) -> _Command:
    def command(match: SteppedMatch, state: StepperState) -> StepperState:
        facts = match.selected(state.viewer, state.chosen)
        reached = facts[destination(facts, place_of(facts, state.fact))]
        return replace(state, fact=reached.seq, is_playing=False, top=0)

    return command


def _tick(match: SteppedMatch, state: StepperState) -> StepperState:
    """Go to the next fact, and stop at the last."""
    facts = match.selected(state.viewer, state.chosen)
    place = min(len(facts) - 1, place_of(facts, state.fact) + 1)
    return replace(state, fact=facts[place].seq, is_playing=place < len(facts) - 1, top=0)


# --- other commands ---


def _do_nothing(_: SteppedMatch, state: StepperState) -> StepperState:
    return state


def _quit(_: SteppedMatch, state: StepperState) -> StepperState:
    return replace(state, has_quit=True)


def _see_as(viewer: Seat) -> _Command:
    """Return the command that shows the same moment through other eyes."""

    def command(match: SteppedMatch, state: StepperState) -> StepperState:
        if viewer >= len(match.names):
            return replace(
                state, message=f"no seat {viewer}; seats are numbered from 0 to {len(match.names) - 1}"
            )
        if not match.facts(viewer):
            return replace(state, message=f"{match.eyes(viewer)}, nothing was seen")
        if match.selected(viewer, state.chosen):
            return replace(state, viewer=viewer)
        message = f"{match.eyes(viewer)}, no fact passes the filter; it was removed"
        return replace(state, viewer=viewer, chosen=read_filter("", match.names), message=message)

    return command


def _play(match: SteppedMatch, state: StepperState) -> StepperState:
    """Begin to play, from the start if this is the end; or stop."""
    facts = match.selected(state.viewer, state.chosen)
    is_at_end = place_of(facts, state.fact) == len(facts) - 1
    first = facts[0].seq if is_at_end and not state.is_playing else state.fact
    return replace(state, fact=first, is_playing=not state.is_playing)


def _change_speed(by: int) -> _Command:
    def command(_: SteppedMatch, state: StepperState) -> StepperState:
        speed = max(0, min(len(SPEEDS) - 1, state.speed + by))
        message = "" if state.is_playing else f"{SPEEDS[speed]:g} facts per second"
        return replace(state, speed=speed, message=message)

    return command


def _open(overlay: str) -> _Command:
    return lambda _, state: replace(state, overlay=overlay, top=0, is_playing=False)


def _ask(prompt: str) -> _Command:
    return lambda _, state: replace(state, prompt=prompt, typed="", is_playing=False)


def _stop(_: SteppedMatch, state: StepperState) -> StepperState:
    return replace(state, is_playing=False)


# --- overlays ---


def _scroll(match: SteppedMatch, state: StepperState, key: str) -> StepperState | None:
    """Return the state if the key moves or closes an overlay, else None. Steps work under an explanation."""
    page = max(1, overlay_rows(state) - 1)
    lines: dict[str, int] = {Key.UP: -1, Key.DOWN: 1, Key.PAGE_UP: -page, Key.PAGE_DOWN: page, " ": page}
    if key in lines:
        return _scrolled_to(match, state, state.top + lines[key])
    closes = "w" if state.overlay == "why" else "?"
    if key in (Key.ESCAPE, Key.ENTER, "q", closes):
        return replace(state, overlay="", top=0)
    return None if state.overlay == "why" else state


def _scrolled_to(match: SteppedMatch, state: StepperState, top: int) -> StepperState:
    last = max(0, len(overlay_texts(match, state)) - overlay_rows(state))
    return replace(state, top=max(0, min(last, top)))


# --- what is typed at the bottom ---


def _type(match: SteppedMatch, state: StepperState, key: str) -> StepperState:
    if key == Key.ENTER:
        return _ENTERED[state.prompt](match, replace(state, prompt="", typed=""), state.typed.strip())
    if key == Key.ESCAPE or (key == Key.BACKSPACE and not state.typed):
        return replace(state, prompt="", typed="")
    if key == Key.BACKSPACE:
        return replace(state, typed=state.typed[:-1])
    if key == Key.ERASE_LINE:
        return replace(state, typed="")
    return replace(state, typed=state.typed + key) if len(key) == 1 else state


def _go(match: SteppedMatch, state: StepperState, text: str) -> StepperState:
    """Go to a fact by its number, or to a turn: `132`, `t12`."""
    facts = match.selected(state.viewer, state.chosen)
    is_turn = text[:1] in ("t", "T")
    number = text[1:].strip() if is_turn else text
    if not (number.isascii() and number.isdecimal()):
        return replace(
            state, message=f"{text!r} is not the number of a fact (132) or of a turn (t12)" if text else ""
        )
    wanted = int(number)
    if is_turn:
        found = next((fact for fact in facts if fact.turn == wanted), None)
        if found is None:
            return replace(state, message=f"no turn {wanted} here; the last one is turn {facts[-1].turn}")
        return replace(state, fact=found.seq, top=0)
    if not 1 <= wanted <= match.last_fact:
        return replace(state, message=f"no fact {wanted}; facts are numbered from 1 to {match.last_fact}")
    reached = facts[place_of(facts, wanted)]
    message = "" if reached.seq == wanted else f"fact {wanted} is not shown; this is the nearest before it"
    return replace(state, fact=reached.seq, top=0, message=message)


def _search(match: SteppedMatch, state: StepperState, text: str) -> StepperState:
    return _find(1)(match, replace(state, search=text or state.search))


def _find(direction: int) -> _Command:
    """Return the command that goes to the next or previous fact with the text that is searched for."""

    def command(match: SteppedMatch, state: StepperState) -> StepperState:
        if not state.search:
            return replace(state, message="nothing to search for; press / first")
        facts = match.selected(state.viewer, state.chosen)
        place = place_of(facts, state.fact)
        for distance in range(1, len(facts) + 1):
            found = place + direction * distance
            fact = facts[found % len(facts)]
            if _has(match, state, fact):
                message = "" if 0 <= found < len(facts) else "searched on from the other end"
                return replace(state, fact=fact.seq, message=message, is_playing=False, top=0)
        return replace(state, message=f"no fact with {state.search!r}")

    return command


def _has(match: SteppedMatch, state: StepperState, fact: VisibleFact) -> bool:
    """Return whether the sentence, the rules or the kind of a fact contain what is searched for."""
    kind = str(fact.recorded.fact.__struct_config__.tag)
    text = f"{match.sentence(state.viewer, fact)}\n{fact.recorded.path}\n{kind}"
    return state.search.casefold() in text.casefold()


def _filter(match: SteppedMatch, state: StepperState, text: str) -> StepperState:
    try:
        chosen = read_filter(text, match.names)
    except CommandError as error:
        return replace(state, message=str(error).removeprefix("--as "))
    facts = match.selected(state.viewer, chosen)
    if not facts:
        return replace(state, message=f"no fact passes {text!r}")
    # The first fact from here on, or else the last before.
    reached = next((fact for fact in facts if fact.seq >= state.fact), facts[-1])
    return replace(state, chosen=chosen, fact=reached.seq, top=0)


_ENTERED: dict[str, Callable[[SteppedMatch, StepperState, str], StepperState]] = {
    "go": _go,
    "search": _search,
    "filter": _filter,
}

_COMMANDS: dict[str, _Command] = {
    Key.RIGHT: _move(_by(1)),
    Key.ENTER: _move(_by(1)),
    Key.LEFT: _move(_by(-1)),
    Key.BACKSPACE: _move(_by(-1)),
    Key.DOWN: _move(_by(_BY_TEN)),
    Key.PAGE_DOWN: _move(_by(_BY_TEN)),
    Key.UP: _move(_by(-_BY_TEN)),
    Key.PAGE_UP: _move(_by(-_BY_TEN)),
    Key.SHIFT_RIGHT: _move(_next_start(_entry_of)),
    ">": _move(_next_start(_entry_of)),
    Key.SHIFT_LEFT: _move(_previous_start(_entry_of)),
    "<": _move(_previous_start(_entry_of)),
    "]": _move(_next_start(_turn_of)),
    "[": _move(_previous_start(_turn_of)),
    Key.HOME: _move(_first),
    Key.END: _move(_last),
    "g": _ask("go"),
    "/": _ask("search"),
    "n": _find(1),
    "N": _find(-1),
    "f": _ask("filter"),
    "o": _see_as(OPEN_TABLE),
    "s": _see_as(SPECTATOR),
    **{str(seat): _see_as(seat) for seat in range(10)},
    " ": _play,
    "+": _change_speed(1),
    "=": _change_speed(1),
    "-": _change_speed(-1),
    "w": _open("why"),
    "?": _open("help"),
    Key.ESCAPE: _stop,
    "q": _quit,
}
