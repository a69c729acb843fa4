"""The declaration of Unfathomable for the contract tests.

Hidden are hands, loyalty cards, the order of every deck, the chaos deck, passengers' faces, what was discarded below
the top of a pile, who gave which card to a test, and what one seat alone looked at. A view remembers none of that.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeVar

import msgspec

from referee.games.unfathomable import GAME
from referee.games.unfathomable.cards import (
    DEEP_ONES_IN_THE_BOX,
    ITEMS,
    MYTHOS,
    PASSENGERS,
    SKILL_CARDS,
    SPELL_CARDS,
    WAYPOINTS,
    Damage,
    Item,
    Loyalty,
    Mythos,
    Passenger,
    SkillCard,
    Spell,
    Waypoint,
)
from referee.games.unfathomable.facts import hand, loyalty, mythos, reveal, skill_test, waypoints
from referee.games.unfathomable.loyalty import CULTISTS, HYBRIDS
from referee.games.unfathomable.state import Player, State
from referee.kernel.facts import Fact, Seat
from referee.kernel.game import Setup
from tests.contracts.declarations import Declaration

C = TypeVar("C")

BOX: dict[str, object] = {
    "skill cards": Counter(SKILL_CARDS),
    "items": Counter(list(ITEMS)),
    "spells": Counter(SPELL_CARDS),
    "waypoints": Counter(list(WAYPOINTS)),
    "mythos cards": Counter(list(MYTHOS)),
    "passengers": Counter(PASSENGERS),
    "deep ones": DEEP_ONES_IN_THE_BOX,
    "loyalty cards": "as built",
    "titles": 2,
}


def contents(state: State) -> dict[str, object]:
    """Return everything on the table, wherever it lies. Before the first turn the box is still being unpacked."""
    if state.turn == 0:
        return BOX
    players = state.players
    cards = Counter([*state.chaos, *state.pile, *state.played])
    for pile in (*state.decks.values(), *state.discards.values(), *[player.hand for player in players]):
        cards.update(pile)
    items = Counter([*state.item_deck, *state.items_gone, *state.items_held])
    spells = Counter([*state.spell_deck, *state.spells_gone, *state.spells_held, *state.casting])
    crises = Counter([*state.mythos_deck, *state.mythos_discard, *state.mythos_held])
    crises.update([card for card in (state.mythos_card, state.mythos_aside) if card is not Mythos.HIDDEN])
    for player in players:
        items.update([*player.items, *player.inactive])
        spells.update(player.spells)
        crises.update(player.mythos)
    tokens = Counter([*state.passenger_supply, *state.passengers_gone])
    tokens.update([face for faces in state.passengers.values() for face in faces])
    return {
        "skill cards": cards,
        "items": items,
        "spells": spells,
        "waypoints": Counter(
            [*state.waypoint_deck, *state.waypoints, *state.waypoints_gone, *state.waypoints_held]
        ),
        "mythos cards": crises,
        "passengers": tokens,
        "deep ones": state.deep_one_supply + sum(state.deep_ones.values()),
        "loyalty cards": "as built" if _loyalty_is_whole(state) else "not as built",
        "titles": len(state.titles),
    }


def _loyalty_is_whole(state: State) -> bool:
    seats = len(state.players)
    found = Counter([*state.loyalty_deck, *[card for player in state.players for card in player.loyalty]])
    found.update([player.revealed for player in state.players if player.is_traitor])
    cultists = 0 if state.without_cultist else CULTISTS[seats]
    built = Counter({Loyalty.HYBRID: HYBRIDS[seats], Loyalty.CULTIST: cultists})
    built[Loyalty.HUMAN] = 2 * seats - HYBRIDS[seats] - cultists
    return not found or +found == +built


def backs(cards: list[C], back: C) -> list[C]:
    """Return the same number of cards, face down."""
    return [back] * len(cards)


def top(cards: list[C]) -> list[C]:
    """Return a discard pile as others see it: nobody may count the cards below its top."""
    return cards[-1:]


class ShipWitness:
    """What each viewer sees at a table of Unfathomable."""

    def __init__(self, setup: Setup, viewer: Seat) -> None:
        self.viewer = viewer
        self.is_over = False
        self.mine: list[bool] = []
        """For each card in the test, whether this viewer put it there or saw it there."""
        self.looker: Seat = -1
        """The seat that holds cards of a deck to look at them."""

    def notice(self, fact: Fact, table: State) -> object:
        own: object
        kind = type(fact)
        name = str(kind.__struct_config__.tag).partition(".")[2]
        self._follow_the_pile(fact, table)
        if name.endswith("looked_at"):
            self.looker = getattr(fact, "seat", -1)
        match fact:
            case loyalty.LoyaltyTurnedOver():
                self.is_over = True
            case loyalty.LoyaltyLookedAt():
                seen = fact.cards if self.viewer in (fact.looker, fact.seat) else len(fact.cards)
                return (name, fact.looker, fact.seat, seen)
            case reveal.TraitorRevealed():
                # The cards lie in the play area, so everyone sees which of them is turned over.
                return (name, fact.seat, fact.card, fact.place)
            case loyalty.LoyaltyPassed():
                seen = fact.cards if self.viewer in (fact.giver, fact.seat) else len(fact.cards)
                return (name, fact.giver, fact.seat, seen, fact.places)
            case mythos.MythosLookedAt():
                self.looker = fact.seat
                return (name, fact.seat, len(fact.cards))
            case mythos.MythosPutBack():
                own = (
                    (fact.top, fact.bottom) if self.viewer == fact.seat else (len(fact.top), len(fact.bottom))
                )
                return (name, fact.seat, own)
            case waypoints.WaypointsLookedAt():
                own = fact.waypoints if self.viewer == fact.seat else len(fact.waypoints)
                return (name, fact.seat, own)
            case waypoints.WaypointsPutBack():
                own = (
                    (fact.top, fact.bottom) if self.viewer == fact.seat else (len(fact.top), len(fact.bottom))
                )
                return (name, fact.seat, own)
            case hand.CardsDiscarded():
                return (
                    name,
                    fact.seat,
                    len(fact.cards),
                    fact.cards if self.viewer == fact.seat else fact.tops,
                )
            case _ if name in OPEN:
                return fact
            case _:
                pass
        return None

    def _follow_the_pile(self, fact: Fact, table: State) -> None:
        size = len(table.pile)
        match fact:
            case skill_test.CardsContributed():
                self._extend(size, is_seen=fact.seat == self.viewer)
            case (
                skill_test.CardsContributedOpenly()
                | skill_test.TreacheryAddedOpenly()
                | skill_test.HandCardAdded()
                | skill_test.TopCardAdded()
            ):
                self._extend(size, is_seen=True)
            case skill_test.PileShuffled() if table.skill_test is not None:
                self.mine[table.skill_test.start :] = [False] * (size - table.skill_test.start)
            case skill_test.PileRevealed() if table.skill_test is not None:
                self.mine[table.skill_test.start :] = [True] * (size - table.skill_test.start)
            case _:
                self._extend(size, is_seen=False)

    def _extend(self, size: int, *, is_seen: bool) -> None:
        del self.mine[size:]
        self.mine += [is_seen] * (size - len(self.mine))

    def sees(self, table: State) -> State:
        pile = [
            card if is_seen else SkillCard.HIDDEN for card, is_seen in zip(table.pile, self.mine, strict=True)
        ]
        held = self.viewer == self.looker
        return msgspec.structs.replace(
            table,
            viewer=self.viewer,
            players=[self._player(seat, player) for seat, player in enumerate(table.players)],
            passengers={space: backs(faces, Passenger.HIDDEN) for space, faces in table.passengers.items()},
            passenger_supply=backs(table.passenger_supply, Passenger.HIDDEN),
            passengers_gone=backs(table.passengers_gone, Passenger.HIDDEN),
            decks={skill: backs(deck, SkillCard.HIDDEN) for skill, deck in table.decks.items()},
            discards={skill: top(pile) for skill, pile in table.discards.items()},
            chaos=backs(table.chaos, SkillCard.HIDDEN),
            pile=pile,
            mythos_deck=backs(table.mythos_deck, Mythos.HIDDEN),
            mythos_discard=top(table.mythos_discard),
            mythos_held=table.mythos_held if held else backs(table.mythos_held, Mythos.HIDDEN),
            item_deck=backs(table.item_deck, Item.HIDDEN),
            items_held=table.items_held if held else backs(table.items_held, Item.HIDDEN),
            spell_deck=backs(table.spell_deck, Spell.HIDDEN),
            spells_held=table.spells_held if held else backs(table.spells_held, Spell.HIDDEN),
            waypoint_deck=backs(table.waypoint_deck, Waypoint.HIDDEN),
            waypoints_held=table.waypoints_held if held else backs(table.waypoints_held, Waypoint.HIDDEN),
            damage_deck=backs(table.damage_deck, Damage.HIDDEN),
            # Cards out of the game may not be looked at again.
            damage_gone=backs(table.damage_gone, Damage.HIDDEN),
            items_gone=backs(table.items_gone, Item.HIDDEN),
            spells_gone=backs(table.spells_gone, Spell.HIDDEN),
            waypoints_gone=backs(table.waypoints_gone, Waypoint.HIDDEN),
            loyalty_deck=backs(table.loyalty_deck, Loyalty.HIDDEN),
        )

    def _player(self, seat: Seat, player: Player) -> Player:
        if seat == self.viewer:
            return player
        changes: dict[str, Any] = {"hand": backs(player.hand, SkillCard.HIDDEN)}
        if not self.is_over:
            changes["loyalty"] = backs(player.loyalty, Loyalty.HIDDEN)
        return msgspec.structs.replace(player, **changes)


OPEN = (
    "abilities_announced",
    "declined",
    "deep_ones_called",
    "deep_one_chosen",
    "monarch_chosen",
    "suspect_named",
    "number_chosen",
    "result_named",
    "damage_aimed",
    "order_chosen",
    "player_chosen",
    "room_threatened",
    "attack_succeeded",
    "attack_failed",
    "cards_paid",
    "crisis_decided",
    "item_used",
    "passenger_defeated",
    "supply_passenger_defeated",
    "exchange_proposed",
    "exchange_declined",
)
"""Facts that everyone at the table sees in full, and that leave no trace on it, or not of everything they showed."""

RARE = {
    "a match at random sinks before it comes so far": """
        overrun
        arrived fuel_gone food_gone sanity_gone souls_gone awakening_began awakening_recipient
    """,
    "takes a certain mythos card, and one of seventy comes a turn": """
        mythos_kept the_captains_banquet treachery_added treachery_added_openly room_threatened
        hatches_barricaded barricade_hatches sacrifice_deep_one remember_the_deep
        window.deep_one_would_enter missing_munitions history_repeats chaos_discarded
        rat_infestation the_game_is_afoot choose_supply adrift_fishing_boat family_ties
        mythos_given_up criminal_activity_keep criminal_activity_remove identity_crisis
        jail_break choose_resource move_each_deep_one move_deep_one may_move_deep_ones
        accusation volunteer_army volunteer_army_defeat items_removed_unseen top_spells_removed
        crisis_lore take_item supply_passenger_defeated mythos_shown
    """,
    "takes a player who is a traitor and reveals": """
        reveal_exchange traitor_revealed reveal forgo start_of_action_step
        defeat_passenger reinforcements reveal_recipient reveal_split
        give_loyalty loyalty_passed leave_brig pickpocket disrupt_ritual malpractice sabotage
        divide_and_conquer call_to_action deep_ones_called perform_rites play_instead_of_actions treachery_cards
        activate_first
    """,
    "takes a certain spell, cast by the Keeper": """
        voice_of_ra
        heal_space heal_draw item_deck_shuffled conjuration plague_of_locusts
        summon_the_beast_within astral_destination astral_travel astral_traveller call_friends
        foresee foresee_top foresee_bottom dark_pact flesh_ward consult_script top_card_added
        spell_left_play spell_put_in_play voice_of_ra_discard cloud_memory top_spell_revealed
    """,
    "takes a reading that is not ours, and a card that is for several at once": """
        defeat_first human_order
    """,
    "takes a certain item": """
        choose_item keep_ten
        grenade plimsolls upgrade upgrade_activated give_item book_of_dagon rifle_target
        repeat_lore item_given item_removed give_up_item
    """,
    "takes a certain character on a certain space": """
        scavenge loyalty_looked_at sense_ancestry heal_with_words choose_number
        jury_rigger scavenger order_arrest first_oath swear_first_oath
        go_full_steam draw_quickly occult_training train_in_the_occult cast_quickly
    """,
    "takes a room that is whole, free of enemies, and used": """
        escape boiler_room bridge retreat_ritual look_at_mythos look_at_waypoints mythos_on_top
        mythos_put_back mythos_looked_at put_on_bottom put_on_top cargo_hold items_looked_at
        items_put_back chapel captains_cabin galley waypoint_on_top
    """,
    "takes a damaged room and the right cards in hand": """
        space_repaired repair_room repair
    """,
    "takes an arrival at a certain waypoint": """
        rolling_seas waypoint_lost waypoint_roll waypoint_option waypoint_risk
    """,
    "takes two enemies of different kinds on one space": """
        rampage_on
        defender rampage
    """,
    "takes a passenger on the space of somebody who thinks of it": """
        rescue_passenger
    """,
    "takes two ways for a Deep One, under one reading": """
        deep_one_step
    """,
    "takes somebody who leaves the Sick Bay in another player's turn, under one reading": """
        full_skill_set
    """,
}
"""Why some kinds of facts, choices and questions (without the name of the game) and some endings are rare."""

_ENDINGS = [ending.value for ending in GAME.endings]


DECLARATION = Declaration(
    game=GAME,
    box=BOX,
    contents=contents,
    witness=ShipWitness,
    most_decisions=8000,
    secrets=(
        "decks.lore",
        "decks.treachery",
        "chaos",
        "mythos_deck",
        "players.hand",
        "players.loyalty",
        "sealed answers",
    ),
    deepest_luck=("deck/loyalty",),
    rare={
        name if name in _ENDINGS else f"unfathomable.{name}": reason
        for reason, names in RARE.items()
        for name in names.split()
    },
    out_of_reach={
        "arrived": "a ship that random players sail does not come to port; one golden replay does",
        "unfathomable.defeat_first": "takes another reading, and everyone in one place; its ruling has a test",
    },
    kept={
        "unfathomable.waypoint_on_top": "the cards were looked at in secret",
        "unfathomable.mythos_on_top": "the cards were looked at in secret",
        "unfathomable.the_game_is_afoot": "to choose among rooms without Deep Ones is to choose nothing",
        "unfathomable.dark_pact": "to choose among resources that are full is to choose nothing",
    },
    in_passing={
        "unfathomable.window.*": "whoever might use something is asked",
        "unfathomable.contribute": "everyone may contribute to a skill test",
        "unfathomable.discard_order": "hardly anybody minds",
    },
    golden_endings={
        "ship_sunk": "random",
        "overrun": "random",
        "fuel_gone": "random",
        "food_gone": "random",
        "sanity_gone": "random",
        "souls_gone": "random",
        "arrived": "sensible",
    },
)
