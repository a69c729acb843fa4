"""Positions of Unfathomable in a few words, and scripts played on them answer by answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.unfathomable import GAME
from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import (
    CHARACTERS,
    DAMAGES,
    ITEMS,
    MYTHOS,
    PASSENGERS,
    SKILL_CARDS,
    SPELL_CARDS,
    WAYPOINTS,
    Character,
    Damage,
    Item,
    Loyalty,
    Monarch,
    Mythos,
    Passenger,
    Resource,
    Skill,
    SkillCard,
    Spell,
    Title,
    Waypoint,
)
from referee.games.unfathomable.choices import PASS
from referee.games.unfathomable.state import FOLDS, State, new_state
from referee.kernel.chance import Chance, Draw, seed_from_text
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.kernel.game import Options, Setup
from referee.kernel.table import Table
from tests.games import playing

__all__ = ["Playing", "Sailing", "skill_cards", "table_of"]

Playing = playing.Playing[State]
"""A script of Unfathomable on its way."""

DISCARD_ORDER = "unfathomable.discard_order"
CREW = "keilani arjun svetlana jeanne jamie william"
"""Who sits where unless a test says otherwise."""


def skill_cards(text: str) -> list[SkillCard]:
    """Return skill cards by their names: `skill_cards("lore/shrivelling/2 will/true_grit/5")`."""
    return [SkillCard(name) for name in text.split()]


def table_of(
    seats: int = 4,
    *,
    characters: str = CREW,
    seed: str = "a ship",
    edition: str = "",
    readings: Mapping[str, str] | None = None,
    options: Options | None = None,
    spaces: Mapping[Seat, str] | None = None,
    hand: Mapping[Seat, str] | None = None,
    loyalty: Mapping[Seat, str] | None = None,
    traitors: Mapping[Seat, str] | None = None,
    items: Mapping[Seat, str] | None = None,
    inactive: Mapping[Seat, str] | None = None,
    feats: Sequence[Seat] | None = None,
    mythos: Mapping[Seat, str] | None = None,
    spells: Mapping[Seat, str] | None = None,
    resources: Mapping[str, int] | None = None,
    deep_ones: str = "",
    monarchs: Mapping[str, str] | None = None,
    passengers: Mapping[str, str] | None = None,
    damage: Mapping[str, str] | None = None,
    waypoints: str = "",
    titles: Mapping[str, Seat] | None = None,
    chaos: str = "",
    discards: str = "",
    travel: int = 0,
    ritual: int = 0,
    active: Seat = 0,
    actions_left: int = 2,
    die: Sequence[int] = (),
    tops: str = "",
) -> Table[State]:
    """Return a position. By default it is the start: everyone on its starting space, no hands, no items.

    `deep_ones="deck_1 deck_1 deep"` places three; `traitors={1: "hybrid"}` makes seat 1 a revealed traitor;
    `die=(3, 8)` are the next rolls; `tops="mythos/accusation spell/heal item/shotgun lore/shrivelling/2"` names cards
    on top of their decks, the first of a kind uppermost. Decks hold whatever the position does not, in printed order.
    """
    book = GAME.rulebook
    settled = book.readings(edition, readings or {}, 1)
    state = new_state(Setup(seats, options or Options(), settled, 1), OPEN_TABLE)
    for seat, (player, name) in enumerate(zip(state.players, characters.split(), strict=False)):
        player.character = Character(name)
        player.space = Space((spaces or {}).get(seat, CHARACTERS[player.character].space))
        player.hand = skill_cards((hand or {}).get(seat, ""))
        player.loyalty = [Loyalty(card) for card in (loyalty or {}).get(seat, "human").split()]
        player.revealed = Loyalty((traitors or {}).get(seat, "?"))
        player.items = [Item(item) for item in (items or {}).get(seat, "").split()]
        player.inactive = [Item(item) for item in (inactive or {}).get(seat, "").split()]
        player.has_feat = feats is None or seat in feats
        player.mythos = [Mythos(card) for card in (mythos or {}).get(seat, "").split()]
        player.spells = [Spell(card) for card in (spells or {}).get(seat, "").split()]
    state.resources = {resource: (resources or {}).get(resource, 8) for resource in Resource}
    state.monarchs = {monarch: Space((monarchs or {}).get(monarch, "deep")) for monarch in Monarch}
    _place_deep_ones(state, deep_ones.split())
    _place_passengers(state, passengers or {})
    state.damage = {Space(space): Damage(card) for space, card in (damage or {}).items()}
    state.waypoints = [Waypoint(name) for name in waypoints.split()]
    state.titles = {title: (titles or {}).get(title, seat) for seat, title in enumerate(Title)}
    state.chaos = skill_cards(chaos)
    state.travel, state.ritual = travel, ritual
    state.active = state.start = active
    state.step, state.actions_left, state.turn = "actions", actions_left, 1
    for card in skill_cards(discards):
        assert card.skill is not None
        state.discards[card.skill].append(card)
    _lay_decks(state, tops)
    return Table(state, seats, FOLDS, _chance(seed, die), settled, 1)


def _place_deep_ones(state: State, spaces: Sequence[str]) -> None:
    for space in map(Space, spaces):
        state.deep_ones[space] = state.deep_ones.get(space, 0) + 1
    state.deep_one_supply -= len(spaces)


def _place_passengers(state: State, passengers: Mapping[str, str]) -> None:
    state.passengers = {
        Space(space): [Passenger(face) for face in faces.split()] for space, faces in passengers.items()
    }
    on_deck = [face for faces in state.passengers.values() for face in faces]
    state.passenger_supply = _rest(PASSENGERS, on_deck)


def _chance(seed: str, die: Sequence[int]) -> Chance:
    """Return chance with the next rolls of the die fixed."""
    rolls = list(die)

    def rig(draw: Draw) -> tuple[int, ...]:
        return (rolls.pop(0) - 1,) if draw.label == "die" and rolls else draw.result

    return Chance(seed_from_text(seed), rig)


def _lay_decks(state: State, tops: str) -> None:
    players = state.players
    out = [card for player in players for card in player.hand] + state.chaos
    out += [card for pile in state.discards.values() for card in pile]
    left = _rest(SKILL_CARDS, out)
    state.decks = {skill: [card for card in left if card.skill is skill] for skill in Skill}
    state.item_deck = _rest(ITEMS, [item for player in players for item in player.items + player.inactive])
    state.spell_deck = _rest(SPELL_CARDS, [spell for player in players for spell in player.spells])
    state.waypoint_deck = _rest(WAYPOINTS, state.waypoints)
    state.damage_deck = _rest(DAMAGES, list(state.damage.values()))
    state.mythos_deck = _rest(MYTHOS, [card for player in players for card in player.mythos])
    named: dict[str, tuple[list[Any], Any]] = {
        "mythos": (state.mythos_deck, Mythos),
        "spell": (state.spell_deck, Spell),
        "item": (state.item_deck, Item),
        "waypoint": (state.waypoint_deck, Waypoint),
        "damage": (state.damage_deck, Damage),
    }
    for name in reversed(tops.split()):
        kind, _, rest = name.partition("/")
        deck, card = (
            (named[kind][0], named[kind][1](rest))
            if kind in named
            else (state.decks[Skill(kind)], SkillCard(name))
        )
        deck.remove(card)
        deck.append(card)


def _rest(box: Any, out: Sequence[Any]) -> list[Any]:
    left = list(box)
    for thing in out:
        left.remove(thing)
    return left


class Sailing(Playing):
    """A running script in which nobody uses an ability or orders discards, unless a test does.

    Windows are passed, and cards discarded as they stand. Of these the questions named in `watched`
    ("unfathomable.window.before_roll") are left open, to be answered by the test.
    """

    def __init__(self, table: Table[State], script: Any, *, watched: Sequence[str] = ()) -> None:
        self._watched = watched
        super().__init__(table, script)

    def _go_on(self, value: Any) -> None:
        super()._go_on(value)
        while self.asks and self._is_idle():
            passes: dict[Seat, Any] = {ask.seat: PASS for ask in self.asks}
            super()._go_on(tuple(self.options) if self.asks[0].name == DISCARD_ORDER else passes)

    def _is_idle(self) -> bool:
        return all(
            [
                ask.name.startswith(("unfathomable.window.", DISCARD_ORDER)) and ask.name not in self._watched
                for ask in self.asks
            ]
        )
