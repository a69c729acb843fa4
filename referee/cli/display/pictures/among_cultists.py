"""Pictures of a table of Among Cultists: the Locations with who is there, the decks, and what each seat holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from referee.cli.display.pictures import SmallTable, in_two_columns, on_one_line
from referee.games.among_cultists.cards import CharacterRole, Colour, Face, Side
from referee.games.among_cultists.state import Character, State
from referee.games.among_cultists.wording.names import Names, place_name
from referee.games.sentences import count

COLOURS = {
    Colour.RED: "red",
    Colour.ORANGE: "orange3",
    Colour.BLUE: "blue",
    Colour.PURPLE: "magenta",
    Colour.LIGHT_BLUE: "bright_cyan",
    Colour.GREEN: "green",
}

LEGEND = (
    ("▶", "the seat whose turn it is"),
    ("[Ada, Bob]", "those who are at a Location"),
    ("(dark)", "an island with a blackout"),
    ("Portal", "a Room with a Portal"),
    ("pulse 3", "number of cards in the Pulse deck"),
    ("start", "a start card, which only Cultists see"),
    ("?", "a role that this viewer does not know"),
)
"""Signs in the drawings, with their meanings."""
LEAST_IMPORTANT = ("Decks", "Threats", "Boats", "Bridges")
"""Parts of the board that are left out on a small terminal, in this order."""


def drawings(state: State, names: Sequence[str]) -> Iterator[RenderableType]:
    """Yield drawings of the table as this viewer sees it, from the most to the least detailed."""
    panels = [_seat(state, seat, each, names) for seat, each in enumerate(state.characters)]
    yield Group(_board(state, names), in_two_columns(panels))
    lines = [_line(state, seat, each, names[seat]) for seat, each in enumerate(state.characters)]
    for out in range(len(LEAST_IMPORTANT) + 1):
        yield SmallTable(_board(state, names, LEAST_IMPORTANT[:out]), lines, state.active)


def _board(state: State, names: Sequence[str], left_out: Sequence[str] = ()) -> RenderableType:
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="bold", no_wrap=True)
    rows.add_column()
    layout = state.layout
    parts: dict[str, Text] = {}
    for island in layout.islands:
        dark = " (dark)" if island in state.blackouts else ""
        rooms = [place for place, each in layout.places.items() if each.is_room and each.island == island]
        parts[f"{place_name(island)}{dark}"] = _joined([_room(state, room, names) for room in rooms])
    bridges = [
        place for place, each in layout.places.items() if not each.is_room and place not in layout.boats
    ]
    parts["Bridges"] = _joined([_bridge(state, bridge, names) for bridge in bridges])
    parts["Boats"] = _joined([_boat(state, each.boat, each.dock, names) for each in state.boats])
    parts["Threats"] = _threats(state)
    parts["Decks"] = Text(
        f"Unsafe Passage {len(state.unsafe)}, events {len(state.events)}, Draw pile {len(state.draw_pile)}",
        style="dim",
    )
    for name, part in parts.items():
        if name not in left_out:
            rows.add_row(name, part)
    points = f"{state.victory_points} of {layout.numbers.victory_points} Victory Points"
    kills = f"the Cultists need {layout.numbers.kills} dead"
    phase = "" if state.round == 0 else f", {state.phase.value}"
    title = f"Among Cultists, round {state.round} of {layout.numbers.rounds}{phase}"
    # Below, because both do not fit 80 columns in one line.
    return Panel(
        rows,
        title=title,
        title_align="left",
        subtitle=f"{points}, {kills}",
        subtitle_align="left",
        border_style="blue",
    )


def _room(state: State, room: str, names: Sequence[str]) -> Text:
    colour = state.layout.places[room].colour
    text = Text(place_name(room), style=COLOURS[colour] if colour is not None else "")
    found = state.room(room)
    if found is not None:
        text.append(f" {count(len(found.cards), 'card')}, {count(found.books, 'book')}", style="dim")
        if found.has_portal:
            text.append(" Portal", style="bold magenta")
    return _with_those(state, text, room, names)


def _bridge(state: State, bridge: str, names: Sequence[str]) -> Text:
    text = Text(place_name(bridge))
    if bridge in state.blocks:
        text.stylize("strike")
        text.append(" (closed)", style="red")
    return _with_those(state, text, bridge, names)


def _boat(state: State, boat: str, dock: str, names: Sequence[str]) -> Text:
    text = Text(f"{place_name(boat)} at {place_name(dock)}")
    if boat in state.blocks:
        text.append(" (route closed)", style="red")
    return _with_those(state, text, boat, names)


def _with_those(state: State, text: Text, place: str, names: Sequence[str]) -> Text:
    """Add the names of those who are at a Location."""
    there = [names[seat] for seat in state.at(place)]
    if there:
        text.append(f" [{', '.join(there)}]", style="bold")
    return text


def _threats(state: State) -> Text:
    fishmen = [Text(f"Fishman on {place_name(place)}", style="yellow") for place in state.fishmen]
    return _joined(fishmen) if fishmen else Text("none", style="dim")


def _title(state: State, seat: int, character: Character, name: str) -> Text:
    is_active = seat == state.active
    ghost = ", a Ghost" if character.is_ghost else ""
    return Text(f"{'▶ ' if is_active else ''}seat {seat} {name}{ghost}", style="bold" if is_active else "")


def _role(character: Character) -> Text:
    if character.role is CharacterRole.HIDDEN:
        return Text("?", style="dim")
    style = "red" if character.role in (CharacterRole.CULTIST, CharacterRole.FIRESTARTER) else "green"
    text = Text(Names((), "en").role(character.role, character.number), style=style)
    if character.side is Side.CULTISTS and style != "red":
        text.append(" for the Cultists", style="red")
    return text


def _route(state: State, character: Character) -> Text:
    """Show the colours of a Route card for this round."""
    route = state.layout.routes.get(character.route)
    if route is None or not state.round:
        return Text(character.route)
    now = route[state.round - 1]
    colours = [Text(each.value.replace("_", " "), style=COLOURS[each]) for each in now]
    return Text(character.route + " ") + Text(", ").join(colours)


def _hand(cards: list[Face]) -> Text:
    return Text(Names((), "en").faces(cards))


def _line(state: State, seat: int, character: Character, name: str) -> Text:
    """Draw a seat in one line."""
    return on_one_line(
        [
            _title(state, seat, character, name),
            _role(character),
            Text(place_name(character.place)),
            _hand(character.hand),
            Text(f"pulse {len(character.pulse)}"),
            _route(state, character),
        ]
    )


def _memories(character: Character, names: Sequence[str]) -> Iterator[tuple[str, Text]]:
    """Yield what a player did and saw in secret, each kind with its heading; nothing if that is not known."""
    words = Names(names, "en")
    gifts = [
        f"{words.face(gift.face)} to {words.seat(gift.to) if gift.to >= 0 else 'somebody'}"
        for gift in character.gifts
    ]
    tasks = [
        f"{words.face(task.face)} into {place_name(task.room) if task.room else 'the Unsafe Passage deck'}"
        for task in character.tasks
    ]
    pulses = [
        f"{words.seat(each.target)} in round {each.round}: {each.alive} Alive, {each.dead} Dead"
        for each in character.seen_pulses
    ]
    rooms = [
        f"{place_name(each.room)} in round {each.round}: {words.faces(each.cards)}"
        for each in character.seen_rooms
    ]
    for heading, lines in (("gave", gifts), ("played", tasks), ("saw", [*pulses, *rooms])):
        if lines:
            yield heading, Text("; ".join(lines))


def _seat(state: State, seat: int, character: Character, names: Sequence[str]) -> RenderableType:
    rows = Table.grid(padding=(0, 1))
    rows.add_column(style="dim", no_wrap=True)
    rows.add_column()
    rows.add_row("role", _role(character))
    rows.add_row("at", Text(place_name(character.place)))
    rows.add_row("hand", _hand(character.hand))
    rows.add_row("pulse", _hand(character.pulse))
    if Face.HIDDEN in character.pulse and character.start is not Face.HIDDEN:
        # What a Cultist saw in the first night.
        rows.add_row("start", _hand([character.start]))
    if character.route:
        rows.add_row("route", _route(state, character))
    for heading, memory in _memories(character, names):
        rows.add_row(heading, memory)
    title = _title(state, seat, character, names[seat])
    colour = "bright_white" if seat == state.active else "dim"
    return Panel(rows, title=title, title_align="left", border_style=colour)


def _joined(things: list[Text]) -> Text:
    return Text("  ").join(things)
