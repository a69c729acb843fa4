"""The skill cards that are played with an action, or in place of the Action step.

Those that are played at another moment are in `skills_in_time`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from referee.games.unfathomable.actions import Action, all_actions, is_used, limit_of, perform_action, use
from referee.games.unfathomable.activation import activate, activate_deep_one, activate_deep_ones_on
from referee.games.unfathomable.attack import Attack, attack_here, enemies_of, has_enemies, obstacle_to_attack
from referee.games.unfathomable.board import ADJACENT, BOARD, DEEP, WATER, Space
from referee.games.unfathomable.card_effects import Effect, Guard
from referee.games.unfathomable.cards import (
    MONARCHS,
    ORDINARY,
    TREACHERY,
    Monarch,
    Resource,
    SkillCard,
    Symbol,
)
from referee.games.unfathomable.choices import (
    ACCEPT,
    PASS,
    ActivateFirst,
    AttackHere,
    ChooseCard,
    ChooseDeepOne,
    ChooseItem,
    ChooseSeat,
    ChooseSkill,
    ChooseSpace,
    PlayInsteadOfActions,
    PlaySkill,
)
from referee.games.unfathomable.defeat import defeat_character, defeat_deep_one
from referee.games.unfathomable.dice import roll
from referee.games.unfathomable.facts.spoken import DeepOneChosen, DeepOnesCalled, MonarchChosen, PlayerChosen
from referee.games.unfathomable.hand import (
    choose_and_draw,
    discard,
    draw,
    finish_card,
    play_card,
)
from referee.games.unfathomable.items import attack_with, repeats_lore, weapons
from referee.games.unfathomable.obstacles import Obstacle, no, refuse
from referee.games.unfathomable.passengers import risk
from referee.games.unfathomable.questions import (
    ASK_CALL_TO_ACTION,
    ASK_COORDINATED_EFFORT,
    ASK_LESSER_BANISHMENT,
    ASK_LESSER_BANISHMENT_TO,
    ASK_PERFORM_RITES,
    ASK_PERSISTENCE,
    ASK_PERSISTENCE_DECK,
    ASK_RAMPAGE,
    ASK_RAMPAGE_ON,
    ASK_REINFORCEMENTS,
    ASK_SHRIVELLING,
    ASK_START_OF_ACTION_STEP,
    ASK_WATCH_AND_LEARN,
)
from referee.games.unfathomable.resources import gain, lose
from referee.games.unfathomable.spawning import (
    CLOSED_TO_DEEP_ONES,
    ENOUGH_TO_SURFACE,
    deep_ones_on_board,
    emerge,
    is_barred,
    lead_deep_ones,
    spawn,
)
from referee.games.unfathomable.state import State
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

ATTACK_HERE = AttackHere()
BASIC_ATTACKS = 4
WEAPON_ATTACKS = 3
MOST_DISCARDS = 5
INSPIRED_FROM = 3
SHRIVELLED_FROM = 6


class ActionCard(NamedTuple):
    """How a card is played, and what may stand in the way."""

    play: Callable[[Table[State], Seat, SkillCard], Script[None]]
    guard: Guard


def _nothing(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse nothing."""
    return None


@rule("action.skill_card_action.discard_after")
def lay_down(table: Table[State], seat: Seat, card: SkillCard) -> None:
    """Discard a card that was played with an action."""
    finish_card(table, seat, card)


def obstacle_to_play(
    table: Table[State], seat: Seat, card: SkillCard, among: dict[str, ActionCard]
) -> Refused | None:
    """Refuse unless the card is in hand, among these titles, has a target and, if Treachery, belongs to a traitor."""
    player = table.state.players[seat]
    if card not in player.hand:
        return no(Obstacle.NOT_IN_HAND, "ability.action.from_hand")
    if card.skill is TREACHERY and player.is_human:
        return no(Obstacle.NOT_FOR_HUMANS, "ability.action.no_treachery_for_humans")
    if card.ability not in among:
        return no(Obstacle.WRONG_TIME, "skill_card.play")
    return among[card.ability].guard(table, seat)


def _playable(table: Table[State], seat: Seat, among: dict[str, ActionCard]) -> list[SkillCard]:
    hand = dict.fromkeys(table.state.players[seat].hand)
    return [
        card for card in hand if card.ability in among and obstacle_to_play(table, seat, card, among) is None
    ]


@rule("skill_card.action_costs_action")
def play_skill(table: Table[State], seat: Seat, choice: PlaySkill) -> Script[None]:
    """Use the action of a skill card in hand."""
    yield from ACTION_CARDS[choice.card.ability].play(table, seat, choice.card)


