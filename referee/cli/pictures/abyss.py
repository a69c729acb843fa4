"""The table of Abyss: the Court, the track, the Council, the Locations, and what each seat has before it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from referee.cli.pictures import two_by_two
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


def draw(state: State, names: Sequence[str]) -> RenderableType:
    """The whole table as this viewer sees it."""
    return Group(_board(state), _seats(state, names))


def _board(state: State) -> RenderableType:
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="bold", no_wrap=True)
    rows.add_column()
    rows.add_row("Court", _spread([_lord(lord) for lord in state.court], COURT_SPACES))
    rows.add_row("Track", _spread([_card(card) for card in state.track], TRACK_SPACES))
    rows.add_row("Council", _joined([_stack(race, len(stack)) for race, stack in state.council.items()]))
    rows.add_row(
        "Locations", _joined([Text(LOCATIONS[tile].name) for tile in state.open_locations]) or Text("none")
    )
    rows.add_row("Threat", _threat(state.threat))
    piles = (
        f"exploration {len(state.deck)} (+{len(state.discard)} discarded), Lords {len(state.lord_deck)}, "
        f"Locations {len(state.location_deck)}, Monster tokens {len(state.token_pile)}"
    )
    rows.add_row("Piles", Text(piles, style="dim"))
    title = f"Abyss, turn {state.turn}"
    if state.last_round_by >= 0:
        title += ", last round"
    return Panel(rows, title=title, title_align="left", border_style="blue")


def _seats(state: State, names: Sequence[str]) -> RenderableType:
    """The seats two by two, so that a table of four fits an ordinary terminal."""
    panels = [_seat(state, seat, realm, names[seat]) for seat, realm in enumerate(state.realms)]
    return two_by_two(panels)


def _seat(state: State, seat: int, realm: Realm, name: str) -> RenderableType:
    is_active = seat == state.active
    rows = Table.grid(padding=(0, 1))
    rows.add_column(style="dim", no_wrap=True)
    rows.add_column()
    pearls = "?" if realm.pearls == NOT_TOLD else str(realm.pearls)
    points = sum(LORDS[lord].influence for lord in realm.lords())
    has = f"pearls {pearls}  keys {keys_of(realm)}  tokens {len(realm.tokens)}  Lords' points {points}"
    rows.add_row("has", Text(has))
    rows.add_row("hand", _hand(realm.hand))
    rows.add_row("Lords", _joined([_owned(lord, realm) for lord in realm.free]))
    for holding in realm.holdings:
        under = _joined([_short(lord) for lord in holding.lords])
        rows.add_row("rules", Text.assemble((LOCATIONS[holding.location].name, "bold"), " ", under))
    rows.add_row("joined", _allies(realm.affiliated))
    title = f"{'▶ ' if is_active else ''}seat {seat} {name}"
    return Panel(rows, title=title, title_align="left", border_style="bright_white" if is_active else "dim")


def _hand(hand: list[Card]) -> Text:
    if any(card is Card.HIDDEN for card in hand):
        return Text(f"{len(hand)} Allies")
    return _allies(hand)


def _allies(cards: list[Card]) -> Text:
    """Allies race by race, weak to strong."""
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
    """A Lord at Court: name, cost in value and races, influence points."""
    card = LORDS[lord]
    key = " key" if card.keys else ""
    name = card.name.removeprefix("The ")
    return Text(f"{name} {card.cost}/{card.races} +{card.influence}{key}", style=GUILD_COLOURS[card.guild])


def _short(lord: Lord) -> Text:
    card = LORDS[lord]
    return Text(card.name.removeprefix("The "), style=GUILD_COLOURS[card.guild])


def _owned(lord: Lord, realm: Realm) -> Text:
    text = _short(lord)
    if lord in realm.turned:
        text.stylize("strike dim")
    return text


def _threat(space: int) -> Text:
    track = Text()
    for number in range(1, LAST_THREAT_SPACE + 1):
        track.append(f" {number} ", style="bold white on red" if number == space else "dim")
    return track


def _spread(things: list[Text], spaces: int) -> Text:
    """Things on spaces, with the free spaces shown."""
    return _joined(things + [Text("·", style="dim")] * (spaces - len(things)))


def _joined(things: list[Text]) -> Text:
    return Text("  ").join(things)
