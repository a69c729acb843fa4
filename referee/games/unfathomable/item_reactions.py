"""What items do at certain moments: before and after rolls and tests, and when somebody would be defeated."""

from __future__ import annotations

from referee.games.unfathomable.board import ADJACENT
from referee.games.unfathomable.cards import Item, Resource, Skill, SkillCard
from referee.games.unfathomable.choices import ConsultAlmanac, GiveUpItem, UseItem
from referee.games.unfathomable.defeat import prevent_defeat
from referee.games.unfathomable.dice import add_to_roll, current, is_used_in_roll, reroll, use_in_roll
from referee.games.unfathomable.hand import pay
from referee.games.unfathomable.items import USE, remove_item
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.passengers import rescue
from referee.games.unfathomable.possessions import has_ready
from referee.games.unfathomable.resources import lose
from referee.games.unfathomable.skill_test import adjust_total, note_used, was_used
from referee.games.unfathomable.state import Peril, State
from referee.games.unfathomable.windows import Reaction
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

_CONSULT = {card: ConsultAlmanac(card) for card in SkillCard if card.skill is Skill.OBSERVATION}


# After a roll: the Pocket Pistol


def _could_reroll(table: Table[State], seat: Seat) -> bool:
    now = current(table.state)
    return (
        now.item is Item.POCKET_PISTOL
        and now.attacker == seat
        and not is_used_in_roll(table.state, "item.pocket_pistol")
        and has_ready(table, seat, Item.POCKET_PISTOL)
    )


@rule("item.pocket_pistol")
def reroll_pistol(table: Table[State], seat: Seat, _choice: UseItem) -> Script[None]:
    """Roll the die of the Pocket Pistol again, once."""
    use_in_roll(table, seat, "item.pocket_pistol")
    reroll(table, seat)
    yield from ()


POCKET_PISTOL = Reaction(
    "item.pocket_pistol",
    UseItem,
    of=Item.POCKET_PISTOL,
    may_use=_could_reroll,
    options=lambda _table, _seat: [USE[Item.POCKET_PISTOL]],
    resolve=reroll_pistol,
)


# Before a roll: the Almanac


def could_consult(table: Table[State], seat: Seat) -> bool:
    """Return whether, judging by public information, this seat might use the Almanac for the current roll."""
    return (
        Item.ALMANAC in table.state.players[seat].items
        and bool(table.state.players[seat].hand)
        and not is_used_in_roll(table.state, "item.almanac")
        and has_ready(table, seat, Item.ALMANAC)
    )


def _observations(table: Table[State], seat: Seat) -> list[ConsultAlmanac]:
    return [_CONSULT[card] for card in dict.fromkeys(table.state.players[seat].hand) if card in _CONSULT]


@rule("item.almanac")
def consult_almanac(table: Table[State], seat: Seat, choice: ConsultAlmanac) -> Script[None]:
    """Discard an Observation card to add its value, once per roll."""
    use_in_roll(table, seat, "item.almanac")
    pay(table, seat, choice.card)
    add_to_roll(table, seat, choice.card.strength)
    yield from ()


def why_no_almanac(table: Table[State], seat: Seat, choice: ConsultAlmanac) -> Refused | None:
    """Return why the Almanac cannot be consulted with a card now."""
    if Item.ALMANAC not in table.state.players[seat].items:
        return no(Obstacle.NOT_IN_PLAY_AREA, "item.use")
    if not has_ready(table, seat, Item.ALMANAC):
        return no(Obstacle.IN_THE_BRIG, "brig.no_item_abilities")
    if is_used_in_roll(table.state, "item.almanac"):
        return no(Obstacle.USED_THIS_ROLL, "die.once_per_roll")
    held = choice.card in table.state.players[seat].hand
    return no(Obstacle.WRONG_SKILL if held else Obstacle.NOT_IN_HAND, "item.almanac")


ALMANAC = Reaction(
    "item.almanac",
    ConsultAlmanac,
    of=Item.ALMANAC,
    may_use=could_consult,
    options=_observations,
    resolve=consult_almanac,
    why_not=why_no_almanac,
)


# After the total of a skill test: the Lucky Ring


def _could_twist(table: Table[State], seat: Seat) -> bool:
    return has_ready(table, seat, Item.LUCKY_RING) and not was_used(table.state, "item.lucky_ring")


@rule("item.lucky_ring")
def twist_ring(table: Table[State], seat: Seat, _choice: UseItem) -> Script[None]:
    """Add 2 to the total. What the ring costs is paid in `skill_test`, when the result is known."""
    note_used(table, seat, "item.lucky_ring")
    adjust_total(table, seat, 2)
    yield from ()


LUCKY_RING = Reaction(
    "item.lucky_ring",
    UseItem,
    of=Item.LUCKY_RING,
    may_use=_could_twist,
    options=lambda _table, _seat: [USE[Item.LUCKY_RING]],
    resolve=twist_ring,
)


# When somebody would be defeated: Starbuck and the Travel Pharmacy


def _could_give_up_cat(table: Table[State], seat: Seat) -> bool:
    return _peril(table).seat == seat and has_ready(table, seat, Item.STARBUCK)


def _peril(table: Table[State]) -> Peril:
    assert table.state.peril is not None
    return table.state.peril


@rule("item.starbuck")
def give_up_cat(table: Table[State], seat: Seat, _choice: GiveUpItem) -> Script[None]:
    """Remove Starbuck from the game and prevent your own defeat."""
    yield from remove_item(table, seat, Item.STARBUCK)
    prevent_defeat(table, seat)


STARBUCK = Reaction(
    "item.starbuck",
    GiveUpItem,
    of=Item.STARBUCK,
    may_use=_could_give_up_cat,
    options=lambda _table, _seat: [GiveUpItem(Item.STARBUCK)],
    resolve=give_up_cat,
)


def _could_treat(table: Table[State], seat: Seat) -> bool:
    """Return whether the passenger is on the owner's space or an adjacent one. The supply is neither."""
    if not has_ready(table, seat, Item.TRAVEL_PHARMACY):
        return False
    here = table.state.players[seat].space
    return _peril(table).space is here or _peril(table).space in ADJACENT[here]


@rule("item.travel_pharmacy")
def treat_passenger(table: Table[State], seat: Seat, choice: UseItem | GiveUpItem) -> Script[None]:
    """For 1 food, or for the item, return a passenger to the supply instead of defeating it."""
    if isinstance(choice, GiveUpItem):
        yield from remove_item(table, seat, Item.TRAVEL_PHARMACY)
    else:
        lose(table, Resource.FOOD, 1)
    saved = _peril(table)
    prevent_defeat(table, seat)
    rescue(table, saved.space, saved.place)


TRAVEL_PHARMACY = Reaction[UseItem | GiveUpItem](
    "item.travel_pharmacy",
    (UseItem, GiveUpItem),
    of=Item.TRAVEL_PHARMACY,
    may_use=_could_treat,
    options=lambda _table, _seat: [USE[Item.TRAVEL_PHARMACY], GiveUpItem(Item.TRAVEL_PHARMACY)],
    resolve=treat_passenger,
)