PLAY_SKILL = Action(
    "ability.action.from_hand",
    PlaySkill,
    options=lambda table, seat: [PlaySkill(card) for card in _playable(table, seat, ACTION_CARDS)],
    perform=play_skill,
    why_not=lambda table, seat, choice: obstacle_to_play(table, seat, choice.card, ACTION_CARDS),
)


@rule("treachery.end_action_step")
def replace_action_step(table: Table[State], seat: Seat) -> Script[bool]:
    """Let a revealed traitor play a card in place of its Action step; return whether it did.

    With an empty hand it is not asked.
    """
    player = table.state.players[seat]
    if not player.is_traitor or not player.hand:
        return False

    def why_not(choice: Choice) -> Refused | None:
        if isinstance(choice, PlayInsteadOfActions):
            return obstacle_to_play(table, seat, choice.card, START_CARDS)
        return no(Obstacle.WRONG_TIME, "action.step.two_actions") if type(choice) in all_actions() else None

    options = [PASS, *[PlayInsteadOfActions(card) for card in _playable(table, seat, START_CARDS)]]
    answer: Choice = yield ASK_START_OF_ACTION_STEP.to(seat, options, why_not=why_not, passes=0)
    if not isinstance(answer, PlayInsteadOfActions):
        return False
    yield from play_instead_of_actions(table, seat, answer.card)
    return True


@rule("traitor.revealed.treachery")
def play_instead_of_actions(table: Table[State], seat: Seat, card: SkillCard) -> Script[None]:
    """Play a card at the start of the Action step, which it ends."""
    yield from START_CARDS[card.ability].play(table, seat, card)


# Influence


def coordinated_effort(table: Table[State], seat: Seat) -> Script[None]:
    """Let another character perform an action."""
    options = [ChooseSeat(other) for other in table.others(seat)]
    chosen: ChooseSeat = yield ASK_COORDINATED_EFFORT.to(seat, options)
    table.record(PlayerChosen(seat, chosen.seat))
    yield from perform_action(table, chosen.seat)


def inspiring_speech(table: Table[State], seat: Seat) -> Script[None]:
    """Roll: with 3 or more gain 1 sanity, otherwise lose 1."""
    result = yield from roll(table, seat, "skill.inspiring_speech")
    if result >= INSPIRED_FROM:
        gain(table, Resource.SANITY, 1)
    else:
        lose(table, Resource.SANITY, 1)


# Lore


def _enemies(state: State, seat: Seat) -> list[ChooseDeepOne | ChooseSeat]:
    """Return a player's enemies on all spaces. The Deep is not a space."""
    taken = [*state.deep_ones, *[player.space for player in state.players]]
    return [enemy for space in BOARD if space in taken for enemy in enemies_of(state, seat, space)]


def _an_enemy(table: Table[State], seat: Seat) -> Refused | None:
    if has_enemies(table.state, seat):
        return None
    return no(Obstacle.NO_ENEMY_ANYWHERE, "skill.shrivelling")


def shrivelling(table: Table[State], seat: Seat) -> Script[None]:
    """Try to defeat an enemy on any space; the Elder Sign Amulet may repeat it."""
    yield from shrivel(table, seat)
    if (yield from repeats_lore(table, seat)):
        yield from shrivel(table, seat)


def shrivel(table: Table[State], seat: Seat) -> Script[None]:
    """Choose an enemy and roll, with +2 against a Deep One: 6 or more defeats it. This is not an attack."""
    options = _enemies(table.state, seat)
    if not options:
        return
    chosen: ChooseDeepOne | ChooseSeat = yield ASK_SHRIVELLING.to(seat, options)
    if isinstance(chosen, ChooseDeepOne):
        table.record(DeepOneChosen(seat, chosen.space))
        result = yield from roll(table, seat, "skill.shrivelling", modifier=2)
        if result >= SHRIVELLED_FROM:
            defeat_deep_one(table, chosen.space)
    else:
        table.record(PlayerChosen(seat, chosen.seat))
        result = yield from roll(table, seat, "skill.shrivelling", defender=chosen.seat)
        if result >= SHRIVELLED_FROM:
            yield from defeat_character(table, chosen.seat)


_NEXT_TO: dict[Space, list[Space]] = {
    start: [space for space in spaces if space not in CLOSED_TO_DEEP_ONES]
    for start, spaces in ADJACENT.items()
}
"""The adjacent spaces that are open to Deep Ones."""


def ways_for_deep_ones(table: Table[State], start: Space) -> list[Space]:
    """Return the adjacent spaces that Deep Ones can be moved to."""
    return [space for space in _NEXT_TO[start] if not is_barred(table, start, space)]


def _movable(table: Table[State]) -> Iterator[Space]:
    for space in deep_ones_on_board(table.state):
        if ways_for_deep_ones(table, space):
            yield space


