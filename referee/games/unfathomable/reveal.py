"""Revealing as a traitor, in seven steps."""

from __future__ import annotations

from referee.games.unfathomable.actions import Action
from referee.games.unfathomable.board import BRIG
from referee.games.unfathomable.cards import TREACHERY, Loyalty
from referee.games.unfathomable.choices import ChooseCard, ChooseSeat, GiveLoyalty, Reveal
from referee.games.unfathomable.ending import PORT, distance_counted
from referee.games.unfathomable.facts.loyalty import LoyaltyPassed
from referee.games.unfathomable.facts.reveal import TraitorRevealed
from referee.games.unfathomable.hand import discard, draw
from referee.games.unfathomable.kept_mythos import discard_mythos_of
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.questions import ASK_REVEAL_EXCHANGE, ASK_REVEAL_RECIPIENT, ASK_REVEAL_SPLIT
from referee.games.unfathomable.reveal_abilities import reveal_ability
from referee.games.unfathomable.sheets import remove_feat
from referee.games.unfathomable.state import State
from referee.games.unfathomable.titles import lose_titles
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

TRAITOROUS: tuple[Loyalty, ...] = (Loyalty.HYBRID, Loyalty.CULTIST)


def obstacle_to_reveal(table: Table[State], seat: Seat, card: Loyalty) -> Refused | None:
    """Refuse unless the player is a human and this is a Hybrid or Cultist card of its own."""
    player = table.state.players[seat]
    if player.is_traitor:
        return no(Obstacle.NOT_FOR_TRAITORS, "reveal.action")
    if card not in TRAITOROUS or card not in player.loyalty:
        return no(Obstacle.NOT_A_TRAITOR, "reveal.action")
    return None


def ways_to_reveal(table: Table[State], seat: Seat) -> list[Reveal]:
    """Return one choice for each kind of traitor card.

    The card is part of the action, so choosing tells nothing extra.
    """
    held = table.state.players[seat].loyalty
    return [
        Reveal(card) for card in TRAITOROUS if card in held and obstacle_to_reveal(table, seat, card) is None
    ]


@rule("reveal.action")
def reveal(table: Table[State], seat: Seat, card: Loyalty) -> Script[None]:
    """Carry out the seven steps of revealing, after which the turn goes on. The caller has spent the action."""
    turn_over(table, seat, card)
    yield from use_reveal_ability(table, seat)
    yield from pass_the_others(table, seat)
    lose_all_titles(table, seat)
    yield from discard_mythos_and_feat(table, seat)
    yield from exchange_for_treachery(table, seat)


@rule("reveal.step1")
def turn_over(table: Table[State], seat: Seat, card: Loyalty) -> None:
    """Step 1: turn over the traitor card chosen."""
    place = table.state.players[seat].loyalty.index(card)
    table.record(TraitorRevealed(seat, card, place))


@rule("reveal.step2")
def use_reveal_ability(table: Table[State], seat: Seat) -> Script[None]:
    """Step 2: resolve the reveal ability of the character."""
    yield from reveal_ability(table, seat)


@rule("reveal.step3")
def pass_the_others(table: Table[State], seat: Seat) -> Script[None]:
    """Step 3: before 12 distance, give the other loyalty cards to another player or, by a ruling, to several."""
    state = table.state
    cards = tuple(state.players[seat].loyalty)
    recipients = possible_recipients(table, seat)
    if not cards or not recipients or distance_counted(table) >= PORT:
        return
    if table.ruling("reveal.pass") == "split":
        for card in cards:
            options = [GiveLoyalty(card, other) for other in recipients]
            given: GiveLoyalty = yield ASK_REVEAL_SPLIT.to(seat, options)
            table.record(LoyaltyPassed(seat, given.seat, (card,), (0,)))
        return
    chosen: ChooseSeat = yield ASK_REVEAL_RECIPIENT.to(seat, [ChooseSeat(other) for other in recipients])
    table.record(LoyaltyPassed(seat, chosen.seat, cards, tuple(range(len(cards)))))


def possible_recipients(table: Table[State], seat: Seat) -> list[Seat]:
    """Return who may be given the loyalty cards of a traitor who reveals."""
    humans_only = table.ruling("reveal.recipient") == "human"
    players = table.state.players
    return [other for other in table.others(seat) if players[other].is_human or not humans_only]


@rule("reveal.step4")
def lose_all_titles(table: Table[State], seat: Seat) -> None:
    """Step 4: lose all titles."""
    lose_titles(table, seat)


@rule("reveal.step5")
def discard_mythos_and_feat(table: Table[State], seat: Seat) -> Script[None]:
    """Step 5: discard the mythos cards in the play area and remove the feat from the game."""
    if table.state.players[seat].mythos:
        yield from discard_mythos_of(table, seat)
    if table.state.players[seat].has_feat:
        remove_feat(table, seat)


@rule("reveal.step6")
def exchange_for_treachery(table: Table[State], seat: Seat) -> Script[None]:
    """Step 6: outside the Brig, exchange skill cards for as many Treachery cards. An empty hand is not asked."""
    player = table.state.players[seat]
    if player.space is BRIG or not player.hand:
        return
    chosen: tuple[ChooseCard, ...] = yield ASK_REVEAL_EXCHANGE.to(
        seat, [ChooseCard(card) for card in player.hand], 0, len(player.hand), default=(), passes=()
    )
    if chosen:
        yield from discard(table, seat, chosen)
        draw(table, seat, [TREACHERY] * len(chosen))


REVEAL = Action(
    "reveal.action",
    Reveal,
    options=ways_to_reveal,
    perform=lambda table, seat, choice: reveal(table, seat, choice.loyalty),
    why_not=lambda table, seat, choice: obstacle_to_reveal(table, seat, choice.loyalty),
)
