"""Building blocks of crises: effects that many cards share.

    COAL_BUNKER_FIRE = Crisis(
        success=advance_travel(1),
        failure=in_turn(lose(Resource.FUEL), lose(Resource.SOULS)),
        other=in_turn(lose(Resource.FUEL), on_roll(4, lose(Resource.FUEL))),
    )

Each effect is given the `you` of the card: the player who resolves the crisis.
"""

from __future__ import annotations

from referee.games.unfathomable import (
    chaos,
    damage,
    dice,
    hand,
    items,
    passengers,
    resources,
    spawning,
    tracks,
)
from referee.games.unfathomable.activation import activate
from referee.games.unfathomable.board import Space
from referee.games.unfathomable.card_effects import Effect
from referee.games.unfathomable.cards import Character, Resource, Skill, SkillCard, Symbol
from referee.games.unfathomable.choices import ChooseCard
from referee.games.unfathomable.moving import move_to
from referee.games.unfathomable.obstacles import Obstacle, no, refuse
from referee.games.unfathomable.questions import ASK_CRISIS_DISCARD, ASK_CRISIS_LORE
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule


def in_turn(*effects: Effect) -> Effect:
    """Return an effect that carries out several effects in the order printed."""

    def resolve(table: Table[State], you: Seat) -> Script[None]:
        for effect in effects:
            yield from effect(table, you)

    return resolve


def lose(resource: Resource, amount: int = 1) -> Effect:
    """Return an effect that lowers a resource."""

    def resolve(table: Table[State], you: Seat) -> Script[None]:
        resources.lose(table, resource, amount)
        yield from ()

    return resolve


def gain(resource: Resource, amount: int = 1) -> Effect:
    """Return an effect that raises a resource."""

    def resolve(table: Table[State], you: Seat) -> Script[None]:
        resources.gain(table, resource, amount)
        yield from ()

    return resolve


def risk(count: int) -> Effect:
    """Return an effect that risks passengers, as many as there are."""

    def resolve(table: Table[State], you: Seat) -> Script[None]:
        yield from passengers.risk(table, you, count)

    return resolve


def risk_to(count: int, *rewards: Effect) -> Effect:
    """Return an effect that risks passengers for a reward.

    With too few in the supply they are risked without a reward or, by a ruling, not at all.
    """

    def resolve(table: Table[State], you: Seat) -> Script[None]:
        is_enough = passengers.obstacle_to_risk(table, count) is None
        if is_enough or table.ruling("passenger.too_few_to_risk") == "in_vain":
            yield from passengers.risk(table, you, count)
        if is_enough:
            for reward in rewards:
                yield from reward(table, you)

    return resolve


def on_roll(at_most: int, *effects: Effect) -> Effect:
    """Return an effect that rolls, and goes on to others if the result is at most this number."""

    def resolve(table: Table[State], you: Seat) -> Script[None]:
        if (yield from roll(table, you)) <= at_most:
            for effect in effects:
                yield from effect(table, you)

    return resolve


def roll(table: Table[State], you: Seat, modifier: int = 0) -> Script[int]:
    """Roll the die for the card that is being resolved; return the result."""
    return (yield from dice.roll(table, you, f"mythos.{table.state.mythos_card.value}", modifier=modifier))


def damage_ship(times: int = 1) -> Effect:
    """Return an effect that damages the ship, once or several times."""

    def resolve(table: Table[State], you: Seat) -> Script[None]:
        yield from damage.damage_ship(table, you, times)

    return resolve


def damage_room(room: Space) -> Effect:
    """Return an effect that damages a room."""

    def resolve(table: Table[State], you: Seat) -> Script[None]:
        yield from damage.damage_space(table, room)

    return resolve


def activation(*symbols: Symbol) -> Effect:
    """Return an effect that resolves activation symbols from left to right."""

    @rule("mythos.activation.in_effect_order")
    def resolve(table: Table[State], you: Seat) -> Script[None]:
        for symbol in symbols:
            yield from activate(table, symbol)

    return resolve


def advance_travel(count: int = 1) -> Effect:
    """Return an effect that advances the travel marker."""

    def resolve(table: Table[State], you: Seat) -> Script[None]:
        yield from tracks.advance_travel(table, count)

    return resolve


def retreat_travel(count: int = 1) -> Effect:
    """Return an effect that moves the travel marker back."""

    def resolve(table: Table[State], you: Seat) -> Script[None]:
        tracks.retreat_travel(table, count)
        yield from ()

    return resolve


def retreat_or_burn(count: int = 1) -> Effect:
    """Return an effect that moves the travel marker back; each space it cannot move costs one fuel."""

    def resolve(table: Table[State], you: Seat) -> Script[None]:
        missing = tracks.retreat_travel(table, count)
        if missing:
            resources.lose(table, Resource.FUEL, missing)
        yield from ()

    return resolve


def treachery(count: int) -> Effect:
    """Return an effect that shuffles Treachery cards into the chaos deck."""

    def resolve(table: Table[State], you: Seat) -> Script[None]:
        chaos.shuffle_treachery(table, count)
        yield from ()

    return resolve


def draw_item(table: Table[State], you: Seat) -> Script[None]:
    """Draw an item."""
    yield from items.draw_item(table, you)


def discard(count: int) -> Effect:
    """Return an effect that lets you choose and discard skill cards."""

    def resolve(table: Table[State], you: Seat) -> Script[None]:
        yield from hand.choose_discards(table, you, count, ASK_CRISIS_DISCARD)

    return resolve


def discard_hand(table: Table[State], you: Seat) -> Script[None]:
    """Discard your whole hand."""
    yield from hand.discard(table, you, [ChooseCard(card) for card in table.state.players[you].hand])


def spawn(*spaces: Space) -> Effect:
    """Return an effect that spawns a Deep One on each of these spaces."""

    def resolve(table: Table[State], you: Seat) -> Script[None]:
        spawning.spawn_on_each(table, spaces)
        yield from ()

    return resolve


def move_you(space: Space) -> Effect:
    """Return an effect that moves you to a space."""

    def resolve(table: Table[State], you: Seat) -> Script[None]:
        put(table, you, space)
        yield from ()

    return resolve


def put(table: Table[State], seat: Seat, space: Space) -> None:
    """Move a character, unless it is in the Brig: crises of this kind do not reach in there."""
    if table.state.players[seat].space is not Space.BRIG:
        move_to(table, seat, space)


def named(table: Table[State], character: Character) -> Seat:
    """Return who plays the character of a green card. If nobody did, the card would have been replaced."""
    return table.state.seat_of(character)


def lore_in_hand(table: Table[State], you: Seat) -> Refused | None:
    """Refuse unless there is a Lore card in hand."""
    cards = table.state.players[you].hand
    if any([card.skill is Skill.LORE for card in cards]):
        return None
    return no(Obstacle.NOT_IN_HAND, "crisis.choice.free")


def pay_lore(table: Table[State], you: Seat) -> Script[SkillCard]:
    """Discard a Lore card for everyone to see and return it. There is one, because the option was open."""
    cards = dict.fromkeys([card for card in table.state.players[you].hand if card.skill is Skill.LORE])
    answer: ChooseCard = yield ASK_CRISIS_LORE.to(
        you,
        [ChooseCard(card) for card in cards],
        why_not=refuse(ChooseCard, Obstacle.WRONG_SKILL, "crisis.choice.free"),
    )
    hand.pay(table, you, answer.card)
    return answer.card
