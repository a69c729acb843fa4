"""The Mythos step: drawing a card and resolving its crisis, activation symbol and progress symbol.

What each crisis does is in `crises`; drawing cards and looking at them is in `mythos_deck`.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.games.unfathomable.activation import activate
from referee.games.unfathomable.board import BRIG
from referee.games.unfathomable.card_effects import Effect
from referee.games.unfathomable.cards import MYTHOS, Character, Mythos, MythosCard, Progress, Symbol
from referee.games.unfathomable.characters import predict
from referee.games.unfathomable.choices import ChooseOption
from referee.games.unfathomable.crises import CRISES
from referee.games.unfathomable.crisis import Crisis, current_player
from referee.games.unfathomable.facts.mythos import CrisisBegan, CrisisCancelled, CrisisDecided, CrisisEnded
from referee.games.unfathomable.facts.turn import StepBegan
from referee.games.unfathomable.mythos_deck import discard_card, draw_mythos, reshuffle_if_empty
from referee.games.unfathomable.questions import ASK_CRISIS, ASK_CRISIS_OR_TEST
from referee.games.unfathomable.skill_test import Result, clear_test, skill_test
from referee.games.unfathomable.state import NOBODY, State
from referee.games.unfathomable.titles import captain, keeper
from referee.games.unfathomable.tracks import resolve_progress
from referee.games.unfathomable.windows import Timing, window
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.questions import OneOf
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

FIRST, SECOND = ChooseOption(1), ChooseOption(2)

_NO_CARD = Mythos.HIDDEN


@rule("turn.human.mythos")
def mythos_step(table: Table[State], seat: Seat) -> Script[None]:
    """Draw a card and resolve it, in the Mythos step of a human."""
    table.record(StepBegan(seat, "mythos"))
    state = table.state
    if not (yield from predict(table, seat)):
        draw_mythos(table, seat)
    yield from _before_resolving(table)
    if state.mythos_card is not _NO_CARD:
        yield from _resolve(table, seat, MYTHOS[state.mythos_card])
    reshuffle_if_empty(table)


def resolve_crisis_alone(table: Table[State], seat: Seat) -> Script[None]:
    """Draw a card and resolve only its crisis: a test fails, a choice is this player's (Spread Misfortune)."""
    state = table.state
    draw_mythos(table, seat)
    yield from _before_resolving(table)
    if state.mythos_card is not _NO_CARD:
        yield from FACING[state.mythos_card](table, seat, True)
        discard_card(table)
    reshuffle_if_empty(table)


def _before_resolving(table: Table[State]) -> Script[None]:
    """Let players use abilities on a card that was drawn; it may be replaced."""
    if table.state.mythos_card is not _NO_CARD:
        yield from window(table, Timing.MYTHOS_DRAWN, lambda table: table.state.mythos_card is _NO_CARD)


# Resolving a card


@rule("mythos.order")
def _resolve(table: Table[State], seat: Seat, printed: MythosCard) -> Script[None]:
    """Resolve the crisis, then the activation symbol, then the progress symbol; then discard the card."""
    if table.state.players[seat].space is BRIG:
        skip_crisis(table)
    else:
        yield from FACING[printed.mythos](table, seat, False)
    yield from activation_symbol(table, printed.activation)
    yield from progress_symbol(table, seat, printed.progress)
    discard_card(table)


@rule("brig.mythos.no_crisis")
def skip_crisis(table: Table[State]) -> None:
    """Skip the crisis: a human in the Brig resolves only the symbols of the card."""


@rule("mythos.activation.after_crisis")
def activation_symbol(table: Table[State], symbol: Symbol) -> Script[None]:
    """Resolve the activation symbol of the card."""
    yield from activate(table, symbol)


@rule("mythos.progress.after_activation")
def progress_symbol(table: Table[State], seat: Seat, progress: Progress) -> Script[None]:
    """Resolve the progress symbol of the card; its drawer chooses the track, if there is a choice."""
    if progress is Progress.CHOICE and table.state.players[seat].space is BRIG:
        yield from progress_by_captain(table, progress)
    else:
        yield from resolve_progress(table, progress, seat)


@rule("brig.mythos.choice_symbol")
def progress_by_captain(table: Table[State], progress: Progress) -> Script[None]:
    """Let the Captain choose the track for an active player in the Brig."""
    yield from resolve_progress(table, progress, captain(table.state))


# Facing a crisis


