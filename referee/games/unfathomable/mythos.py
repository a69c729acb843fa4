"""Mythos cards: drawing them and resolving crisis, activation and progress.

What each crisis does is in `crises`, which register with `crisis`. This chapter stands below skills, spells, rooms
and characters, so that they may look at mythos cards and draw them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from referee.games.unfathomable.activation import activate
from referee.games.unfathomable.board import BRIG
from referee.games.unfathomable.cards import MYTHOS, Character, Mythos, MythosCard, Progress, Symbol
from referee.games.unfathomable.choices.plain import ChooseMythos, ChooseOption
from referee.games.unfathomable.discarding import put_in_order
from referee.games.unfathomable.facts.mythos import (
    CrisisBegan,
    CrisisCancelled,
    CrisisDecided,
    CrisisEnded,
    MythosChosen,
    MythosDiscarded,
    MythosDrawn,
    MythosGivenUp,
    MythosKept,
    MythosLookedAt,
    MythosPutBack,
    MythosSetAside,
    MythosShown,
    MythosShuffled,
)
from referee.games.unfathomable.facts.turn import StepBegan
from referee.games.unfathomable.skill_test import Result, clear_test, skill_test
from referee.games.unfathomable.state import NOBODY, State
from referee.games.unfathomable.titles import captain, keeper
from referee.games.unfathomable.tracks import resolve_progress
from referee.games.unfathomable.windows import Timing, window
from referee.kernel.asks import Choice, One
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

Effect = Callable[[Table[State], Seat], Script[None]]
"""What a crisis does. The seat is the `you` of the card: whoever resolves it."""

Guard = Callable[[Table[State], Seat], Refused | None]
"""What stands in the way of choosing an option."""

FIRST, SECOND = ChooseOption(1), ChooseOption(2)

_NO_CARD = Mythos.HIDDEN


def nothing(table: Table[State], you: Seat) -> Script[None]:
    """No effect."""
    yield from ()


class Crisis(NamedTuple):
    """What a crisis does, by how it goes. The numbers of its test are on the card."""

    success: Effect = nothing
    partial: Effect = nothing
    failure: Effect = nothing
    upper: Effect = nothing
    """The upper option of a choice."""
    lower: Effect = nothing
    """The lower option of a choice."""
    other: Effect = nothing
    """The other option of a combination, where no test is made."""
    needs: Guard | None = None
    """What the upper option of a choice, or the other option of a combination, takes."""
    needs_a_hand: bool = False
    """What it takes is in the hand of the chooser, so that others cannot see whether it is open."""
    difficulty: Callable[[Table[State]], int] | None = None
    """The difficulty, where it is a ruling."""


CRISES: dict[Mythos, Callable[[Table[State], Seat, bool], Script[None]]] = {}
"""How each crisis is faced: by this drawer, and alone or not. The crises register when they are loaded."""

DRAWS: dict[Character, Callable[[Table[State], Seat], Script[bool]]] = {}
"""Characters who draw in their own way in their Mythos step. Each says whether it did; if not, the step goes on as
usual. The chapter of characters fills it in when it is loaded."""


def crisis(card: Mythos, found: Crisis) -> None:
    """Register what the crisis of a card does."""

    @rule(f"mythos.{card.value}")
    def face(table: Table[State], seat: Seat, alone: bool) -> Script[None]:
        yield from _face(table, seat, MYTHOS[card], found, alone=alone)

    CRISES[card] = face


@rule("turn.human.mythos")
def mythos_step(table: Table[State], seat: Seat) -> Script[None]:
    """The Mythos step of a human: draw one card and resolve it."""
    table.record(StepBegan(seat, "mythos"))
    state = table.state
    own_way = DRAWS.get(state.players[seat].character)
    if own_way is None or not (yield from own_way(table, seat)):
        draw_mythos(table, seat)
    yield from _before_resolving(table)
    if state.mythos_card is not _NO_CARD:
        yield from _resolve(table, seat, MYTHOS[state.mythos_card])
    reshuffle_if_empty(table)


def resolve_crisis_alone(table: Table[State], seat: Seat) -> Script[None]:
    """Spread Misfortune: draw a card and resolve only its crisis; a test fails, a choice is this player's."""
    state = table.state
    draw_mythos(table, seat)
    yield from _before_resolving(table)
    if state.mythos_card is not _NO_CARD:
        yield from CRISES[state.mythos_card](table, seat, True)
        discard_card(table)
    reshuffle_if_empty(table)


