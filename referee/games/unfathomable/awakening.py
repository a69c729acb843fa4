"""The Awakening: the second loyalty card."""

from __future__ import annotations

from referee.games.unfathomable.choices import ChooseSeat
from referee.games.unfathomable.facts.loyalty import LoyaltyPassed
from referee.games.unfathomable.facts.reveal import AwakeningBegan
from referee.games.unfathomable.loyalty import deal_loyalty
from referee.games.unfathomable.questions import ASK_AWAKENING_RECIPIENT
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table, rule


@rule("awakening.once")
def awaken(table: Table[State]) -> Script[None]:
    """Hold the Awakening, unless it was held before. The game then goes on where it was."""
    if not table.state.is_awake:
        yield from hold_awakening(table)


@rule("awakening.trigger")
def hold_awakening(table: Table[State]) -> Script[None]:
    """Deal everyone a second loyalty card; revealed traitors pass theirs on."""
    table.record(AwakeningBegan())
    places = {seat: len(player.loyalty) for seat, player in enumerate(table.state.players)}
    deal_second_cards(table)
    active = table.state.active
    for seat in (active, *table.others(active)):
        if table.state.players[seat].is_traitor:
            yield from pass_the_new_card(table, seat, places[seat])


@rule("awakening.step1")
def deal_second_cards(table: Table[State]) -> None:
    """Deal everyone a card. Everyone looks at all of its own cards."""
    deal_loyalty(table)


@rule("awakening.step3")
def pass_the_new_card(table: Table[State], seat: Seat, place: int) -> Script[None]:
    """Let a revealed traitor give its new card to a human or, by a ruling, to any other player."""
    players = table.state.players
    anyone = table.ruling("awakening.recipient") == "any_player"
    recipients = [other for other in table.others(seat) if anyone or players[other].is_human]
    if not recipients or place >= len(players[seat].loyalty):
        return
    card = players[seat].loyalty[place]
    chosen: ChooseSeat = yield ASK_AWAKENING_RECIPIENT.to(seat, [ChooseSeat(other) for other in recipients])
    table.record(LoyaltyPassed(seat, chosen.seat, (card,), (place,)))
