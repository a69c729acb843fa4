"""Exploring the depths: revealing cards one by one, offering Allies round the table, meeting Monsters."""

from __future__ import annotations

from referee.games.abyss.cards import (
    LAST_THREAT_SPACE,
    MONSTER,
    THREAT_TRACK,
    TRACK_SPACES,
    Card,
    Lord,
    Reward,
)
from referee.games.abyss.choices import (
    BuyAlly,
    ChooseReward,
    FightMonster,
    GoOn,
    PassOffer,
    StopExploring,
    TakeAlly,
    UsePower,
)
from referee.games.abyss.facts.decks import ExplorationShuffled
from referee.games.abyss.facts.explore import (
    AllyBought,
    AllyTaken,
    CardRevealed,
    MonsterFought,
    OfferPassed,
    ThreatRaised,
    TrackCleared,
)
from referee.games.abyss.obstacles import Obstacle, no
from referee.games.abyss.per_turn import obstacle_to_power, usable_powers, use_power
from referee.games.abyss.questions import ASK_MONSTER, ASK_OFFER, ASK_REWARD, ASK_UNSOLD_ALLY
from referee.games.abyss.soldiers import keep_six, suffers_from
from referee.games.abyss.state import State
from referee.games.abyss.supply import draw_tokens, gain_keys, gain_pearls
from referee.kernel.asks import Choice, One
from referee.kernel.facts import Seat
from referee.kernel.questions import OneOf
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

PASS_OFFER = PassOffer()
FIGHT = FightMonster()
GO_ON = GoOn()
STOP = StopExploring()
TAKE = {card: TakeAlly(card) for card in Card}

_EXHAUSTED = no(Obstacle.EXPLORATION_EXHAUSTED, "explore.reshuffle")
_NOT_ON_OFFER = no(Obstacle.NOT_ON_OFFER, "explore.offer")
_PEARLS_SHORT = no(Obstacle.PEARLS_SHORT, "explore.price")


def obstacle_to_explore(table: Table[State]) -> Refused | None:
    """Require a card to reveal, in the deck or in the discard pile."""
    if table.state.deck or table.state.discard or table.ruling("explore.exhausted") == "empty_handed":
        return None
    return _EXHAUSTED


@rule("explore")
def explore(table: Table[State], seat: Seat) -> Script[None]:
    """Reveal cards until the seat takes an Ally or fights a Monster."""
    decision: Choice = GO_ON
    while decision is GO_ON and reveal(table):
        if table.state.track[-1] is MONSTER:
            decision = yield from meet_monster(table, seat)
        else:
            decision = yield from meet_ally(table, seat)
    clear_the_track(table, seat, ally_taken=type(decision) is TakeAlly)


@rule("explore.reveal")
def reveal(table: Table[State]) -> bool:
    """Lay the top card on the first free space. Return whether there was a card."""
    state = table.state
    if not state.deck and not reshuffle(table):
        return False
    table.record(CardRevealed(state.deck[-1], len(state.track) + 1))
    if not state.deck and table.ruling("explore.reshuffle") == "at_once":
        reshuffle(table)
    return True


@rule("explore.reshuffle")
def reshuffle(table: Table[State]) -> bool:
    """Shuffle the discard pile into a new deck. Return whether there was a card in it."""
    discard = table.state.discard
    if not discard:
        return False
    table.record(ExplorationShuffled(table.chance("deck/exploration").shuffled(discard)))
    return True


@rule("explore.ally")
def meet_ally(table: Table[State], seat: Seat) -> Script[Choice]:
    """Offer the Ally to the others; if nobody buys it, let the seat take it or go on. Return the decision."""
    ally = table.state.track[-1]
    if (yield from offer(table, seat, ally)):
        return GO_ON
    answer = yield from take_or_leave(table, seat, ASK_UNSOLD_ALLY, TAKE[ally])
    if type(answer) is TakeAlly:
        take_ally(table, seat, ally)
    return answer


