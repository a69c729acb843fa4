"""The abilities of the ten characters. What they do on revealing is in `reveal_abilities`."""

from __future__ import annotations

from typing import cast

from referee.games.unfathomable.actions import Action, action, is_used, perform_action, use
from referee.games.unfathomable.board import ADJACENT, DECK, DEEP, WATER
from referee.games.unfathomable.cards import LORE, MONARCHS, Character, SkillCard
from referee.games.unfathomable.choices.characters import (
    AddWithExperience,
    CommandDeck,
    DrawQuickly,
    GiveItem,
    HealWithWords,
    PutOnBottom,
    PutOnTop,
    Scavenge,
    SwearFirstOath,
    TrainInTheOccult,
    TryFortune,
)
from referee.games.unfathomable.choices.plain import ACCEPT, PASS, ChooseSpace
from referee.games.unfathomable.damage import damage_ship
from referee.games.unfathomable.defeat import is_averted, prevent_defeat
from referee.games.unfathomable.dice import reroll, roll
from referee.games.unfathomable.facts.spoken import MonarchChosen
from referee.games.unfathomable.hand import pay
from referee.games.unfathomable.items import all_items, attack_with, draw_item, give_item, weapons
from referee.games.unfathomable.moving import move_to
from referee.games.unfathomable.mythos import DRAWS, draw_one_of_two
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.rooms import AFTER_BOILER_ROOM
from referee.games.unfathomable.sheets import obstacle_to_sheet
from referee.games.unfathomable.skill_test import add_card_to_test, note_used, was_used
from referee.games.unfathomable.spawning import move_monarch
from referee.games.unfathomable.spells import look_at_spells, put_spells_back
from referee.games.unfathomable.state import NOBODY, State
from referee.games.unfathomable.tracks import advance_travel
from referee.games.unfathomable.windows import Reaction, Timing, reaction
from referee.kernel.asks import Choice, One
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

OATH_KEPT = 7
"""What the First Oath of Dagon must reach to send a monarch into the Deep."""
PACK_FULL = 5
"""With so many items a stowaway scavenges no more."""


def obstacle_to_card(table: Table[State], seat: Seat, card: SkillCard, rule_id: str) -> Refused | None:
    """The card must be in hand."""
    if card not in table.state.players[seat].hand:
        return no(Obstacle.NOT_IN_HAND, rule_id)
    return None


def faces(table: Table[State], seat: Seat) -> list[SkillCard]:
    """The cards in a hand, each face once."""
    return list(dict.fromkeys(table.state.players[seat].hand))


# Keilani Tatupu


def obstacle_to_experience(table: Table[State], seat: Seat) -> Refused | None:
    """Once a skill test, not in the Brig, with a card in hand."""
    rule_id = "ability.experienced"
    refused = obstacle_to_sheet(table, seat, Character.KEILANI, rule_id, not_in_brig=True)
    if refused is not None:
        return refused
    if was_used(table.state, rule_id):
        return no(Obstacle.USED_THIS_TEST, rule_id)
    if not table.state.players[seat].hand:
        return no(Obstacle.NOT_IN_HAND, rule_id)
    return None