def _a_deep_one(table: Table[State], seat: Seat) -> Refused | None:
    return None if any(_movable(table)) else no(Obstacle.NO_DEEP_ONE_ANYWHERE, "skill.lesser_banishment")


def lesser_banishment(table: Table[State], seat: Seat) -> Script[None]:
    """Banish the Deep Ones of a space; the Elder Sign Amulet may repeat it."""
    yield from banish_from_space(table, seat)
    if (yield from repeats_lore(table, seat)):
        yield from banish_from_space(table, seat)


def banish_from_space(table: Table[State], seat: Seat) -> Script[None]:
    """Move every Deep One of a space to one adjacent space."""
    options = [ChooseSpace(space) for space in _movable(table)]
    if not options:
        return
    start: ChooseSpace = yield ASK_LESSER_BANISHMENT.to(seat, options)
    ways = [ChooseSpace(space) for space in ways_for_deep_ones(table, start.space)]
    end: ChooseSpace = yield ASK_LESSER_BANISHMENT_TO.to(seat, ways)
    yield from lead_deep_ones(table, start.space, end.space, table.state.deep_ones[start.space])


# Observation


def watch_and_learn(table: Table[State], seat: Seat) -> Script[None]:
    """Draw two cards from any ordinary decks."""
    yield from choose_and_draw(table, seat, 2, ORDINARY, ASK_WATCH_AND_LEARN)


# Strength


def _ways_to_rampage(table: Table[State], seat: Seat) -> list[Choice]:
    space = table.state.players[seat].space
    basic: list[Choice] = [] if obstacle_to_attack(table, seat, space) else [ATTACK_HERE]
    return basic + [ChooseItem(item) for item in weapons(table, seat)]


def _a_way_to_rampage(table: Table[State], seat: Seat) -> Refused | None:
    refused = obstacle_to_attack(table, seat, table.state.players[seat].space)
    return None if refused is None or weapons(table, seat) else refused


def rampage(table: Table[State], seat: Seat) -> Script[None]:
    """Attack up to four times without a weapon, or up to three times with one weapon."""
    way: Choice = yield ASK_RAMPAGE.to(seat, _ways_to_rampage(table, seat))
    yield from attack_in(table, seat, way)
    for _ in range(1, WEAPON_ATTACKS if isinstance(way, ChooseItem) else BASIC_ATTACKS):
        if way not in _ways_to_rampage(table, seat):
            return
        more: Choice = yield ASK_RAMPAGE_ON.to(seat, (PASS, ACCEPT), passes=0)
        if more == PASS:
            return
        yield from attack_in(table, seat, way)


def attack_in(table: Table[State], seat: Seat, way: Choice) -> Script[None]:
    """Attack once with a weapon, or without one."""
    if isinstance(way, ChooseItem):
        yield from attack_with(table, seat, way.item)
    else:
        yield from attack_here(table, seat, Attack(purpose="skill.rampage"))


# Will


def persistence(table: Table[State], seat: Seat) -> Script[None]:
    """Discard up to five other cards, then draw as many from one ordinary deck."""
    hand = table.state.players[seat].hand
    if not hand:
        return
    options = [ChooseCard(card) for card in hand]
    most = min(MOST_DISCARDS, len(hand))
    chosen: tuple[ChooseCard, ...] = yield ASK_PERSISTENCE.to(
        seat,
        options,
        0,
        most,
        default=(),
        why_not=refuse(ChooseCard, Obstacle.NOT_IN_HAND, "hand.definition"),
        passes=(),
    )
    if not chosen:
        return
    yield from discard(table, seat, chosen)
    decks = [ChooseSkill(skill) for skill in ORDINARY]
    deck: ChooseSkill = yield ASK_PERSISTENCE_DECK.to(seat, decks)
    draw(table, seat, (deck.skill,) * len(chosen))


def _first_true_grit(table: Table[State], seat: Seat) -> Refused | None:
    if is_used(table.state, limit_of(table, seat, "skill.true_grit")):
        return no(Obstacle.USED_THIS_TURN, "ability.limit_per_turn")
    return None


def true_grit(table: Table[State], seat: Seat) -> Script[None]:
    """Perform two actions, once per turn."""
    use(table, seat, limit_of(table, seat, "skill.true_grit"))
    yield from perform_action(table, seat)
    yield from perform_action(table, seat)


# Treachery


def reinforcements(table: Table[State], seat: Seat) -> Script[None]:
    """Spawn a Deep One in the Deep; with four there, all monsters surface on a water space of choice."""
    spawn(table, DEEP)
    if table.state.deep_ones.get(DEEP, 0) < ENOUGH_TO_SURFACE:
        return
    options = [ChooseSpace(space) for space in WATER]
    chosen: ChooseSpace = yield ASK_REINFORCEMENTS.to(seat, options)
    emerge(table, chosen.space, *MONARCHS)


