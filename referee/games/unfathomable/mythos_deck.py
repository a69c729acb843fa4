"""The mythos deck: drawing cards, discarding them, and looking at the top ones."""

from __future__ import annotations

from referee.games.unfathomable.board import BRIG
from referee.games.unfathomable.cards import MYTHOS, Character, Mythos
from referee.games.unfathomable.choices import ChooseMythos
from referee.games.unfathomable.facts.mythos import (
    MythosChosen,
    MythosDiscarded,
    MythosDrawn,
    MythosLookedAt,
    MythosPutBack,
    MythosSetAside,
    MythosShown,
    MythosShuffled,
)
from referee.games.unfathomable.questions import ASK_ONE_OF_TWO
from referee.games.unfathomable.state import NOBODY, State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table, rule

_NO_CARD = Mythos.HIDDEN


# Drawing, and the discard pile


@rule("mythos.draw_reveal")
def draw_mythos(table: Table[State], seat: Seat) -> bool:
    """Reveal the top available card; return whether there was one."""
    state = table.state
    while _may_draw(table, seat):
        table.record(MythosDrawn(seat, state.mythos_deck[-1]))
        if is_available(table, state.mythos_card, seat):
            return True
        if state.players[seat].space is BRIG:
            discard_unavailable_in_brig(table)
        else:
            discard_unavailable(table)
    return False


def draw_one_of_two(table: Table[State], seat: Seat) -> Script[bool]:
    """Reveal two cards, choose one to resolve, put the other on the bottom; return whether there was a card."""
    state = table.state
    if not draw_mythos(table, seat):
        return False
    first = state.mythos_card
    table.record(MythosSetAside(seat, first))
    if not draw_mythos(table, seat):
        table.record(MythosChosen(seat, first, _NO_CARD))
        return True
    cards = (first, state.mythos_card)
    answer: ChooseMythos = yield ASK_ONE_OF_TWO.to(seat, [ChooseMythos(card) for card in cards])
    table.record(MythosChosen(seat, answer.mythos, cards[answer.mythos is first]))
    return True


def replace_mythos(table: Table[State], seat: Seat) -> bool:
    """Discard the card that was drawn, before it is resolved, and draw another for the same player.

    Return whether there was one.
    """
    discard_card(table)
    return draw_mythos(table, seat)


def is_available(table: Table[State], card: Mythos, drawer: Seat = NOBODY) -> bool:
    """Return whether the character of a green card can choose: in play, not in the Brig, not a revealed traitor.

    By another reading a revealed traitor can choose, unless the drawer is in the Brig.
    """
    state = table.state
    character = MYTHOS[card].character
    if character is Character.HIDDEN:
        return True
    seat = state.seat_of(character)
    if seat == NOBODY or state.players[seat].space is BRIG:
        return False
    if state.players[seat].is_human:
        return True
    in_the_brig = drawer != NOBODY and state.players[drawer].space is BRIG
    return table.ruling("mythos.unavailable") == "traitor_decides" and not in_the_brig


def _may_draw(table: Table[State], drawer: Seat) -> bool:
    """Return whether a card can be drawn.

    An empty deck is first refilled from the discard pile, unless a ruling forbids it. A discard pile of only
    unavailable cards is not used: drawing and discarding them would never end.
    """
    state = table.state
    if state.mythos_deck or table.ruling("mythos.empty_deck") == "none":
        return bool(state.mythos_deck)
    if any([is_available(table, card, drawer) for card in state.mythos_discard]):
        reshuffle_if_empty(table)
    return bool(state.mythos_deck)


@rule("mythos.char_specific.unavailable")
def discard_unavailable(table: Table[State]) -> None:
    """Discard a green card whose character cannot choose; another one is drawn."""
    discard_card(table)


@rule("brig.mythos.char_specific")
def discard_unavailable_in_brig(table: Table[State]) -> None:
    """Do the same for a human in the Brig, who resolves only symbols."""
    discard_card(table)


@rule("mythos.discard_pile")
def discard_card(table: Table[State]) -> None:
    """Discard the card that was revealed, unless it stays in a play area."""
    if table.state.mythos_card is not _NO_CARD:
        table.record(MythosDiscarded(table.state.mythos_card))


@rule("mythos.reshuffle")
def reshuffle_if_empty(table: Table[State]) -> None:
    """Turn the discard pile into the new deck once the last card is drawn and resolved."""
    state = table.state
    if not state.mythos_deck and state.mythos_discard:
        table.record(MythosShuffled(tuple(table.chance("deck/mythos").shuffled(state.mythos_discard))))


# Looking at cards of the deck


@rule("ability.look")
def look_at_mythos(table: Table[State], seat: Seat, count: int) -> tuple[Mythos, ...]:
    """Look at the top cards of the deck; unavailable green ones are shown, discarded and replaced.

    Return the cards, the top one first. They are off the deck until `put_mythos_back`.
    """
    state = table.state
    while len(state.mythos_held) < count and _may_draw(table, NOBODY):
        missing = count - len(state.mythos_held)
        table.record(MythosLookedAt(seat, tuple(reversed(state.mythos_deck[-missing:]))))
        show_unavailable(table, seat)
    return tuple(state.mythos_held)


@rule("mythos.char_specific.secret_look")
def show_unavailable(table: Table[State], seat: Seat) -> None:
    """Show and discard the green cards whose character cannot choose."""
    for card in [card for card in table.state.mythos_held if not is_available(table, card)]:
        table.record(MythosShown(seat, card))


def put_mythos_back(
    table: Table[State], seat: Seat, top: tuple[Mythos, ...], bottom: tuple[Mythos, ...]
) -> None:
    """Put cards back: the first of `top` uppermost, the last of `bottom` at the very bottom."""
    table.record(MythosPutBack(seat, top, bottom))
