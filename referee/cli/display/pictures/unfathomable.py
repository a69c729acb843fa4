"""Pictures of an Unfathomable table: the ship from above, the dials and tracks, and what each player owns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from referee.cli.display.pictures import SmallTable, in_two_columns, on_one_line
from referee.games.sentences import count
from referee.games.unfathomable.board import NUMBERS, ROOMS, Space
from referee.games.unfathomable.cards import (
    CHARACTERS,
    DAMAGES,
    ITEMS,
    MYTHOS,
    WAYPOINTS,
    Character,
    Loyalty,
    Mythos,
    Resource,
    Skill,
    SkillCard,
    Title,
)
from referee.games.unfathomable.ending import PORT
from referee.games.unfathomable.state import Player, State
from referee.games.unfathomable.wording import say_card

SKILL_COLOURS = {
    Skill.INFLUENCE: "dark_orange",
    Skill.LORE: "magenta",
    Skill.OBSERVATION: "green",
    Skill.STRENGTH: "red",
    Skill.WILL: "bright_blue",
    Skill.TREACHERY: "white",
}
SPACE_NAMES = {
    Space.BRIDGE: "Bridge",
    Space.CHAPEL: "Chapel",
    Space.CAPTAINS_CABIN: "Captain's Cabin",
    Space.CARGO_HOLD: "Cargo Hold",
    Space.GALLEY: "Galley",
    Space.BOILER_ROOM: "Boiler Room",
    Space.SICK_BAY: "Sick Bay",
    Space.BRIG: "Brig",
}
PLAN = (
    (Space.WATER_2, Space.DECK_2, (Space.BRIDGE,), Space.DECK_1, Space.WATER_1),
    (
        Space.WATER_4,
        Space.DECK_4,
        (Space.CAPTAINS_CABIN, Space.SICK_BAY, Space.CHAPEL),
        Space.DECK_3,
        Space.WATER_3,
    ),
    (Space.WATER_6, Space.DECK_6, (Space.GALLEY, Space.BRIG, Space.CARGO_HOLD), Space.DECK_5, Space.WATER_5),
    (Space.WATER_8, Space.DECK_8, (Space.BOILER_ROOM,), Space.DECK_7, Space.WATER_7),
)
"""The ship from above, with the bow on top: port water and deck, rooms, starboard deck and water."""
TRACK_SPACES = 5
LOW = 3
"""Dials at or below this value are shown in red."""


LEGEND = (
    ("▶", "the seat whose turn it is"),
    ("~4", "a water space"),
    ("□4", "a deck space"),
    ("Galley 3-4", "a room and its numbers"),
    ("✗ (will 8)", "a damaged room: the skill and the strength that repair it"),
    ("♆2", "Deep Ones"),
    ("☺2", "passengers"),
    ("Dagon, Hydra", "the monarchs"),
    ("··●··", "the place on the track"),
    ("(Knife)", "an item that is out of use"),
    ("feat", "the feat of the character is still to be used"),
)
"""Signs in the drawings, with their meanings."""
LEAST_IMPORTANT = ("Decks", "Effect", "Plan", "Waypoints", "Mythos")
"""Parts of the board that are left out on a small terminal, in this order. A list of spaces replaces the plan."""


def drawings(state: State, names: Sequence[str]) -> Iterator[RenderableType]:
    """Yield drawings of the table as this viewer sees it, from the most to the least detailed."""
    yield Group(_board(state), _seats(state, names))
    lines = [_line(state, seat, player, names[seat]) for seat, player in enumerate(state.players)]
    for out in range(len(LEAST_IMPORTANT) + 1):
        yield SmallTable(_board(state, LEAST_IMPORTANT[:out]), lines, state.active)


def _board(state: State, left_out: Sequence[str] = ()) -> RenderableType:
    miles = sum(WAYPOINTS[waypoint].distance for waypoint in state.waypoints)
    title = f"Unfathomable, turn {state.turn}, distance {miles} of {PORT}"
    ship = _occupied(state) if "Plan" in left_out else _ship(state)
    return Panel(
        Group(_dials(state), ship, _piles(state, left_out)),
        title=title,
        title_align="left",
        border_style="blue",
    )


def _dials(state: State) -> RenderableType:
    dials = [
        Text(
            f"{resource.value} {state.resources[resource]}",
            style="bold red" if state.resources[resource] <= LOW else "",
        )
        for resource in Resource
    ]
    return Text("  ").join([*dials, _track("travel", state.travel), _track("ritual", state.ritual)])


def _track(name: str, place: int) -> Text:
    track = Text(f"{name} ", style="bold")
    for number in range(TRACK_SPACES):
        track.append("●" if number == place else "·", style="bold" if number == place else "dim")
    return track


def _ship(state: State) -> RenderableType:
    rows = Table.grid(padding=(0, 1), expand=True)
    for ratio in (2, 3, 8, 3, 2):
        rows.add_column(ratio=ratio)
    for port, port_deck, rooms, deck, water in PLAN:
        inside = Text("   ").join([_space(state, room) for room in rooms])
        rows.add_row(
            _space(state, port), _space(state, port_deck), inside, _space(state, deck), _space(state, water)
        )
    rows.add_row(_label(state, Space.DEEP), _figures(state, Space.DEEP), "", "", "")
    return rows


def _occupied(state: State) -> RenderableType:
    """List the spaces that are occupied or damaged."""
    found = [_space(state, space) for space in Space if space in state.damage or _figures(state, space)]
    return Text("   ").join(found)


def _space(state: State, space: Space) -> Text:
    return Text.assemble(_label(state, space), " ", _figures(state, space))


def _label(state: State, space: Space) -> Text:
    if space in ROOMS and space in state.damage:
        return Text(f"{SPACE_NAMES[space]} ✗ {_repair(state, space)}", style="bold red")
    if space in SPACE_NAMES:
        numbers = "-".join(map(str, NUMBERS.get(space, ())))
        return Text(f"{SPACE_NAMES[space]} {numbers}".rstrip(), style="bold")
    if space is Space.DEEP:
        return Text("the Deep", style="bold blue")
    kind, _, number = space.value.partition("_")
    return Text(f"{'~' if kind == 'water' else '□'}{number}", style="blue" if kind == "water" else "dim")


def _repair(state: State, space: Space) -> str:
    card = DAMAGES[state.damage[space]]
    return f"({card.skill.value if card.skill else 'any'} {card.repair})"


def _figures(state: State, space: Space) -> Text:
    """List the figures on a space: monarchs, Deep Ones, passengers, characters."""
    found = [
        Text(monarch.value.title(), style="bold white on red")
        for monarch, at in state.monarchs.items()
        if at is space
    ]
    deep_ones = state.deep_ones.get(space, 0)
    if deep_ones:
        found.append(Text(f"♆{deep_ones}", style="bold red"))
    passengers = len(state.passengers.get(space, ()))
    if passengers:
        found.append(Text(f"☺{passengers}", style="bold yellow"))
    for seat in state.on(space):
        player = state.players[seat]
        if player.character is not Character.HIDDEN:
            found.append(Text(_first_name(player), style="bold red" if player.is_traitor else "bold green"))
    return Text(" ").join(found)


def _first_name(player: Player) -> str:
    return CHARACTERS[player.character].name.partition(" ")[0]


def _piles(state: State, left_out: Sequence[str]) -> RenderableType:
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="bold", no_wrap=True)
    rows.add_column()
    if state.mythos_card is not Mythos.HIDDEN and "Mythos" not in left_out:
        card = MYTHOS[state.mythos_card]
        test = (
            f": {' + '.join(skill.value for skill in card.skills)} {card.difficulty}" if card.skills else ""
        )
        rows.add_row("Mythos", Text(f"{card.name}{test}"))
        if "Effect" not in left_out:
            rows.add_row("", Text(say_card(state.mythos_card), style="dim"))
    if state.skill_test is not None:
        skills = " + ".join(skill.value for skill in state.skill_test.skills)
        total = (
            f", total {state.skill_test.total}"
            if state.skill_test.is_counted
            else f", {count(len(state.pile), 'card')} so far"
        )
        rows.add_row("Test", Text(f"{skills} {state.skill_test.difficulty}{total}"))
    if state.waypoints and "Waypoints" not in left_out:
        rows.add_row("Waypoints", Text(", ".join(WAYPOINTS[waypoint].name for waypoint in state.waypoints)))
    if "Decks" not in left_out:
        rows.add_row("Decks", _decks(state))
    return rows


def _decks(state: State) -> Text:
    decks = ", ".join(f"{skill.value} {len(state.decks[skill])}" for skill in Skill)
    others = (
        f"chaos {len(state.chaos)}, mythos {len(state.mythos_deck)}, items {len(state.item_deck)}, "
        f"spells {len(state.spell_deck)}, waypoints {len(state.waypoint_deck)}, damage {len(state.damage_deck)}, "
        f"Deep Ones {state.deep_one_supply}, passengers {len(state.passenger_supply)}"
    )
    return Text(f"{decks}; {others}", style="dim")


def _seats(state: State, names: Sequence[str]) -> RenderableType:
    """Draw the players in two columns, so that six of them fit an ordinary terminal."""
    panels = [_seat(state, seat, player, names[seat]) for seat, player in enumerate(state.players)]
    return in_two_columns(panels)


def _seat(state: State, seat: int, player: Player, name: str) -> RenderableType:
    is_active = seat == state.active
    rows = Table.grid(padding=(0, 1))
    rows.add_column(style="dim", no_wrap=True)
    rows.add_column()
    rows.add_row("hand", _hand(player.hand))
    items = _items(player)
    if items:
        rows.add_row("items", items)
    rows.add_row("loyal", _loyalty(player))
    rows.add_row("has", _marks(state, seat, player))
    character = CHARACTERS[player.character].name if player.character in CHARACTERS else "no character yet"
    title = f"{'▶ ' if is_active else ''}seat {seat} {name}: {character}"
    colour = "red" if player.is_traitor else "bright_white" if is_active else "dim"
    return Panel(rows, title=title, title_align="left", border_style=colour)


def _line(state: State, seat: int, player: Player, name: str) -> Text:
    """Draw a seat in one line: its character, loyalty, titles, hand and items."""
    is_active = seat == state.active
    character = f": {_first_name(player)}" if player.character in CHARACTERS else ""
    colour = "red" if player.is_traitor else "bold" if is_active else ""
    title = Text(f"{'▶ ' if is_active else ''}seat {seat} {name}{character}", style=colour)
    return on_one_line(
        [title, _loyalty(player), _marks(state, seat, player), _hand(player.hand), _items(player)]
    )


def _items(player: Player) -> Text:
    inactive = [f"({ITEMS[item].name})" for item in player.inactive]
    return Text(", ".join([*[ITEMS[item].name for item in player.items], *inactive]))


def _marks(state: State, seat: int, player: Player) -> Text:
    """List the titles, the feat and the Mythos cards that a player keeps."""
    marks = [f"{title.value}" for title, holder in state.titles.items() if holder == seat and title in Title]
    marks += ["feat"] if player.has_feat else []
    marks += [MYTHOS[card].name for card in player.mythos]
    return Text(", ".join(marks))


def _hand(hand: list[SkillCard]) -> Text:
    if any(card is SkillCard.HIDDEN for card in hand):
        return Text(count(len(hand), "card"))
    groups = []
    for skill in Skill:
        values = sorted(card.strength for card in hand if card.skill is skill)
        if values:
            groups.append(Text(f"{skill.value} {' '.join(map(str, values))}", style=SKILL_COLOURS[skill]))
    return Text("  ").join(groups)


def _loyalty(player: Player) -> Text:
    if player.is_traitor:
        return Text(f"{player.revealed.value}, revealed", style="bold red")
    if any(card is Loyalty.HIDDEN for card in player.loyalty):
        return Text(f"{count(len(player.loyalty), 'card')}, face down", style="dim")
    return Text(", ".join(card.value for card in player.loyalty))