def _a_deep_one_to_call(table: Table[State], seat: Seat) -> Refused | None:
    if deep_ones_on_board(table.state):
        return None
    return no(Obstacle.NO_DEEP_ONE_ANYWHERE, "skill.call_to_action")


def call_to_action(table: Table[State], seat: Seat) -> Script[None]:
    """Activate each Deep One on the same space, or one on any space."""
    spaces = deep_ones_on_board(table.state)
    here = table.state.players[seat].space
    options: list[Choice] = [ChooseDeepOne(space) for space in spaces]
    if here in spaces:
        options.insert(0, ACCEPT)
    chosen: Choice = yield ASK_CALL_TO_ACTION.to(seat, options)
    if isinstance(chosen, ChooseDeepOne):
        table.record(DeepOnesCalled(seat, chosen.space, 1))
        yield from activate_deep_one(table, chosen.space)
    else:
        table.record(DeepOnesCalled(seat, here, table.state.deep_ones[here]))
        yield from activate_deep_ones_on(table, here)


def _a_passenger(table: Table[State], seat: Seat) -> Refused | None:
    if table.state.passenger_supply:
        return None
    return no(Obstacle.NO_PASSENGER_LEFT, "skill.siren_song")


def siren_song(table: Table[State], seat: Seat) -> Script[None]:
    """Risk a passenger."""
    yield from risk(table, seat, 1)


RANSACKED: dict[Space, Resource] = {
    Space.CHAPEL: Resource.SANITY,
    Space.GALLEY: Resource.FOOD,
    Space.BOILER_ROOM: Resource.FUEL,
}
"""The resource that a revealed traitor destroys in each room."""


def _a_room_to_ransack(table: Table[State], seat: Seat) -> Refused | None:
    if table.state.players[seat].space in RANSACKED:
        return None
    return no(Obstacle.WRONG_SPACE, "skill.ransack")


def ransack(table: Table[State], seat: Seat) -> Script[None]:
    """Lose 1 sanity in the Chapel, 1 food in the Galley, 1 fuel in the Boiler Room."""
    lose(table, RANSACKED[table.state.players[seat].space], 1)
    yield from ()


def perform_rites(table: Table[State], seat: Seat) -> Script[None]:
    """Activate both monarchs in the order the player chooses or, by another reading, Mother Hydra first."""
    first, second = Symbol.HYDRA, Symbol.DAGON
    if table.ruling("skill.perform_rites") == "player":
        options = [ActivateFirst(Monarch.HYDRA), ActivateFirst(Monarch.DAGON)]
        answer: ActivateFirst = yield ASK_PERFORM_RITES.to(seat, options)
        table.record(MonarchChosen(seat, answer.monarch))
        if answer.monarch is Monarch.DAGON:
            first, second = second, first
    yield from activate(table, first)
    yield from activate(table, second)


# The cards by their titles


def _card(rule_id: str, effect: Effect, guard: Guard = _nothing) -> ActionCard:
    """Return how the cards of a title are played; the whole play is under their rule."""

    @rule(rule_id)
    def play(table: Table[State], seat: Seat, card: SkillCard) -> Script[None]:
        play_card(table, seat, card)
        yield from effect(table, seat)
        lay_down(table, seat, card)

    return ActionCard(play, guard)


ACTION_CARDS: dict[str, ActionCard] = {
    "coordinated_effort": _card("skill.coordinated_effort", coordinated_effort),
    "inspiring_speech": _card("skill.inspiring_speech", inspiring_speech),
    "shrivelling": _card("skill.shrivelling", shrivelling, _an_enemy),
    "lesser_banishment": _card("skill.lesser_banishment", lesser_banishment, _a_deep_one),
    "watch_and_learn": _card("skill.watch_and_learn", watch_and_learn),
    "rampage": _card("skill.rampage", rampage, _a_way_to_rampage),
    "persistence": _card("skill.persistence", persistence),
    "true_grit": _card("skill.true_grit", true_grit, _first_true_grit),
    "reinforcements": _card("skill.reinforcements", reinforcements),
    "call_to_action": _card("skill.call_to_action", call_to_action, _a_deep_one_to_call),
    "siren_song": _card("skill.siren_song", siren_song, _a_passenger),
}
"""The titles that are played with an action."""
START_CARDS: dict[str, ActionCard] = {
    "ransack": _card("skill.ransack", ransack, _a_room_to_ransack),
    "perform_rites": _card("skill.perform_rites", perform_rites),
}
"""The titles that are played in place of the Action step."""
