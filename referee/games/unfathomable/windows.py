"""Windows: moments at which any player may use an ability, asked together and sealed, by what is public alone."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from itertools import chain

import msgspec

from referee.games.unfathomable.cards import Character, Item, SkillCard
from referee.games.unfathomable.choices.plain import PASS, ChooseSeat
from referee.games.unfathomable.facts.spoken import AbilitiesAnnounced, Declined, OrderChosen
from referee.games.unfathomable.state import State
from referee.kernel.asks import Choice, InOrder, One, Together
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule


class Timing(StrEnum):
    """The moments at which abilities may be used out of turn."""

    BEFORE_ROLL = "before_roll"
    AFTER_ROLL = "after_roll"
    BEFORE_CARDS = "before_cards"
    AFTER_TOTAL = "after_total"
    CHARACTER_WOULD_BE_DEFEATED = "character_would_be_defeated"
    PASSENGER_WOULD_BE_DEFEATED = "passenger_would_be_defeated"
    MYTHOS_DRAWN = "mythos_drawn"
    MYTHOS_CHOICE = "mythos_choice"
    DEEP_ONE_WOULD_ENTER = "deep_one_would_enter"


class Reaction(msgspec.Struct, frozen=True):
    """An ability that may be used at some moment."""

    timing: Timing
    rule: str
    """The rule of the card or ability, which is also what limits it."""
    of: Character | Item | frozenset[SkillCard] | None
    """The character or the item that brings it: nobody else might have it. Or the cards: whoever holds any might."""
    may_have: Callable[[Table[State], Seat], bool] | None
    """Whether, by what everyone can see, this seat might use it now; None for cards."""
    options: Callable[[Table[State], Seat], list[Choice]]
    """What the seat can really choose now. May look at the hand; no two abilities of a moment share an option."""
    resolve: Callable[[Table[State], Seat, Choice], Script[None]]
    """Carry it out."""
    why_not: Callable[[Table[State], Seat, Choice], Refused | None] | None = None
    """Why a choice is not open now, for one who chooses it all the same; None for choices of other abilities."""
    moment: Callable[[Table[State]], bool] | None = None
    """Of what neither a character nor an item brings: whether, by what everyone can see, anybody might use it now."""


class Repertoire(msgspec.Struct):
    """The abilities that may be used at one moment, in the order in which a seat is offered them."""

    characters: dict[Character, list[Reaction]] = {}
    items: dict[Item, list[Reaction]] = {}
    cards: list[Reaction] = []
    """Those of skill cards, which whoever holds cards might hold."""
    others: list[Reaction] = []
    """Those that may hang on anything else that everyone can see."""
    playable: set[SkillCard] = set()
    """All the skill cards that there are for this moment."""

    def all(self) -> list[Reaction]:
        """Each of them."""
        return [*chain(*self.characters.values(), *self.items.values()), *self.cards, *self.others]


REACTIONS: dict[Timing, Repertoire] = {timing: Repertoire() for timing in Timing}
"""The abilities by the moment at which they may be used."""

QUESTION: dict[Timing, str] = {timing: f"unfathomable.window.{timing.value}" for timing in Timing}
ORDER = "unfathomable.window_order"


def reaction(found: Reaction) -> None:
    """Register an ability; the chapters do it when they are loaded."""
    there = REACTIONS[found.timing]
    if found.of is None:
        there.others.append(found)
    elif isinstance(found.of, frozenset):
        there.cards.append(found)
        there.playable |= found.of
    elif isinstance(found.of, Item):
        there.items.setdefault(found.of, []).append(found)
    else:
        there.characters.setdefault(found.of, []).append(found)


def window(
    table: Table[State], timing: Timing, until: Callable[[Table[State]], bool] | None = None
) -> Script[None]:
    """Ask everyone who might use an ability at this moment, again and again until all pass or `until` holds.

    All are asked together and sealed; several who want to use something are put in order by the active player.
    """
    while until is None or not until(table):
        asks = _asks(table, timing)
        if not asks:
            return
        answers: dict[Seat, Choice] = yield Together(asks)
        willing = []
        for seat, answer in answers.items():
            if answer is not PASS:
                willing.append(seat)
        if not willing:
            return
        if len(willing) == 1:
            yield from _use(table, timing, willing[0], answers[willing[0]])
        elif not (yield from _use_in_order(table, timing, willing, until)):
            return


@rule("timing.conflict.abilities")
def _use_in_order(
    table: Table[State],
    timing: Timing,
    willing: list[Seat],
    until: Callable[[Table[State]], bool] | None,
) -> Script[bool]:
    """The active player says who comes first; each knows more by then, and may decline. Say whether anybody did not."""
    table.record(AbilitiesAnnounced(tuple(willing)))
    order: tuple[ChooseSeat, ...] = yield InOrder(
        table.state.active, ORDER, [ChooseSeat(seat) for seat in willing]
    )
    table.record(OrderChosen(table.state.active, tuple([chosen.seat for chosen in order])))
    used = False
    for chosen in order:
        if until is not None and until(table):
            break
        for ask in _asks(table, timing):
            if ask.seat == chosen.seat:
                used |= yield from _use_or_decline(table, timing, ask)
    return used


@rule("timing.conflict.decline")
def _use_or_decline(table: Table[State], timing: Timing, ask: One) -> Script[bool]:
    """Ask a player when its turn comes, and say whether it used something."""
    answer = yield ask
    if answer == PASS:
        table.record(Declined(ask.seat))
        return False
    yield from _use(table, timing, ask.seat, answer)
    return True


def might_be_used(table: Table[State], timing: Timing) -> bool:
    """Whether, by what everyone can see, anybody might use an ability at this moment."""
    return bool(_asks(table, timing))


def _use(table: Table[State], timing: Timing, seat: Seat, choice: Choice) -> Script[None]:
    """Carry out what a seat chose."""
    for found in REACTIONS[timing].all():
        if (found.may_have is None or found.may_have(table, seat)) and choice in found.options(table, seat):
            yield from found.resolve(table, seat, choice)
            return


class _WhyNot(msgspec.Struct, frozen=True):
    """Says why a choice is not open to a seat. Every question has one, and a `partial` costs twice as much to make."""

    table: Table[State]
    timing: Timing
    seat: Seat

    def __call__(self, choice: Choice) -> Refused | None:
        for found in REACTIONS[self.timing].all():
            refused = found.why_not(self.table, self.seat, choice) if found.why_not is not None else None
            if refused is not None:
                return refused
        return None


def _now(table: Table[State], reactions: list[Reaction]) -> list[Reaction]:
    """Those of the abilities that, by what everyone can see, somebody might use now."""
    usable = []
    for found in reactions:
        if found.moment is None or found.moment(table):
            usable.append(found)  # noqa: PERF401 - in Python 3.11 a comprehension costs four calls
    return usable


def _asks(table: Table[State], timing: Timing) -> list[One]:
    """The questions to those who, by what everyone can see, might use something at this moment."""
    there = REACTIONS[timing]
    characters, items, playable = there.characters, there.items, there.playable
    cards = there.cards and _now(table, there.cards)
    others = there.others and _now(table, there.others)
    asks: list[One] = []
    if not (characters or items or cards or others):
        return asks
    name, at_stake = QUESTION[timing], concerned(table.state)
    for seat, player in enumerate(table.state.players):
        might_use = others
        options: list[Choice] | None = None
        if cards and player.hand:
            options = [PASS]
            if not playable.isdisjoint(player.hand):
                might_use = cards + others
        if items:
            for item in player.items:
                if item in items:
                    might_use = items[item] + might_use
        if player.character in characters:
            might_use = characters[player.character] + might_use
        if might_use:  # seldom: most seats have no more than a hand without a card for this moment
            for found in might_use:
                if found.may_have is None or found.may_have(table, seat):
                    options = options or [PASS]
                    options += found.options(table, seat)
        if options is not None:
            why_not = _WhyNot(table, timing, seat)
            asks.append(One(seat, name, options, 0, why_not, 0, seat in at_stake))
    return asks


def concerned(state: State) -> tuple[Seat, ...]:
    """The seats at stake: who would be defeated; who rolls and who is attacked; who is tested and whom it is about."""
    if state.peril is not None:
        return (state.peril.seat,)
    if state.roll is not None:
        return (state.roll.roller, state.roll.defender)
    return (state.active, state.suspect)
