"""The abilities of the ten characters. What they do on revealing is in `reveal_abilities`."""

from __future__ import annotations

from itertools import product

from referee.games.unfathomable.actions import aimed_action, is_used, perform_action, plain_action, use
from referee.games.unfathomable.board import ADJACENT, DECK, DEEP, WATER
from referee.games.unfathomable.cards import LORE, MONARCHS, Character, SkillCard
from referee.games.unfathomable.choices import (
    ACCEPT,
    PASS,
    AddWithExperience,
    ChooseSpace,
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
from referee.games.unfathomable.damage import damage_ship
from referee.games.unfathomable.defeat import is_averted, prevent_defeat
from referee.games.unfathomable.dice import reroll, roll
from referee.games.unfathomable.facts.spoken import MonarchChosen
from referee.games.unfathomable.hand import pay
from referee.games.unfathomable.items import attack_with, draw_item, give_item, weapons
from referee.games.unfathomable.moving import move_to
from referee.games.unfathomable.mythos_deck import draw_one_of_two
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.possessions import all_items
from referee.games.unfathomable.questions import (
    ASK_FIRST_OATH,
    ASK_JURY_RIGGER,
    ASK_OCCULT_TRAINING,
    ASK_SCAVENGER,
)
from referee.games.unfathomable.sheets import obstacle_to_sheet
from referee.games.unfathomable.skill_test import add_card_to_test, note_used, was_used
from referee.games.unfathomable.spawning import move_monarch
from referee.games.unfathomable.spells import look_at_spells, put_spells_back
from referee.games.unfathomable.state import NOBODY, State
from referee.games.unfathomable.tracks import advance_travel
from referee.games.unfathomable.windows import guarded
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

OATH_KEPT = 7
"""The total at which the First Oath of Dagon sends a monarch into the Deep."""
PACK_FULL = 5
"""The number of items at which the stowaway can no longer scavenge."""


def obstacle_to_card(table: Table[State], seat: Seat, card: SkillCard, rule_id: str) -> Refused | None:
    """Refuse unless the card is in hand."""
    if card not in table.state.players[seat].hand:
        return no(Obstacle.NOT_IN_HAND, rule_id)
    return None


def obstacle_to_empty_hand(table: Table[State], seat: Seat, rule_id: str) -> Refused | None:
    """Refuse unless there is a card in hand."""
    return None if table.state.players[seat].hand else no(Obstacle.NOT_IN_HAND, rule_id)


def obstacle_to_lore(table: Table[State], seat: Seat, card: SkillCard, rule_id: str) -> Refused | None:
    """Refuse unless the card is a Lore card in hand."""
    if card.skill is not LORE:
        return no(Obstacle.WRONG_SKILL, rule_id)
    return obstacle_to_card(table, seat, card, rule_id)


def obstacle_to_turn(table: Table[State], rule_id: str) -> Refused | None:
    """Refuse if the ability was used this turn."""
    if is_used(table.state, rule_id):
        return no(Obstacle.USED_THIS_TURN, "ability.limit_per_turn")
    return None


def faces(table: Table[State], seat: Seat) -> list[SkillCard]:
    """Return the cards in a hand, each face once."""
    return list(dict.fromkeys(table.state.players[seat].hand))


def lore_faces(table: Table[State], seat: Seat) -> list[SkillCard]:
    """Return the Lore cards in a hand, each face once."""
    return [card for card in faces(table, seat) if card.skill is LORE]


# Keilani Tatupu: Experienced


def obstacle_to_experience(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse unless it is the first use in the test, outside the Brig, with a card in hand."""
    rule_id = "ability.experienced"
    refused = obstacle_to_sheet(table, seat, Character.KEILANI, rule_id, not_in_brig=True)
    if refused is None and was_used(table.state, rule_id):
        return no(Obstacle.USED_THIS_TEST, rule_id)
    return refused or obstacle_to_empty_hand(table, seat, rule_id)


@rule("ability.experienced")
def add_with_experience(table: Table[State], seat: Seat, choice: AddWithExperience) -> Script[None]:
    """Add a card from the hand to a skill test after its cards are revealed."""
    note_used(table, seat, "ability.experienced")
    add_card_to_test(table, seat, choice.card)
    yield from ()


EXPERIENCED = guarded(
    "ability.experienced",
    AddWithExperience,
    Character.KEILANI,
    obstacle_to_experience,
    options=lambda table, seat: [AddWithExperience(card) for card in faces(table, seat)],
    resolve=add_with_experience,
    why_not=lambda table, seat, choice: obstacle_to_card(table, seat, choice.card, "ability.experienced"),
)


# Arjun Singh: Deck Chief


def obstacle_to_command(table: Table[State], seat: Seat, choice: CommandDeck) -> Refused | None:
    """Refuse unless it is the first use this turn, to another deck space, and not from the Brig."""
    refused = obstacle_to_sheet(
        table, seat, Character.ARJUN, "brig.ability_moves", not_in_brig=True
    ) or obstacle_to_turn(table, "ability.deck_chief")
    if refused is not None:
        return refused
    if choice.space not in DECK:
        return no(Obstacle.WRONG_SPACE, "ability.deck_chief")
    if choice.space is table.state.players[seat].space:
        return no(Obstacle.ALREADY_THERE, "ability.deck_chief")
    return None


@rule("ability.deck_chief")
def command_deck(table: Table[State], seat: Seat, choice: CommandDeck) -> Script[None]:
    """Go to any deck space, then perform an action."""
    use(table, seat, "ability.deck_chief")
    move_to(table, seat, choice.space)
    yield from perform_action(table, seat)


DECK_CHIEF = aimed_action(
    "ability.deck_chief",
    CommandDeck,
    lambda _table, _seat: map(CommandDeck, DECK),
    obstacle_to_command,
    command_deck,
    of=Character.ARJUN,
)


# Svetlana Gedroits: Healing Words


def obstacle_to_healing(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse unless a character is in peril and the hand is not empty."""
    rule_id = "ability.healing_words"
    refused = obstacle_to_sheet(table, seat, Character.SVETLANA, rule_id, not_in_brig=False)
    if refused is not None:
        return refused
    peril = table.state.peril
    if is_averted(table) or peril is None or peril.seat == NOBODY:
        return no(Obstacle.WRONG_TIME, rule_id)
    return obstacle_to_empty_hand(table, seat, rule_id)


@rule("ability.healing_words")
def heal_with_words(table: Table[State], seat: Seat, choice: HealWithWords) -> Script[None]:
    """Discard a Lore card to prevent the defeat of a character."""
    pay(table, seat, choice.card)
    prevent_defeat(table, seat)
    yield from ()


HEALING_WORDS = guarded(
    "ability.healing_words",
    HealWithWords,
    Character.SVETLANA,
    obstacle_to_healing,
    options=lambda table, seat: [HealWithWords(card) for card in lore_faces(table, seat)],
    resolve=heal_with_words,
    why_not=lambda table, seat, choice: obstacle_to_lore(table, seat, choice.card, "ability.healing_words"),
)


# Jeanne Lafarge: Jury-Rigger


@rule("ability.jury_rigger")
def jury_rig(table: Table[State], user: Seat) -> Script[None]:
    """After the Boiler Room was used, by a ruling only by Jeanne, let her damage the ship to advance again."""
    seat = table.state.seat_of(Character.JEANNE)
    if seat == NOBODY:
        return
    if user != seat and table.ruling("ability.jury_rigger") == "her_own":
        return
    if obstacle_to_sheet(table, seat, Character.JEANNE, "ability.jury_rigger", not_in_brig=True) is not None:
        return
    answer = yield ASK_JURY_RIGGER.to(seat, [PASS, ACCEPT], passes=0)
    if answer == ACCEPT:
        yield from damage_ship(table, seat)
        yield from advance_travel(table)


# Jamie Snell: Quick Draw


def obstacle_to_quick_draw(table: Table[State], seat: Seat, choice: DrawQuickly) -> Refused | None:
    """Refuse unless it is the first use this turn, with a weapon that can attack now."""
    rule_id = "ability.quick_draw"
    refused = obstacle_to_sheet(table, seat, Character.JAMIE, rule_id, not_in_brig=False) or obstacle_to_turn(
        table, rule_id
    )
    if refused is None and choice.item not in weapons(table, seat):
        return no(Obstacle.NOT_IN_PLAY_AREA, rule_id)
    return refused


@rule("ability.quick_draw")
def draw_quickly(table: Table[State], seat: Seat, choice: DrawQuickly) -> Script[None]:
    """Attack with the action of a weapon, then perform an action."""
    use(table, seat, "ability.quick_draw")
    yield from attack_with(table, seat, choice.item)
    yield from perform_action(table, seat)


QUICK_DRAW = aimed_action(
    "ability.quick_draw",
    DrawQuickly,
    lambda table, seat: map(DrawQuickly, weapons(table, seat)),
    obstacle_to_quick_draw,
    draw_quickly,
    of=Character.JAMIE,
)


# William Bowleg: Occult Training


def obstacle_to_training(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse unless it is the first use this turn, outside the Brig, with spells in the deck."""
    rule_id = "ability.occult_training"
    refused = obstacle_to_sheet(
        table, seat, Character.WILLIAM, rule_id, not_in_brig=True
    ) or obstacle_to_turn(table, rule_id)
    if refused is None and not table.state.spell_deck:
        return no(Obstacle.DECK_EMPTY, "spell.deck_empty")
    return refused


@rule("ability.occult_training")
def train_in_the_occult(table: Table[State], seat: Seat) -> Script[None]:
    """Look at the top spell, put it back on top or on the bottom, then perform an action."""
    use(table, seat, "ability.occult_training")
    spells = look_at_spells(table, seat, 1)
    answer = yield ASK_OCCULT_TRAINING.to(seat, [PutOnTop(), PutOnBottom()])
    if isinstance(answer, PutOnTop):
        put_spells_back(table, seat, top=spells, bottom=())
    else:
        put_spells_back(table, seat, top=(), bottom=spells)
    yield from perform_action(table, seat)


OCCULT_TRAINING = plain_action(
    "ability.occult_training",
    TrainInTheOccult(),
    obstacle_to_training,
    train_in_the_occult,
    of=Character.WILLIAM,
)


# Beatrice Sharpe: Predictive Analytics


@rule("ability.predictive_analytics")
def predict(table: Table[State], seat: Seat) -> Script[bool]:
    """Draw two cards and choose one, in Beatrice's Mythos step outside the Brig; return whether there was a card.

    For everybody else, return False.
    """
    rule_id = "ability.predictive_analytics"
    if obstacle_to_sheet(table, seat, Character.BEATRICE, rule_id, not_in_brig=True) is not None:
        return False
    return (yield from draw_one_of_two(table, seat))


# Ishmael Marsh: First Oath of Dagon


def obstacle_to_oath(table: Table[State], seat: Seat, choice: SwearFirstOath) -> Refused | None:
    """Refuse unless the monarch is on the board and the card is a Lore card in hand."""
    rule_id = "ability.first_oath_of_dagon"
    refused = obstacle_to_sheet(table, seat, Character.ISHMAEL, rule_id, not_in_brig=False)
    if refused is not None:
        return refused
    if table.state.monarchs[choice.monarch] is DEEP:
        return no(Obstacle.NO_MONARCH_THERE, rule_id)
    return obstacle_to_lore(table, seat, choice.card, rule_id)


@rule("ability.first_oath_of_dagon")
def swear_first_oath(table: Table[State], seat: Seat, choice: SwearFirstOath) -> Script[None]:
    """Discard a Lore card and roll: with a total of 7 the monarch goes into the Deep, otherwise it may be moved."""
    pay(table, seat, choice.card)
    table.record(MonarchChosen(seat, choice.monarch))
    result = yield from roll(table, seat, "ability.first_oath_of_dagon")
    space = table.state.monarchs[choice.monarch]
    if result + choice.card.strength >= OATH_KEPT:
        move_monarch(table, choice.monarch, DEEP)
        return
    options = [PASS, *[ChooseSpace(other) for other in ADJACENT[space] if other in WATER]]
    answer: Choice = yield ASK_FIRST_OATH.to(seat, options, passes=0)
    if isinstance(answer, ChooseSpace):
        move_monarch(table, choice.monarch, answer.space)


FIRST_OATH_OF_DAGON = aimed_action(
    "ability.first_oath_of_dagon",
    SwearFirstOath,
    lambda table, seat: [SwearFirstOath(*oath) for oath in product(MONARCHS, lore_faces(table, seat))],
    obstacle_to_oath,
    swear_first_oath,
    of=Character.ISHMAEL,
)


# Edmund Mallory: Fortunate Son


def obstacle_to_fortune(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse unless a die was rolled, the hand is not empty and he is outside the Brig."""
    rule_id = "ability.fortunate_son"
    refused = obstacle_to_sheet(table, seat, Character.EDMUND, rule_id, not_in_brig=True)
    if refused is not None:
        return refused
    now = table.state.roll
    if now is None or not now.face or now.is_fixed:
        return no(Obstacle.WRONG_TIME, rule_id)
    return obstacle_to_empty_hand(table, seat, rule_id)


@rule("ability.fortunate_son")
def try_fortune(table: Table[State], seat: Seat, choice: TryFortune) -> Script[None]:
    """Discard a skill card to have the die rolled again."""
    pay(table, seat, choice.card)
    reroll(table, seat)
    yield from ()


FORTUNATE_SON = guarded(
    "ability.fortunate_son",
    TryFortune,
    Character.EDMUND,
    obstacle_to_fortune,
    options=lambda table, seat: [TryFortune(card) for card in faces(table, seat)],
    resolve=try_fortune,
    why_not=lambda table, seat, choice: obstacle_to_card(table, seat, choice.card, "ability.fortunate_son"),
)


# Samira Dualeh: Scavenger


def obstacle_to_scavenging(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse unless it is the first use this turn, outside the Brig, with at most four items."""
    rule_id = "ability.scavenger"
    refused = obstacle_to_sheet(table, seat, Character.SAMIRA, rule_id, not_in_brig=True) or obstacle_to_turn(
        table, rule_id
    )
    if refused is None and len(all_items(table.state, seat)) >= PACK_FULL:
        return no(Obstacle.TOO_MANY_ITEMS, rule_id)
    return refused


@rule("ability.scavenger")
def scavenge(table: Table[State], seat: Seat) -> Script[None]:
    """Draw an item, if there is one; then one item may be given to another human on the same space."""
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
    answer: Choice = yield ASK_SCAVENGER.to(seat, [PASS, *gifts], passes=0)
    if isinstance(answer, GiveItem):
        yield from give_item(table, seat, answer.seat, answer.item)


SCAVENGER = plain_action(
    "ability.scavenger", Scavenge(), obstacle_to_scavenging, scavenge, of=Character.SAMIRA
)
