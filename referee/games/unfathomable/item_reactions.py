"""What items do at certain moments: before and after rolls and tests, and when somebody would be defeated."""

from __future__ import annotations

from referee.games.unfathomable.board import ADJACENT
from referee.games.unfathomable.cards import Item, Resource, Skill, SkillCard
from referee.games.unfathomable.chaos import shuffle_treachery
from referee.games.unfathomable.choices.items import ConsultAlmanac, GiveUpItem
from referee.games.unfathomable.defeat import prevent_defeat
from referee.games.unfathomable.dice import add_to_roll, current, is_used_in_roll, reroll, use_in_roll
from referee.games.unfathomable.hand import pay
from referee.games.unfathomable.items import USE, has_ready, remove_item
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.passengers import rescue
from referee.games.unfathomable.resources import lose
from referee.games.unfathomable.skill_test import AFTER_RESULT, Result, adjust_total, note_used, was_used
from referee.games.unfathomable.state import Peril, State
from referee.games.unfathomable.windows import Reaction, Timing, reaction
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

_NOT_IN_PLAY_AREA = no(Obstacle.NOT_IN_PLAY_AREA, "item.use")
_ALMANAC = Item.ALMANAC
_POCKET_PISTOL = Item.POCKET_PISTOL
_LUCKY_RING = Item.LUCKY_RING
_CONSULT = {card: ConsultAlmanac(card) for card in SkillCard if card.skill is Skill.OBSERVATION}
_IN_THE_BRIG = no(Obstacle.IN_THE_BRIG, "brig.no_item_abilities")


def _could_reroll(table: Table[State], seat: Seat) -> bool:
    now = current(table.state)
    return (
        now.item is _POCKET_PISTOL
        and now.attacker == seat
        and not is_used_in_roll(table.state, "item.pocket_pistol")
        and has_ready(table, seat, _POCKET_PISTOL)
    )


@rule("item.pocket_pistol")
def reroll_pistol(table: Table[State], seat: Seat, _choice: Choice) -> Script[None]:
    """Roll the die of the Pocket Pistol again, once."""
    yield from ()
    use_in_roll(table, seat, "item.pocket_pistol")
    reroll(table, seat)


reaction(
    Reaction(
        Timing.AFTER_ROLL,
        "item.pocket_pistol",
        _POCKET_PISTOL,
        _could_reroll,
        lambda _table, _seat: [USE[_POCKET_PISTOL]],
        reroll_pistol,
    )
)


def could_consult(table: Table[State], seat: Seat) -> bool:
    """By what everyone can see, might this seat use the Almanac for the roll that is being made?"""
    return (
        _ALMANAC in table.state.players[seat].items
        and bool(table.state.players[seat].hand)
        and not is_used_in_roll(table.state, "item.almanac")
        and has_ready(table, seat, _ALMANAC)
    )


def _observations(table: Table[State], seat: Seat) -> list[Choice]:
    return [_CONSULT[card] for card in dict.fromkeys(table.state.players[seat].hand) if card in _CONSULT]


@rule("item.almanac")
def consult_almanac(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Discard an observation card to add its value, once a roll."""
    yield from ()
    assert isinstance(choice, ConsultAlmanac)
    use_in_roll(table, seat, "item.almanac")
    pay(table, seat, choice.card)
    add_to_roll(table, seat, choice.card.strength)


def why_no_almanac(table: Table[State], seat: Seat, choice: Choice) -> Refused | None:
    """Say why the Almanac cannot be consulted with a card now."""
    if not isinstance(choice, ConsultAlmanac):
        return None
    if _ALMANAC not in table.state.players[seat].items:
        return _NOT_IN_PLAY_AREA
    if not has_ready(table, seat, _ALMANAC):
        return _IN_THE_BRIG
    if is_used_in_roll(table.state, "item.almanac"):
        return no(Obstacle.USED_THIS_ROLL, "die.once_per_roll")
    held = choice.card in table.state.players[seat].hand
    return no(Obstacle.WRONG_SKILL if held else Obstacle.NOT_IN_HAND, "item.almanac")


reaction(
    Reaction(
        Timing.BEFORE_ROLL,
        "item.almanac",
        _ALMANAC,
        could_consult,
        _observations,
        consult_almanac,
        why_no_almanac,
    )
)


def _could_twist(table: Table[State], seat: Seat) -> bool:
    return has_ready(table, seat, _LUCKY_RING) and not was_used(table.state, "item.lucky_ring")


@rule("item.lucky_ring")
def twist_ring(table: Table[State], seat: Seat, _choice: Choice) -> Script[None]:
    """Raise the total by two."""
    yield from ()
    note_used(table, seat, "item.lucky_ring")
    adjust_total(table, seat, 2)


@rule("item.lucky_ring")
def pay_for_luck(table: Table[State], result: Result) -> None:
    """If the test is passed then, two Treachery cards come into the chaos deck."""
    if result is Result.SUCCESS and was_used(table.state, "item.lucky_ring"):
        shuffle_treachery(table, 2)


AFTER_RESULT.append(pay_for_luck)
reaction(
    Reaction(
        Timing.AFTER_TOTAL,
        "item.lucky_ring",
        _LUCKY_RING,
        _could_twist,
        lambda _table, _seat: [USE[_LUCKY_RING]],
        twist_ring,
    )
)


def _could_give_up_cat(table: Table[State], seat: Seat) -> bool:
    return _peril(table).seat == seat and has_ready(table, seat, Item.STARBUCK)


def _peril(table: Table[State]) -> Peril:
    assert table.state.peril is not None
    return table.state.peril


@rule("item.starbuck")
def give_up_cat(table: Table[State], seat: Seat, _choice: Choice) -> Script[None]:
    """Remove Starbuck from the game not to be defeated."""
    yield from remove_item(table, seat, Item.STARBUCK)
    prevent_defeat(table, seat)


reaction(
    Reaction(
        Timing.CHARACTER_WOULD_BE_DEFEATED,
        "item.starbuck",
        Item.STARBUCK,
        _could_give_up_cat,
        lambda _table, _seat: [GiveUpItem(Item.STARBUCK)],
        give_up_cat,
    )
)


def _could_treat(table: Table[State], seat: Seat) -> bool:
    """The supply is no space, and next to nothing."""
    if not has_ready(table, seat, Item.TRAVEL_PHARMACY):
        return False
    here = table.state.players[seat].space
    return _peril(table).space is here or _peril(table).space in ADJACENT[here]


@rule("item.travel_pharmacy")
def treat_passenger(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """For one food, or for the item, a passenger near by goes back to the supply instead of being defeated."""
    if isinstance(choice, GiveUpItem):
        yield from remove_item(table, seat, Item.TRAVEL_PHARMACY)
    else:
        lose(table, Resource.FOOD, 1)
    saved = _peril(table)
    prevent_defeat(table, seat)
    rescue(table, saved.space, saved.place)


reaction(
    Reaction(
        Timing.PASSENGER_WOULD_BE_DEFEATED,
        "item.travel_pharmacy",
        Item.TRAVEL_PHARMACY,
        _could_treat,
        lambda _table, _seat: [USE[Item.TRAVEL_PHARMACY], GiveUpItem(Item.TRAVEL_PHARMACY)],
        treat_passenger,
    )
)