def _facing(card: Mythos) -> Callable[[Table[State], Seat, bool], Script[None]]:
    """Return a script that faces the crisis of a card under the rule of that card."""

    @rule(f"mythos.{card.value}")
    def face(table: Table[State], seat: Seat, alone: bool) -> Script[None]:
        yield from _face(table, seat, MYTHOS[card], CRISES[card], alone=alone)

    return face


FACING = {card: _facing(card) for card in CRISES}
"""The scripts that face a crisis, given the drawer and whether only the crisis is resolved."""


def _face(
    table: Table[State], seat: Seat, printed: MythosCard, found: Crisis, *, alone: bool
) -> Script[None]:
    chooser = NOBODY
    if printed.crisis != "skill_test":
        chooser = seat if alone else chooser_of(table, printed, seat)
    if chooser in (NOBODY, seat):
        table.record(CrisisBegan(printed.mythos, chooser))
    else:
        pass_to_chooser(table, printed, chooser)
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


@rule("mythos.pass_to_chooser")
def pass_to_chooser(table: Table[State], printed: MythosCard, chooser: Seat) -> None:
    """Give the card to the player who chooses, if that is not the drawer."""
    table.record(CrisisBegan(printed.mythos, chooser))


@rule("crisis.choice.chooser")
def chooser_of(table: Table[State], printed: MythosCard, drawer: Seat) -> Seat:
    """Return who makes the choice of a card, by its print and by who holds the titles now."""
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
    """Return the player of the character who makes the choice of a green card."""
    return table.state.seat_of(character)


def cancel_crisis(table: Table[State], seat: Seat) -> None:
    """Cancel the crisis; the symbols of the card are still resolved."""
    table.record(CrisisCancelled(seat, table.state.mythos_card))


@rule("crisis.choice")
def _choose(table: Table[State], chooser: Seat, printed: MythosCard, found: Crisis) -> Script[None]:
    """Let a player choose one of two options and resolve it."""
    option = yield from _decide(table, chooser, ASK_CRISIS, printed, found, chooser, guarded=FIRST)
    yield from _carry_out(table, chooser, found.upper if option == FIRST else found.lower)


@rule("crisis.resolver")
def _carry_out(table: Table[State], chooser: Seat, effect: Effect) -> Script[None]:
    """Resolve the option; whoever chose it is the `you` of the card."""
    yield from effect(table, chooser)


@rule("crisis.combo")
def _test_or_other(
    table: Table[State], seat: Seat, chooser: Seat, printed: MythosCard, found: Crisis, *, alone: bool
) -> Script[None]:
    """Let a player choose between the skill test and the other option; the active player resolves it."""
    option = yield from _decide(table, chooser, ASK_CRISIS_OR_TEST, printed, found, seat, guarded=SECOND)
    if option == FIRST:
        yield from _test(table, seat, printed, found, alone=alone)
    else:
        yield from _no_test(table, seat, found)


@rule("crisis.combo.no_test")
def _no_test(table: Table[State], seat: Seat, found: Crisis) -> Script[None]:
    """Resolve the other option without a test."""
    yield from found.other(table, seat)


def _decide(
    table: Table[State],
    chooser: Seat,
    question: OneOf,
    printed: MythosCard,
    found: Crisis,
    you: Seat,
    *,
    guarded: ChooseOption,
) -> Script[ChooseOption]:
    """Ask for an option. One of them may need something that the `you` of the card must have.

    Nobody is asked if everyone can see that only one option is open.
    """
    refused = found.needs(table, you) if found.needs is not None else None
    options = [option for option in (FIRST, SECOND) if refused is None or option != guarded]

    def why_not(choice: Choice) -> Refused | None:
        return refused if choice == guarded else None

    is_plain = not found.needs_a_hand or not table.state.players[chooser].hand
    if len(options) == 1 and is_plain:
        answer = options[0]
    else:
        answer = yield question.to(chooser, options, why_not=why_not)
    table.record(CrisisDecided(chooser, printed.mythos, answer.option))
    return answer


@rule("crisis.test")
def _test(
    table: Table[State], seat: Seat, printed: MythosCard, found: Crisis, *, alone: bool
) -> Script[None]:
    """Make the skill test and resolve the effects of its result; alone, it counts as failed."""
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
    """Resolve the effects for this result."""
    match result:
        case Result.SUCCESS:
            yield from found.success(table, seat)
        case Result.PARTIAL:
            yield from found.partial(table, seat)
        case Result.FAILURE:
            yield from found.failure(table, seat)