@rule("ability.experienced")
def add_with_experience(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Add a card from the hand to a skill test after its cards are revealed."""
    note_used(table, seat, "ability.experienced")
    add_card_to_test(table, seat, cast("AddWithExperience", choice).card)
    yield from ()


def _why_not_experience(table: Table[State], seat: Seat, choice: Choice) -> Refused | None:
    if not isinstance(choice, AddWithExperience):
        return None
    refused = obstacle_to_experience(table, seat)
    return refused or obstacle_to_card(table, seat, choice.card, "ability.experienced")


reaction(
    Reaction(
        Timing.AFTER_TOTAL,
        "ability.experienced",
        of=Character.KEILANI,
        may_have=lambda table, seat: obstacle_to_experience(table, seat) is None,
        options=lambda table, seat: [AddWithExperience(card) for card in faces(table, seat)],
        resolve=add_with_experience,
        why_not=_why_not_experience,
    )
)


# Arjun Singh


def obstacle_to_command(table: Table[State], seat: Seat, choice: Choice) -> Refused | None:
    """Once a turn, to another deck space; out of the Brig it leads nobody."""
    refused = obstacle_to_sheet(table, seat, Character.ARJUN, "brig.ability_moves", not_in_brig=True)
    if refused is not None:
        return refused
    if is_used(table.state, "ability.deck_chief"):
        return no(Obstacle.USED_THIS_TURN, "ability.limit_per_turn")
    space = cast("CommandDeck", choice).space
    if space not in DECK:
        return no(Obstacle.WRONG_SPACE, "ability.deck_chief")
    if space is table.state.players[seat].space:
        return no(Obstacle.ALREADY_THERE, "ability.deck_chief")
    return None


@rule("ability.deck_chief")
def command_deck(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Go to any deck space, then perform an action."""
    use(table, seat, "ability.deck_chief")
    move_to(table, seat, cast("CommandDeck", choice).space)
    yield from perform_action(table, seat)


action(
    Action(
        "ability.deck_chief",
        CommandDeck,
        options=lambda table, seat: [
            choice for choice in map(CommandDeck, DECK) if obstacle_to_command(table, seat, choice) is None
        ],
        perform=command_deck,
        why_not=obstacle_to_command,
        of=Character.ARJUN,
    )
)


# Svetlana Gedroits


def obstacle_to_healing(table: Table[State], seat: Seat) -> Refused | None:
    """A character must be in peril, and the hand not be empty."""
    rule_id = "ability.healing_words"
    refused = obstacle_to_sheet(table, seat, Character.SVETLANA, rule_id, not_in_brig=False)
    if refused is not None:
        return refused
    peril = table.state.peril
    if is_averted(table) or peril is None or peril.seat == NOBODY:
        return no(Obstacle.WRONG_TIME, rule_id)
    if not table.state.players[seat].hand:
        return no(Obstacle.NOT_IN_HAND, rule_id)
    return None


@rule("ability.healing_words")
def heal_with_words(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Discard a Lore card to prevent that a character is defeated."""
    pay(table, seat, cast("HealWithWords", choice).card)
    prevent_defeat(table, seat)
    yield from ()


def _why_not_healing(table: Table[State], seat: Seat, choice: Choice) -> Refused | None:
    if not isinstance(choice, HealWithWords):
        return None
    refused = obstacle_to_healing(table, seat)
    if refused is None and choice.card.skill is not LORE:
        return no(Obstacle.WRONG_SKILL, "ability.healing_words")
    return refused or obstacle_to_card(table, seat, choice.card, "ability.healing_words")


reaction(
    Reaction(
        Timing.CHARACTER_WOULD_BE_DEFEATED,
        "ability.healing_words",
        of=Character.SVETLANA,
        may_have=lambda table, seat: obstacle_to_healing(table, seat) is None,
        options=lambda table, seat: [
            HealWithWords(card) for card in faces(table, seat) if card.skill is LORE
        ],
        resolve=heal_with_words,
        why_not=_why_not_healing,
    )
)


# Jeanne Lafarge


@rule("ability.jury_rigger")
def jury_rig(table: Table[State], user: Seat) -> Script[None]:
    """After the Boiler Room was used, by anyone or by a ruling by herself, damage the ship to advance once more."""
    state = table.state
    seat = state.seat_of(Character.JEANNE)
    if seat == NOBODY:
        return
    if user != seat and table.ruling("ability.jury_rigger") == "her_own":
        return
    if obstacle_to_sheet(table, seat, Character.JEANNE, "ability.jury_rigger", not_in_brig=True) is not None:
        return
    answer = yield One(seat, "unfathomable.jury_rigger", [PASS, ACCEPT], passes=0)
    if answer == ACCEPT:
        yield from damage_ship(table, seat)
        yield from advance_travel(table)


AFTER_BOILER_ROOM.append(jury_rig)


# Jamie Snell


def obstacle_to_quick_draw(table: Table[State], seat: Seat, choice: Choice) -> Refused | None:
    """Once a turn, with a weapon that could be used for an attack now."""
    rule_id = "ability.quick_draw"
    refused = obstacle_to_sheet(table, seat, Character.JAMIE, rule_id, not_in_brig=False)
    if refused is not None:
        return refused
    if is_used(table.state, rule_id):
        return no(Obstacle.USED_THIS_TURN, "ability.limit_per_turn")
    if cast("DrawQuickly", choice).item not in weapons(table, seat):
        return no(Obstacle.NOT_IN_PLAY_AREA, rule_id)
    return None


def _quick_draws(table: Table[State], seat: Seat) -> list[Choice]:
    choices = [DrawQuickly(item) for item in weapons(table, seat)]
    return [choice for choice in choices if obstacle_to_quick_draw(table, seat, choice) is None]


@rule("ability.quick_draw")
def draw_quickly(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Attack with the action of a weapon, then perform an action."""
    use(table, seat, "ability.quick_draw")
    yield from attack_with(table, seat, cast("DrawQuickly", choice).item)
    yield from perform_action(table, seat)


action(
    Action(
        "ability.quick_draw", DrawQuickly, _quick_draws, draw_quickly, obstacle_to_quick_draw, Character.JAMIE
    )
)


# William Bowleg


def obstacle_to_training(table: Table[State], seat: Seat, _choice: Choice) -> Refused | None:
    """Once a turn, not in the Brig, while there are spells."""
    rule_id = "ability.occult_training"
    refused = obstacle_to_sheet(table, seat, Character.WILLIAM, rule_id, not_in_brig=True)
    if refused is not None:
        return refused
    if is_used(table.state, rule_id):
        return no(Obstacle.USED_THIS_TURN, "ability.limit_per_turn")
    if not table.state.spell_deck:
        return no(Obstacle.DECK_EMPTY, "spell.deck_empty")
    return None


@rule("ability.occult_training")
def train_in_the_occult(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Look at the top spell, put it back on top or on the bottom, then perform an action."""
    use(table, seat, "ability.occult_training")
    spells = look_at_spells(table, seat, 1)
    answer = yield One(seat, "unfathomable.occult_training", [PutOnTop(), PutOnBottom()])
    if isinstance(answer, PutOnTop):
        put_spells_back(table, seat, top=spells, bottom=())
    else:
        put_spells_back(table, seat, top=(), bottom=spells)
    yield from perform_action(table, seat)


action(
    Action(
        "ability.occult_training",
        TrainInTheOccult,
        options=lambda table, seat: (
            [TrainInTheOccult()] if obstacle_to_training(table, seat, TrainInTheOccult()) is None else []
        ),
        perform=train_in_the_occult,
        why_not=obstacle_to_training,
        of=Character.WILLIAM,
    )
)


# Beatrice Sharpe


@rule("ability.predictive_analytics")
def predict(table: Table[State], seat: Seat) -> Script[bool]:
    """In her Mythos step, not in the Brig, draw two cards and resolve one; the other goes under the deck."""
    rule_id = "ability.predictive_analytics"
    if obstacle_to_sheet(table, seat, Character.BEATRICE, rule_id, not_in_brig=True) is not None:
        return False
    return (yield from draw_one_of_two(table, seat))


DRAWS[Character.BEATRICE] = predict


# Ishmael Marsh


def obstacle_to_oath(table: Table[State], seat: Seat, choice: Choice) -> Refused | None:
    """A monarch on the board, and a Lore card in hand."""
    rule_id = "ability.first_oath_of_dagon"
    refused = obstacle_to_sheet(table, seat, Character.ISHMAEL, rule_id, not_in_brig=False)
    if refused is not None:
        return refused
    oath = cast("SwearFirstOath", choice)
    if table.state.monarchs[oath.monarch] is DEEP:
        return no(Obstacle.NO_MONARCH_THERE, rule_id)
    if oath.card.skill is not LORE:
        return no(Obstacle.WRONG_SKILL, rule_id)
    return obstacle_to_card(table, seat, oath.card, rule_id)


@rule("ability.first_oath_of_dagon")
def swear_first_oath(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Discard a Lore card and roll; with 7 or more in all the monarch goes into the Deep, else it may be moved."""
    oath = cast("SwearFirstOath", choice)
    pay(table, seat, oath.card)
    table.record(MonarchChosen(seat, oath.monarch))
    result = yield from roll(table, seat, "ability.first_oath_of_dagon")
    space = table.state.monarchs[oath.monarch]
    if result + oath.card.strength >= OATH_KEPT:
        move_monarch(table, oath.monarch, DEEP)
        return
    options = [PASS, *[ChooseSpace(other) for other in ADJACENT[space] if other in WATER]]
    answer: Choice = yield One(seat, "unfathomable.first_oath", options, passes=0)
    if isinstance(answer, ChooseSpace):
        move_monarch(table, oath.monarch, answer.space)


def _oaths(table: Table[State], seat: Seat) -> list[Choice]:
    lore = [card for card in faces(table, seat) if card.skill is LORE]
    choices = [SwearFirstOath(monarch, card) for monarch in MONARCHS for card in lore]
    return [choice for choice in choices if obstacle_to_oath(table, seat, choice) is None]


action(
    Action(
        "ability.first_oath_of_dagon",
        SwearFirstOath,
        _oaths,
        swear_first_oath,
        obstacle_to_oath,
        Character.ISHMAEL,
    )
)


# Edmund Mallory


def obstacle_to_fortune(table: Table[State], seat: Seat) -> Refused | None:
    """A die was rolled, the hand is not empty, and he is not in the Brig."""
    rule_id = "ability.fortunate_son"
    refused = obstacle_to_sheet(table, seat, Character.EDMUND, rule_id, not_in_brig=True)
    if refused is not None:
        return refused
    now = table.state.roll
    if now is None or not now.face or now.is_fixed:
        return no(Obstacle.WRONG_TIME, rule_id)
    if not table.state.players[seat].hand:
        return no(Obstacle.NOT_IN_HAND, rule_id)
    return None


@rule("ability.fortunate_son")
def try_fortune(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Discard a skill card to have the die rolled again."""
    pay(table, seat, cast("TryFortune", choice).card)
    reroll(table, seat)
    yield from ()


def _why_not_fortune(table: Table[State], seat: Seat, choice: Choice) -> Refused | None:
    if not isinstance(choice, TryFortune):
        return None
    refused = obstacle_to_fortune(table, seat)
    return refused or obstacle_to_card(table, seat, choice.card, "ability.fortunate_son")


reaction(
    Reaction(
        Timing.AFTER_ROLL,
        "ability.fortunate_son",
        of=Character.EDMUND,
        may_have=lambda table, seat: obstacle_to_fortune(table, seat) is None,
        options=lambda table, seat: [TryFortune(card) for card in faces(table, seat)],
        resolve=try_fortune,
        why_not=_why_not_fortune,
    )
)


# Samira Dualeh


def obstacle_to_scavenging(table: Table[State], seat: Seat, _choice: Choice) -> Refused | None:
    """Once a turn, not in the Brig, with four items at most."""
    rule_id = "ability.scavenger"
    refused = obstacle_to_sheet(table, seat, Character.SAMIRA, rule_id, not_in_brig=True)
    if refused is not None:
        return refused
    if is_used(table.state, rule_id):
        return no(Obstacle.USED_THIS_TURN, "ability.limit_per_turn")
    if len(all_items(table.state, seat)) >= PACK_FULL:
        return no(Obstacle.TOO_MANY_ITEMS, rule_id)
    return None


@rule("ability.scavenger")
def scavenge(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Draw an item, then one may be given to another human on the same space, also if none was left to draw."""
    use(table, seat, "ability.scavenger")
    yield from draw_item(table, seat)
    state = table.state
    others = [
        other
        for other in table.others(seat)
        if state.players[other].is_human and state.players[other].space is state.players[seat].space
    ]
    gifts = [GiveItem(item, other) for other in others for item in all_items(state, seat)]
    if not gifts:
        return
    answer: Choice = yield One(seat, "unfathomable.scavenger", [PASS, *gifts], passes=0)
    if isinstance(answer, GiveItem):
        yield from give_item(table, seat, answer.seat, answer.item)


action(
    Action(
        "ability.scavenger",
        Scavenge,
        options=lambda table, seat: (
            [Scavenge()] if obstacle_to_scavenging(table, seat, Scavenge()) is None else []
        ),
        perform=scavenge,
        why_not=obstacle_to_scavenging,
        of=Character.SAMIRA,
    )
)