@rule("explore.offer")
def offer(table: Table[State], seat: Seat, ally: Card) -> Script[bool]:
    """Offer the Ally clockwise to each seat until one buys it. Return whether it was sold.

    Each seat may buy once per turn. A seat is not asked if everyone can see that it cannot pay.
    """
    state = table.state
    price = len(state.buyers) + 1
    for other in table.others(seat):
        if other in state.buyers:
            continue
        can_pay = state.realms[other].pearls >= price
        if not can_pay and state.pearls_are_open:
            continue
        if (yield offer_to(other, ally, price, can_pay)) is not PASS_OFFER:
            sell(table, other, seat, ally, price)
            yield from after_purchase(table, other)
            return True
        table.record(OfferPassed(other))
    return False


def offer_to(seat: Seat, ally: Card, price: int, can_pay: bool) -> One:
    """Ask a seat whether it buys the Ally."""
    buy = BuyAlly(ally, price)

    def why_not(choice: Choice) -> Refused | None:
        return _PEARLS_SHORT if choice == buy else _NOT_ON_OFFER

    options = (PASS_OFFER, buy) if can_pay else (PASS_OFFER,)
    return ASK_OFFER.to(seat, options, why_not=why_not, passes=0, concerns_seat=False)


@rule("explore.price")
def sell(table: Table[State], buyer: Seat, seller: Seat, ally: Card, price: int) -> None:
    """Sell the Ally to the buyer. The first sale of a turn costs one pearl, the second two, the third three."""
    table.record(AllyBought(buyer, seller, ally, price))


def after_purchase(table: Table[State], buyer: Seat) -> Script[None]:
    """Make the buyer discard down to six for a Commander at once, if that reading is in force."""
    if table.ruling("commander.out_of_turn") == "at_once":
        yield from keep_six(table, buyer)


def decide(table: Table[State], seat: Seat, question: OneOf, deed: Choice) -> Script[Choice]:
    """Ask whether to take or fight the card just revealed, or to leave it; powers may be used first.

    On the last space nothing is asked. If no card is left to reveal, a power may still bring some back.
    """

    def why_not(choice: Choice) -> Refused | None:
        if isinstance(choice, UsePower):
            return obstacle_to_power(table, seat, choice.lord)
        return _NOT_ON_OFFER if isinstance(choice, TakeAlly) else None

    while len(table.state.track) < TRACK_SPACES:
        options = [deed, *ways_to_leave(table), *usable_powers(table, seat)]
        if len(options) == 1:
            break
        answer: Choice = yield question.to(seat, options, why_not=why_not)
        if type(answer) is not UsePower:
            return answer
        yield from use_power(table, seat, answer.lord)
    return deed


take_or_leave = rule("explore.take")(decide)


def ways_to_leave(table: Table[State]) -> list[Choice]:
    """Return the options to leave the card: go on, or without a card to reveal, stop if that reading is in force.

    If the threat token is on its last space, a ruling decides whether a Monster must be fought.
    """
    state = table.state
    no_further = state.track[-1] is MONSTER and state.threat == LAST_THREAT_SPACE
    if no_further and table.ruling("threat.last_space") == "must_fight":
        return []
    if state.deck or state.discard:
        return [GO_ON]
    return [STOP] if table.ruling("explore.exhausted") == "empty_handed" else []


@rule("explore.take")
def take_ally(table: Table[State], seat: Seat, ally: Card) -> None:
    """Take the Ally into the hand; the last space of the track adds a pearl."""
    on_last_space = len(table.state.track) == TRACK_SPACES
    table.record(AllyTaken(seat, ally))
    if on_last_space:
        last_space_pearl(table, seat)


@rule("explore.last_space")
def last_space_pearl(table: Table[State], seat: Seat) -> None:
    """Gain a pearl for a card taken or fought on the last space of the track."""
    gain_pearls(table, seat, 1)