def _before_resolving(table: Table[State]) -> Script[None]:
    """A card that was drawn may still be replaced."""
    if table.state.mythos_card is not _NO_CARD:
        yield from window(table, Timing.MYTHOS_DRAWN, lambda table: table.state.mythos_card is _NO_CARD)


# Drawing, and the discard pile


@rule("mythos.draw_reveal")
def draw_mythos(table: Table[State], seat: Seat) -> bool:
    """Turn up the top card that is available for everyone to see; say whether there was one."""
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
    """Turn up two cards, choose the one to resolve, put the other under the deck; say whether there was a card."""
    state = table.state
    if not draw_mythos(table, seat):
        return False
    first = state.mythos_card
    table.record(MythosSetAside(seat, first))
    if not draw_mythos(table, seat):
        table.record(MythosChosen(seat, first, _NO_CARD))
        return True
    cards = (first, state.mythos_card)
    answer: ChooseMythos = yield One(seat, "unfathomable.one_of_two", [ChooseMythos(card) for card in cards])
    table.record(MythosChosen(seat, answer.mythos, cards[answer.mythos is first]))
    return True


def replace_mythos(table: Table[State], seat: Seat) -> bool:
    """Discard the card that was drawn, before it is resolved, and draw another; say whether there was one.

    The seat is the drawer's.
    """
    discard_card(table)
    return draw_mythos(table, seat)


