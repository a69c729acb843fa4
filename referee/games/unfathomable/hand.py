"""Skill cards: drawing, playing, discarding, and the hand limit."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.unfathomable.board import BRIG
from referee.games.unfathomable.cards import CHARACTERS, HAND_LIMIT, SKILLS, Character, Item, Skill, SkillCard
from referee.games.unfathomable.choices import ChooseCard, ChooseSkill
from referee.games.unfathomable.discarding import ask_for_order, put_in_order
from referee.games.unfathomable.facts.hand import (
    CardFinished,
    CardPlayed,
    CardsDiscarded,
    CardsDrawn,
    CardsPaid,
    SkillDeckShuffled,
)
from referee.games.unfathomable.facts.spoken import Declined
from referee.games.unfathomable.obstacles import Obstacle, refuse
from referee.games.unfathomable.questions import ASK_KEEP_TEN
from referee.games.unfathomable.state import State
from referee.kernel.asks import Some, Together
from referee.kernel.facts import Seat
from referee.kernel.questions import SomeOf
from referee.kernel.table import Script, Table, rule

UPGRADES: dict[Item, Skill] = {
    Item.FINE_CLOTHES: Skill.INFLUENCE,
    Item.MYSTICAL_TEXT: Skill.LORE,
    Item.BINOCULARS: Skill.OBSERVATION,
    Item.MEDICINE_BALL: Skill.STRENGTH,
    Item.TREASURED_MEMENTO: Skill.WILL,
}
"""The skill that each upgrade adds to the skill set while it is active."""

_PRINTED_SETS: dict[Character, list[Skill]] = {
    character: [skill for skill, count in sheet.skills.items() for _ in range(count)]
    for character, sheet in CHARACTERS.items()
}


@rule("hand.draw_adds")
def draw(table: Table[State], seat: Seat, skills: Sequence[Skill]) -> None:
    """Draw one card of each type named, in order; a deck that runs out is refilled from its discard pile."""
    decks = table.state.decks
    drawn: dict[Skill, int] = {}
    taken: list[SkillCard] = []
    for skill in skills:
        if not decks[skill]:
            refill_at_need(table, skill)
        deck = decks[skill]
        place = drawn.get(skill, 0) + 1
        if place > len(deck):
            continue
        drawn[skill] = place
        taken.append(deck[-place])
        if place == len(deck) and table.state.discards[skill]:
            _take(table, seat, taken)
            refill_deck(table, skill)
            drawn, taken = {}, []
    if taken:
        _take(table, seat, taken)


def _take(table: Table[State], seat: Seat, cards: list[SkillCard]) -> None:
    skills = tuple([card.skill for card in cards if card.skill is not None])
    table.record(CardsDrawn(seat, skills, tuple(cards)))


@rule("skill_deck.stays_empty")
def refill_at_need(table: Table[State], skill: Skill) -> None:
    """Refill a deck when a card is to be drawn from it and it could not be refilled when it ran out."""
    refill_deck(table, skill)


@rule("skill_deck.reshuffle")
def refill_deck(table: Table[State], skill: Skill) -> bool:
    """Shuffle the discard pile into an empty deck, if there is one; return whether the deck has a card now."""
    state = table.state
    if not state.decks[skill] and state.discards[skill]:
        cards = table.chance(f"deck/{skill}").shuffled(state.discards[skill])
        table.record(SkillDeckShuffled(skill, tuple(cards)))
    return bool(state.decks[skill])


@rule("hand.declare_before_draw")
def choose_and_draw(
    table: Table[State],
    seat: Seat,
    count: int,
    skills: Sequence[Skill],
    question: SomeOf,
    *,
    least: int | None = None,
) -> Script[int]:
    """Let a player choose how many cards to draw from which of these decks, up to `count`, and draw them.

    It must be exactly `count`, unless `least` allows fewer. If each type is named once, any number of each may be
    chosen; otherwise each type at most as often as it is named. The default is the smallest number allowed, but
    at least one. Return how many were drawn.
    """
    named_once = all([skills.count(skill) == 1 for skill in skills])
    offered = [skill for skill in skills for _ in range(count)] if named_once else list(skills)
    return (yield from _declare_and_draw(table, seat, count, offered, question, least))


def _declare_and_draw(
    table: Table[State],
    seat: Seat,
    count: int,
    offered: list[Skill],
    question: SomeOf,
    least: int | None = None,
) -> Script[int]:
    """Let a player choose some of the cards offered, named by their types, and draw them."""
    most = min(count, len(offered))
    fewest = most if least is None else min(least, most)
    declared = offered[:most]
    if fewest < most or (most < len(offered) and len(set(offered)) > 1):
        options = [ChooseSkill(skill) for skill in offered]
        chosen: tuple[ChooseSkill, ...] = yield question.to(
            seat,
            options,
            fewest,
            most,
            default=tuple(range(max(fewest, 1))),
            why_not=refuse(ChooseSkill, Obstacle.WRONG_SKILL, "hand.declare_before_draw"),
            passes=() if fewest == 0 else None,
        )
        if not chosen:
            table.record(Declined(seat))
        declared = [choice.skill for choice in chosen]
    before = len(table.state.players[seat].hand)
    draw(table, seat, declared)
    return len(table.state.players[seat].hand) - before


@rule("skill_set.definition")
def draw_of_own_skills(table: Table[State], seat: Seat, count: int, question: SomeOf) -> Script[None]:
    """Let a player draw cards of its own skill set, of its choice."""
    yield from _declare_and_draw(table, seat, count, skill_set(table.state, seat), question)


def skill_set(state: State, seat: Seat) -> list[Skill]:
    """Return a player's skill set, with its active upgrade unless it is in the Brig."""
    player = state.players[seat]
    skills = list(_PRINTED_SETS[player.character])
    if player.space is not BRIG:
        skills += [UPGRADES[item] for item in player.items if item in UPGRADES]
    return skills


