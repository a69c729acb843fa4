"""A viewer's state in a test: it starts from the position and folds the facts that follow."""

from __future__ import annotations

from copy import deepcopy

from referee.games.unfathomable.cards import Damage, Item, Mythos, Passenger, SkillCard, Spell, Waypoint
from referee.games.unfathomable.state import FOLDS, State
from referee.kernel.facts import Seat, as_seen
from referee.kernel.table import Table


class Watching:
    """A viewer at the table, made before a script runs; `state` is what the viewer knows now."""

    def __init__(self, table: Table[State], viewer: Seat) -> None:
        self._table = table
        self._viewer = viewer
        self._start = _as_known(table.state, viewer)
        self._skip = len(table.recorded)

    @property
    def state(self) -> State:
        """The table as the viewer knows it."""
        state = deepcopy(self._start)
        for recorded in self._table.recorded[self._skip :]:
            seen = as_seen(recorded.fact, self._viewer)
            if seen is not None:
                FOLDS[type(seen)](state, seen)
        return state


def _as_known(state: State, viewer: Seat) -> State:
    known = deepcopy(state)
    known.viewer = viewer
    for seat, player in enumerate(known.players):
        if seat != viewer:
            player.hand = [SkillCard.HIDDEN] * len(player.hand)
            player.loyalty = [type(card).HIDDEN for card in player.loyalty]
    known.decks = {skill: [SkillCard.HIDDEN] * len(deck) for skill, deck in known.decks.items()}
    known.discards = {skill: pile[-1:] for skill, pile in known.discards.items()}
    known.chaos = [SkillCard.HIDDEN] * len(known.chaos)
    known.spell_deck = [Spell.HIDDEN] * len(known.spell_deck)
    known.passenger_supply = [Passenger.HIDDEN] * len(known.passenger_supply)
    known.passengers = {space: [Passenger.HIDDEN] * len(there) for space, there in known.passengers.items()}
    known.passengers_gone = [Passenger.HIDDEN] * len(known.passengers_gone)
    known.item_deck = [Item.HIDDEN] * len(known.item_deck)
    known.mythos_deck = [Mythos.HIDDEN] * len(known.mythos_deck)
    known.waypoint_deck = [Waypoint.HIDDEN] * len(known.waypoint_deck)
    known.damage_deck = [Damage.HIDDEN] * len(known.damage_deck)
    return known