def is_available(table: Table[State], card: Mythos, drawer: Seat = NOBODY) -> bool:
    """Say whether the character a green card is about can choose: in play, not in the Brig, not a revealed traitor.

    By another reading a revealed traitor can, unless the drawer is in the Brig.
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
    """There must be a card in the deck; in mid-draw the discard pile becomes the deck, or by a ruling it does not.

    A discard pile of nothing but unavailable cards is left alone: it would be drawn and discarded for ever.
    """
    state = table.state
    if state.mythos_deck or table.ruling("mythos.empty_deck") == "none":
        return bool(state.mythos_deck)
    if any([is_available(table, card, drawer) for card in state.mythos_discard]):
        reshuffle_if_empty(table)
    return bool(state.mythos_deck)


@rule("mythos.char_specific.unavailable")
def discard_unavailable(table: Table[State]) -> None:
    """A green card whose character cannot choose is discarded; another one is drawn."""
    discard_card(table)


@rule("brig.mythos.char_specific")
def discard_unavailable_in_brig(table: Table[State]) -> None:
    """So does a human in the Brig, who resolves nothing but symbols."""
    discard_card(table)


@rule("mythos.discard_pile")
def discard_card(table: Table[State]) -> None:
    """Discard the card that was turned up, unless it stays in a play area."""
    if table.state.mythos_card is not _NO_CARD:
        table.record(MythosDiscarded(table.state.mythos_card))


@rule("mythos.reshuffle")
def reshuffle_if_empty(table: Table[State]) -> None:
    """When the last card was drawn and resolved, the discard pile becomes the new deck."""
    state = table.state
    if not state.mythos_deck and state.mythos_discard:
        table.record(MythosShuffled(tuple(table.chance("deck/mythos").shuffled(state.mythos_discard))))


# Looking at cards of the deck


@rule("ability.look")
def look_at_mythos(table: Table[State], seat: Seat, count: int) -> Script[tuple[Mythos, ...]]:
    """Look at the top cards of the mythos deck; unavailable green ones are shown, discarded and replaced.

    The cards are off the deck until `put_mythos_back`. Return them, the top one first.
    """
    state = table.state
    while len(state.mythos_held) < count and _may_draw(table, NOBODY):
        missing = count - len(state.mythos_held)
        table.record(MythosLookedAt(seat, tuple(reversed(state.mythos_deck[-missing:]))))
        show_unavailable(table, seat)
    yield from ()
    return tuple(state.mythos_held)


@rule("mythos.char_specific.secret_look")
def show_unavailable(table: Table[State], seat: Seat) -> None:
    """Green cards whose character cannot choose are shown to everyone and discarded."""
    for card in [card for card in table.state.mythos_held if not is_available(table, card)]:
        table.record(MythosShown(seat, card))


def put_mythos_back(
    table: Table[State], seat: Seat, top: tuple[Mythos, ...], bottom: tuple[Mythos, ...]
) -> None:
    """Put cards that were looked at back: on top, the first uppermost; on the bottom, the last undermost."""
    table.record(MythosPutBack(seat, top, bottom))


# Cards in play areas


def keep_mythos(table: Table[State], seat: Seat) -> None:
    """The card that is being resolved stays in the play area of a player."""
    table.record(MythosKept(seat, table.state.mythos_card))


def give_up_mythos(table: Table[State], seat: Seat, card: Mythos) -> None:
    """Discard a mythos card from a play area."""
    table.record(MythosGivenUp(seat, card))


def discard_mythos_of(table: Table[State], seat: Seat) -> Script[None]:
    """Discard the mythos cards in a play area, in the order that their owner likes."""
    held = [ChooseMythos(card) for card in table.state.players[seat].mythos]
    for choice in (yield from put_in_order(table, seat, held)):
        give_up_mythos(table, seat, choice.mythos)


# Resolving a card


@rule("mythos.order")
def _resolve(table: Table[State], seat: Seat, printed: MythosCard) -> Script[None]:
    """First the crisis, then the activation symbol, then the progress symbol; then the card is discarded."""
    if table.state.players[seat].space is BRIG:
        skip_crisis(table)
    else:
        yield from CRISES[printed.mythos](table, seat, False)
    yield from activation_symbol(table, printed.activation)
    yield from progress_symbol(table, seat, printed.progress)
    discard_card(table)


@rule("brig.mythos.no_crisis")
def skip_crisis(table: Table[State]) -> None:
    """A human in the Brig resolves only the symbols of the card."""


@rule("mythos.activation.after_crisis")
def activation_symbol(table: Table[State], symbol: Symbol) -> Script[None]:
    """Resolve the activation symbol of the card."""
    yield from activate(table, symbol)


@rule("mythos.progress.after_activation")
def progress_symbol(table: Table[State], seat: Seat, progress: Progress) -> Script[None]:
    """Resolve the progress symbol of the card; whoever draws it has the choice of tracks, if there is one."""
    if progress is Progress.CHOICE and table.state.players[seat].space is BRIG:
        yield from progress_by_captain(table, progress)
    else:
        yield from resolve_progress(table, progress, seat)


@rule("brig.mythos.choice_symbol")
def progress_by_captain(table: Table[State], progress: Progress) -> Script[None]:
    """With the active player in the Brig the Captain chooses the track."""
    yield from resolve_progress(table, progress, captain(table.state))


# Facing a crisis


def _face(
    table: Table[State], seat: Seat, printed: MythosCard, found: Crisis, *, alone: bool
) -> Script[None]:
    chooser = NOBODY
    if printed.crisis != "skill_test":
        chooser = seat if alone else chooser_of(table, printed, seat)
    if chooser in (NOBODY, seat):
        table.record(CrisisBegan(printed.mythos, chooser))
    else:
        hand_over(table, printed, chooser)
    if chooser != NOBODY:
        yield from window(table, Timing.MYTHOS_CHOICE, lambda table: table.state.crisis_cancelled)
    if not table.state.crisis_cancelled:
        you = current_player(table)
        if printed.crisis == "choice":
            yield from _choose(table, chooser, printed, found)
        elif printed.crisis == "combination":
            yield from _test_or_other(table, you, chooser, printed, found, alone=alone)
        else:
            yield from _test(table, you, printed, found, alone=alone)
    table.record(CrisisEnded(printed.mythos))


def current_player(table: Table[State]) -> Seat:
    """The current player of the card: the active one, or by another reading whoever drew it."""
    state = table.state
    return state.mythos_drawer if table.ruling("reveal_ability.edmund") == "edmund" else state.active


@rule("mythos.pass_to_chooser")
def hand_over(table: Table[State], printed: MythosCard, chooser: Seat) -> None:
    """The card goes to whoever has its choice, if that is another than the drawer."""
    table.record(CrisisBegan(printed.mythos, chooser))


@rule("crisis.choice.chooser")
def chooser_of(table: Table[State], printed: MythosCard, drawer: Seat) -> Seat:
    """Who makes the choice of a card, by what is printed on it and by who holds the titles now."""
    match printed.chooser:
        case "captain":
            return captain(table.state)
        case "keeper":
            return keeper(table.state)
        case "active":
            return drawer
        case character:
            return _named(table, Character(character))


@rule("mythos.char_specific")
def _named(table: Table[State], character: Character) -> Seat:
    """The choice of a green card is its character's."""
    return table.state.seat_of(character)


