"""What the screen of the stepper shows: the table, an explanation or the help, between a header and a footer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.text import Text

from referee.cli.display.console import TIME_RAN_OUT, ReportLine, console, heading_lines
from referee.cli.display.fitted_picture import STORY_LINES
from referee.cli.display.pictures import legend_for
from referee.cli.display.printable import printable
from referee.cli.stepping.stepped_match import SteppedMatch
from referee.cli.stepping.stepper_state import SPEEDS, StepperState
from referee.games import game
from referee.games.sentences import count
from referee.kernel.facts import OPEN_TABLE
from referee.replay.visible_facts import VisibleFact

KEYS = (
    ("→ ←", "next and previous fact (also Enter and Backspace)"),
    ("Shift → ←", "next and previous decision (also > and <)"),
    ("] [", "next and previous turn"),
    ("↓ ↑", "ten facts on and back"),
    ("Home End", "first and last fact"),
    ("g", "go to a fact (132) or a turn (t12) by its number"),
    ("Space", "play and stop"),
    ("+ -", "faster and slower"),
    ("/", "search sentences, rules and kinds of facts; n next, N previous"),
    ("f", "stop only at some facts: seat=1, rule=explore, kind=revealed; empty for all"),
    ("w", "why: the answers, rules, rulings and draws behind the fact"),
    ("?", "this help"),
    ("q", "quit"),
)
SHORT_KEYS = (
    "? help", "q quit", "→← fact", "][ turn", "Space play", "w why", "0-{last} o s eyes", "/ search", "f filter",
    "g go to",
)  # fmt: skip
PROMPTS = {
    "go": "go to fact (t12: turn 12): ",
    "search": "search: ",
    "filter": "stop only at (seat=1 rule=explore kind=revealed): ",
}
_FRAME_ROWS = 2
"""Rows of the header and the footer."""
_MIN_WRAP = 16


def page_for(match: SteppedMatch, state: StepperState) -> RenderableType:
    """Return the screen."""
    facts = match.selected(state.viewer, state.chosen)
    told = [fact for fact in facts if fact.seq <= state.fact] or facts[:1]
    header, footer = _header(match, state, told[-1]), _footer(match, state)
    if state.overlay:
        rows = overlay_rows(state)
        shown = overlay_texts(match, state)[state.top : state.top + rows]
        empty = [Text("")] * (rows - len(shown))
        return Group(header, *shown, *empty, footer)
    story = [_event(match, state, fact) for fact in told[-STORY_LINES:]]
    return match.display(state.viewer, told[-1].seq).picture(footer, header, story)


def _event(match: SteppedMatch, state: StepperState, fact: VisibleFact) -> str:
    late = f"{TIME_RAN_OUT} " if fact.is_late else ""
    width = len(str(match.last_fact))
    return f"{fact.seq:>{width}} {late}{match.sentence(state.viewer, fact)}  [{fact.recorded.rule}]"


def _header(match: SteppedMatch, state: StepperState, fact: VisibleFact) -> Text:
    """Say whose eyes these are and where they look."""
    eyes, rest = match.eyes(state.viewer), f"turn {fact.turn}"
    if str(state.chosen):
        number = len(match.selected(state.viewer, state.chosen))
        rest += f" · only {state.chosen} ({count(number, 'fact')})"
    line = f"{eyes} · fact {fact.seq} of {match.last_fact} · {rest}"
    if len(line) > state.columns:
        line = f"{eyes} · fact {fact.seq}/{match.last_fact} · {rest}"
    return _one_line(line, "bold")


def _footer(match: SteppedMatch, state: StepperState) -> Text:
    """Return the line at the bottom: what is typed, a message, or the most useful keys."""
    if state.prompt:
        # The end of what is typed stays visible.
        line = f"{PROMPTS[state.prompt]}{state.typed}▏"
        return _one_line(line if len(line) <= state.columns else f"…{line[1 - state.columns :]}", "")
    if state.message:
        return _one_line(state.message, "yellow")
    if state.is_playing:
        return _one_line(f"▶ playing, {SPEEDS[state.speed]:g} facts per second; Space stops, + - speed", "")
    if state.overlay:
        return _one_line(
            "↓ ↑ more · Esc back" + (" · → ← other facts" if state.overlay == "why" else ""), "dim"
        )
    line, *others = [words.format(last=len(match.names) - 1) for words in SHORT_KEYS]
    for words in others:
        longer = f"{line} · {words}"
        line = longer if len(longer) <= state.columns else line
    return _one_line(line, "dim")


def _one_line(text: str, style: str) -> Text:
    return Text(printable(text), style=style, no_wrap=True, overflow="ellipsis")


# --- overlays ---


def overlay_rows(state: StepperState) -> int:
    """Return how many lines of an overlay are shown at once."""
    return max(1, state.rows - _FRAME_ROWS)


def overlay_texts(match: SteppedMatch, state: StepperState) -> Sequence[Text]:
    """Return the lines of the overlay, wrapped to the terminal; none if there is none."""
    if state.overlay == "why":
        return _wrapped([*_why_note(match, state), *match.why(_fact_number(match, state))], state.columns)
    return _wrapped(_help(match), state.columns) if state.overlay == "help" else ()


def _fact_number(match: SteppedMatch, state: StepperState) -> int:
    facts = match.selected(state.viewer, state.chosen)
    return max([fact.seq for fact in facts if fact.seq <= state.fact], default=facts[0].seq)


def _why_note(match: SteppedMatch, state: StepperState) -> list[ReportLine]:
    """Say that an explanation shows more than a viewer saw."""
    if state.viewer == OPEN_TABLE:
        return []
    return [ReportLine(0, "[yellow]From the whole record: it may show more than this viewer saw.[/]")]


def _help(match: SteppedMatch) -> Iterable[ReportLine]:
    yield ReportLine(0, "[bold]Keys[/]")
    yield from _pairs(KEYS)
    yield from heading_lines("Through whose eyes")
    seats = [(str(seat), match.seat_name(seat)) for seat in range(len(match.names))]
    yield from _pairs([*seats, ("o", "open table"), ("s", "a spectator")])
    name = match.replay.charter.game
    yield from heading_lines(f"Signs in pictures of {game(name).title}")
    yield from _pairs(legend_for(name))


def _pairs(pairs: Iterable[tuple[str, str]]) -> Iterable[ReportLine]:
    pairs = [*pairs]
    width = max([len(sign) for sign, _ in pairs])
    for sign, meaning in pairs:
        yield ReportLine(2, f"[cyan]{escape(f'{sign:<{width}}')}[/]  {escape(meaning)}", hang=width + 2)


def _wrapped(lines: Iterable[ReportLine], columns: int) -> list[Text]:
    """Wrap lines to the terminal. The hanging part of a line is a word in a column of its own."""
    found = []
    for line in lines:
        prefix, text = Text.from_markup(printable(line.markup)).divide([line.hang])
        for part in text.wrap(console(), max(_MIN_WRAP, columns - line.indent - line.hang)):
            found.append(Text(" " * line.indent).append_text(prefix).append_text(part))
            prefix = Text(" " * line.hang)
    return found