def discard(table: Table[State], seat: Seat, cards: Sequence[ChooseCard]) -> Script[None]:
    """Discard cards from the hand in the order their owner chooses; others see only the tops."""
    _lay_down(table, seat, (yield from put_in_order(table, seat, cards)))


def _lay_down(table: Table[State], seat: Seat, cards: Sequence[ChooseCard]) -> None:
    """Put cards on their piles, the last on top. What everyone learns does not reveal the rest of the order."""
    if cards:
        tops = {choice.card.skill: choice.card for choice in cards}
        seen = tuple([tops[skill] for skill in SKILLS if skill in tops])
        table.record(CardsDiscarded(seat, tuple([choice.card for choice in cards]), seen))


def pay(table: Table[State], seat: Seat, card: SkillCard) -> None:
    """Discard a card as a cost, for everyone to see."""
    table.record(CardsPaid(seat, (card,)))


def pay_several(table: Table[State], seat: Seat, cards: Sequence[ChooseCard]) -> Script[None]:
    """Discard cards as a cost, for everyone to see, in the order their owner chooses."""
    order = yield from put_in_order(table, seat, cards)
    table.record(CardsPaid(seat, tuple([choice.card for choice in order])))


def choose_discards(
    table: Table[State], seat: Seat, count: int, question: SomeOf
) -> Script[tuple[SkillCard, ...]]:
    """Let a player choose and discard this many cards, or all if it has fewer; return them.

    With an empty hand it is not asked.
    """
    if not table.state.players[seat].hand or count < 1:
        return ()
    chosen: tuple[ChooseCard, ...] = yield _discards(table.state, seat, count, question)
    yield from discard(table, seat, chosen)
    return tuple([choice.card for choice in chosen])


def _discards(state: State, seat: Seat, count: int, question: SomeOf) -> Some:
    """Return the question which cards of the hand to discard; by default, the lowest."""
    hand = state.players[seat].hand
    count = min(count, len(hand))
    lowest = sorted(range(len(hand)), key=lambda place: hand[place].strength)
    options = [ChooseCard(card) for card in hand]
    default = tuple(sorted(lowest[:count]))
    return question.to(
        seat,
        options,
        count,
        count,
        default=default,
        why_not=refuse(ChooseCard, Obstacle.NOT_IN_HAND, "hand.definition"),
    )


@rule("skill_card.play")
def play_card(table: Table[State], seat: Seat, card: SkillCard) -> None:
    """Reveal a card from the hand to use its ability."""
    table.record(CardPlayed(seat, card))


@rule("skill_card.discard")
def finish_card(table: Table[State], seat: Seat, card: SkillCard) -> None:
    """Discard a card whose ability is resolved."""
    table.record(CardFinished(seat, card))


@rule("hand.limit.discard_step")
def keep_ten(table: Table[State]) -> Script[None]:
    """Carry out the Discard step: everybody with more than ten cards discards down to ten, in sealed answers."""
    state = table.state
    active = state.active
    seats = (
        [active] if table.ruling("hand.limit_step") == "active_player" else [active, *table.others(active)]
    )
    over = [seat for seat in seats if len(state.players[seat].hand) > HAND_LIMIT]
    if not over:
        return
    chosen: dict[Seat, tuple[ChooseCard, ...]] = yield Together(
        [_discards(state, seat, len(state.players[seat].hand) - HAND_LIMIT, ASK_KEEP_TEN) for seat in over]
    )
    orders = [ask_for_order(table, seat, cards) for seat, cards in chosen.items()]
    asks = [ask for ask in orders if ask is not None]
    if asks:
        chosen |= yield Together(asks)
    for seat in over:
        _lay_down(table, seat, chosen[seat])
