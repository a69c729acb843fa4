"""Pictures of an Abyss table: the Court, the track, the Council, the Locations, and what each seat owns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from referee.cli.display.pictures import SmallTable, in_two_columns, on_one_line
from referee.games.abyss.cards import (
    COURT_SPACES,
    LAST_THREAT_SPACE,
    LOCATIONS,
    LORDS,
    RACES,
    TRACK_SPACES,
    Card,
    Guild,
    Lord,
    Race,
)
from referee.games.abyss.locations import keys_of
from referee.games.abyss.state import NOT_TOLD, Realm, State
from referee.games.sentences import count

RACE_COLOURS = {
    Race.SQUID: "bright_blue",
    Race.SHELLFISH: "green",
    Race.CRAB: "red",
    Race.SEAHORSE: "yellow",
    Race.JELLYFISH: "magenta",
}
GUILD_COLOURS = {
    Guild.POLITICIAN: "bright_blue",
    Guild.MERCHANT: "green",
    Guild.SOLDIER: "red",
    Guild.FARMER: "yellow",
    Guild.MAGE: "magenta",
    Guild.AMBASSADOR: "white",
}


LEGEND = (
    ("▶", "the seat whose turn it is"),
    (
        "Jailer 10/1 +9 key",
        "a Lord at Court: cost/number of races, Influence Points, and whether it has a key",
    ),
    ("crab/3", "an Ally on the track: race/strength"),
    ("crab 2 3", "Allies in a hand or affiliated: race, and the strength of each"),
    ("crab 2", "a stack of the Council: race, and number of Allies"),
    ("[2]", "the space of the Threat"),
    ("·", "an empty space"),
    ("joined", "affiliated Allies"),
    ("rules", "a Location with the Lords who control it"),
    ("(Jailer)", "a Lord that is turned and has no power"),
    ("?", "pearls that this viewer cannot count"),
)
"""Signs in the drawings, with their meanings."""
LEAST_IMPORTANT = ("Piles", "Threat", "Locations")
"""Parts of the board that are left out on a small terminal, in this order."""


def drawings(state: State, names: Sequence[str]) -> Iterator[RenderableType]:
    """Yield drawings of the table as this viewer sees it, from the most to the least detailed."""
    yield Group(_board(state), _seats(state, names))
    lines = [_line(state, seat, realm, names[seat]) for seat, realm in enumerate(state.realms)]
    for out in range(len(LEAST_IMPORTANT) + 1):
        yield SmallTable(_board(state, LEAST_IMPORTANT[:out]), lines, state.active)


def _board(state: State, left_out: Sequence[str] = ()) -> RenderableType:
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="bold", no_wrap=True)
    rows.add_column()
    locations = [Text(LOCATIONS[tile].name) for tile in state.open_locations]
    piles = (
        f"exploration {len(state.deck)} (+{len(state.discard)} discarded), Lords {len(state.lord_deck)}, "
        f"Locations {len(state.location_deck)}, Monster tokens {len(state.token_pile)}"
    )
    parts = {
        "Court": _spread([_lord(lord) for lord in state.court], COURT_SPACES),
        "Track": _spread([_card(card) for card in state.track], TRACK_SPACES),
        "Council": _joined([_stack(race, len(stack)) for race, stack in state.council.items()]),
        "Locations": _joined(locations) or Text("none"),
        "Threat": _threat(state.threat),
        "Piles": Text(piles, style="dim"),
    }
    for name, part in parts.items():
        if name not in left_out:
            rows.add_row(name, part)
    title = f"Abyss, turn {state.turn}"
    if state.last_round_by >= 0:
        title += ", last round"
    return Panel(rows, title=title, title_align="left", border_style="blue")


def _seats(state: State, names: Sequence[str]) -> RenderableType:
    """Draw the seats in two columns, so that four of them fit an ordinary terminal."""
    panels = [_seat(state, seat, realm, names[seat]) for seat, realm in enumerate(state.realms)]
    return in_two_columns(panels)


def _line(state: State, seat: int, realm: Realm, name: str) -> Text:
    """Draw a seat in one line: its counters, its hand, its Lords and Locations, and its affiliated Allies."""
    places = [Text(LOCATIONS[holding.location].name, style="bold") for holding in realm.holdings]
    has = f"pearls {_pearls(realm)} keys {keys_of(realm)} points {_points(realm)}"
    parts = [_title(state, seat, name), Text(has), _hand(realm.hand)]
    return on_one_line(
        [*parts, *[_owned(lord, realm) for lord in realm.free], *places, _allies(realm.affiliated)]
    )


def _title(state: State, seat: int, name: str) -> Text:
    is_active = seat == state.active
    return Text(f"{'▶ ' if is_active else ''}seat {seat} {name}", style="bold" if is_active else "")


def _pearls(realm: Realm) -> str:
    return "?" if realm.pearls == NOT_TOLD else str(realm.pearls)


def _points(realm: Realm) -> int:
    return sum(LORDS[lord].influence for lord in realm.lords())


def _seat(state: State, seat: int, realm: Realm, name: str) -> RenderableType:
    is_active = seat == state.active
    rows = Table.grid(padding=(0, 1))
    rows.add_column(style="dim", no_wrap=True)
    rows.add_column()
    rows.add_row(
        "has",
        Text(
            f"pearls {_pearls(realm)}  keys {keys_of(realm)}  tokens {len(realm.tokens)}  "
            f"Lords' points {_points(realm)}"
        ),
    )
    rows.add_row("hand", _hand(realm.hand))
    rows.add_row("Lords", _joined([_owned(lord, realm) for lord in realm.free]))
    for holding in realm.holdings:
        under = _joined([_short(lord) for lord in holding.lords])
        rows.add_row("rules", Text.assemble((LOCATIONS[holding.location].name, "bold"), " ", under))
    rows.add_row("joined", _allies(realm.affiliated))
    colour = "bright_white" if is_active else "dim"
    return Panel(rows, title=_title(state, seat, name), title_align="left", border_style=colour)


def _hand(hand: list[Card]) -> Text:
    if any(card is Card.HIDDEN for card in hand):
        return Text(count(len(hand), "Ally"))
    return _allies(hand)


def _allies(cards: list[Card]) -> Text:
    """List Allies by race, from weak to strong."""
    groups = []
    for race in RACES:
        strengths = sorted(card.strength for card in cards if card.race is race)
        if strengths:
            groups.append(Text(f"{race.value} {' '.join(map(str, strengths))}", style=RACE_COLOURS[race]))
    return _joined(groups)


def _card(card: Card) -> Text:
    if card is Card.MONSTER:
        return Text("Monster", style="bold white on red")
    return Text(card.value, style=RACE_COLOURS.get(card.race, "dim"))


def _stack(race: Race, size: int) -> Text:
    return Text(f"{race.value} {size}", style=RACE_COLOURS[race] if size else "dim")


def _lord(lord: Lord) -> Text:
    """Describe a Lord at Court: name, cost as value/races, influence points."""
    card = LORDS[lord]
    key = " key" if card.keys else ""
    name = card.name.removeprefix("The ")
    return Text(f"{name} {card.cost}/{card.races} +{card.influence}{key}", style=GUILD_COLOURS[card.guild])


def _short(lord: Lord) -> Text:
    card = LORDS[lord]
    return Text(card.name.removeprefix("The "), style=GUILD_COLOURS[card.guild])


def _owned(lord: Lord, realm: Realm) -> Text:
    text = _short(lord)
    return Text(f"({text.plain})", style="strike dim") if lord in realm.turned else text


def _threat(space: int) -> Text:
    track = Text()
    for number in range(1, LAST_THREAT_SPACE + 1):
        is_here = number == space
        track.append(
            f"[{number}]" if is_here else f" {number} ", style="bold white on red" if is_here else "dim"
        )
    return track


def _spread(things: list[Text], spaces: int) -> Text:
    """Show things on spaces, and a dot for each free space."""
    return _joined(things + [Text("·", style="dim")] * (spaces - len(things)))


def _joined(things: list[Text]) -> Text:
    return Text("  ").join(things)