def cancel_crisis(table: Table[State], seat: Seat) -> None:
    """Call the crisis off that is being faced; its symbols are resolved all the same."""
    table.record(CrisisCancelled(seat, table.state.mythos_card))


@rule("crisis.choice")
def _choose(table: Table[State], chooser: Seat, printed: MythosCard, found: Crisis) -> Script[None]:
    """One player chooses between two options, and resolves the one chosen."""
    option = yield from _decide(table, chooser, "unfathomable.crisis", printed, found, chooser, guarded=FIRST)
    yield from _carry_out(table, chooser, found.upper if option == FIRST else found.lower)


@rule("crisis.resolver")
def _carry_out(table: Table[State], chooser: Seat, effect: Effect) -> Script[None]:
    """Whoever chose resolves it, and is the `you` of the card."""
    yield from effect(table, chooser)


@rule("crisis.combo")
def _test_or_other(
    table: Table[State], seat: Seat, chooser: Seat, printed: MythosCard, found: Crisis, *, alone: bool
) -> Script[None]:
    """One player chooses between the skill test and the other option; then the active player resolves it."""
    option = yield from _decide(
        table, chooser, "unfathomable.crisis_or_test", printed, found, seat, guarded=SECOND
    )
    if option == FIRST:
        yield from _test(table, seat, printed, found, alone=alone)
    else:
        yield from _no_test(table, seat, found)


@rule("crisis.combo.no_test")
def _no_test(table: Table[State], seat: Seat, found: Crisis) -> Script[None]:
    """Resolve the other option; no test is made."""
    yield from found.other(table, seat)


def _decide(
    table: Table[State],
    chooser: Seat,
    question: str,
    printed: MythosCard,
    found: Crisis,
    you: Seat,
    *,
    guarded: ChooseOption,
) -> Script[ChooseOption]:
    """Ask for an option; what one of them needs, the `you` of the card must have.

    Nobody is asked where everyone can see that only one is open.
    """
    refused = found.needs(table, you) if found.needs is not None else None
    options = [option for option in (FIRST, SECOND) if refused is None or option != guarded]

    def why_not(choice: Choice) -> Refused | None:
        return refused if choice == guarded else None

    is_plain = not found.needs_a_hand or not table.state.players[chooser].hand
    if len(options) == 1 and is_plain:
        answer = options[0]
    else:
        answer = yield One(chooser, question, options, why_not=why_not)
    table.record(CrisisDecided(chooser, printed.mythos, answer.option))
    return answer


@rule("crisis.test")
def _test(
    table: Table[State], seat: Seat, printed: MythosCard, found: Crisis, *, alone: bool
) -> Script[None]:
    """Make the skill test and resolve what its result brings; without a test it has failed."""
    if alone:
        yield from found.failure(table, seat)
        return
    difficulty = printed.difficulty if found.difficulty is None else found.difficulty(table)
    verdict = yield from skill_test(
        table, difficulty, printed.skills, partial=printed.partial, is_mythos=True
    )
    yield from _take_effect(table, seat, found, verdict.result)
    clear_test(table)


@rule("crisis.test.effects")
def _take_effect(table: Table[State], seat: Seat, found: Crisis, result: Result) -> Script[None]:
    """Resolve what the card says for this result."""
    match result:
        case Result.SUCCESS:
            yield from found.success(table, seat)
        case Result.PARTIAL:
            yield from found.partial(table, seat)
        case Result.FAILURE:
            yield from found.failure(table, seat)