@rule("explore.monster")
def meet_monster(table: Table[State], seat: Seat) -> Script[Choice]:
    """Ask whether to fight the Monster or go on; on the last space it must be fought. Return the decision."""
    answer = yield from decide(table, seat, ASK_MONSTER, FIGHT)
    if answer is FIGHT:
        yield from fight(table, seat)
    else:
        raise_the_threat(table)
    return answer


@rule("explore.threat")
def raise_the_threat(table: Table[State]) -> None:
    """Move the threat token on for a Monster left on the track; it stops on the last space."""
    if table.state.threat < LAST_THREAT_SPACE:
        table.record(ThreatRaised(table.state.threat + 1))


@rule("explore.fight")
def fight(table: Table[State], seat: Seat) -> Script[None]:
    """Defeat the Monster, which always succeeds: take the reward and move the threat token back to the first space."""
    on_last_space = len(table.state.track) == TRACK_SPACES
    space = reward_space(table.state, seat)
    reward = yield from choose_reward(table, seat, space)
    (take_reward if space == table.state.threat else take_lower_reward)(table, seat, space, reward)
    if on_last_space:
        last_space_pearl(table, seat)


def take_reward(table: Table[State], seat: Seat, space: int, reward: Reward) -> None:
    """Take the reward of a space of the threat track."""
    table.record(MonsterFought(seat, space))
    if reward.keys:
        gain_keys(table, seat, reward.keys)
    if reward.pearls:
        gain_pearls(table, seat, reward.pearls)
    if reward.tokens:
        draw_tokens(table, seat, reward.tokens)


take_lower_reward = rule("lord.tamer")(take_reward)


def reward_space(state: State, seat: Seat) -> int:
    """Return the space of the threat token, or the one before it for a seat affected by a Tamer; at least the first."""
    if state.threat > 1 and suffers_from(state, seat, Lord.TAMER):
        return state.threat - 1
    return state.threat


@rule("explore.reward")
def choose_reward(table: Table[State], seat: Seat, space: int) -> Script[Reward]:
    """Ask for the reward if the space offers several. Tokens that are used up cannot be chosen."""
    left = len(table.state.token_pile)
    rewards = THREAT_TRACK[space]
    if table.ruling("tokens.exhausted") == "not_offered":
        rewards = tuple([reward for reward in rewards if reward.tokens <= left])
    if len(rewards) == 1:
        return rewards[0]

    def why_not(choice: Choice) -> Refused | None:
        if not isinstance(choice, ChooseReward):
            return None
        printed = Reward(choice.pearls, choice.tokens, choice.keys) in THREAT_TRACK[space]
        return no(Obstacle.TOKENS_SHORT if printed else Obstacle.NOT_THIS_REWARD, "explore.reward")

    options = [ChooseReward(reward.pearls, reward.tokens, reward.keys) for reward in rewards]
    chosen: ChooseReward = yield ASK_REWARD.to(seat, options, why_not=why_not)
    return Reward(chosen.pearls, chosen.tokens, chosen.keys)


@rule("explore.end")
def clear_the_track(table: Table[State], seat: Seat, *, ally_taken: bool) -> None:
    """Move the Allies left on the track face down to the Council, and all Monsters to the discard pile."""
    track = table.state.track
    if not track:
        return
    allies = tuple([card for card in track if card is not MONSTER])
    monsters = len(track) - len(allies)
    table.record(TrackCleared(allies, monsters))
    if allies and table.state.realms[seat].has(Lord.SHIP_MASTER):
        ship_master(table, seat, allies, ally_taken=ally_taken)


@rule("lord.ship_master")
def ship_master(table: Table[State], seat: Seat, allies: tuple[Card, ...], *, ally_taken: bool) -> None:
    """Gain a pearl for each race that goes to the Council."""
    if not ally_taken and table.ruling("ship_master.fight") == "no":
        return
    gain_pearls(table, seat, len({ally.race for ally in allies}))
