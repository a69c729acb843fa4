"""What somebody was told, or said, that is not so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.games.among_cultists.cards import CharacterRole, Face, Side
from referee.games.among_cultists.ending import is_dead
from referee.games.among_cultists.facts.actions import PulseAnnounced
from referee.games.among_cultists.facts.setup import NightPassed
from referee.games.among_cultists.state import State
from referee.games.among_cultists.statements import (
    Accused,
    CheckClaimed,
    ClaimedPulse,
    Defended,
    GiftClaimed,
    GiftGuessed,
    PulseGuessed,
    RoleClaimed,
    RoleGuessed,
    RouteClaimed,
    RouteDenied,
    TaskCardClaimed,
    TaskCardDenied,
)
from referee.games.among_cultists.wording.names import Names
from referee.kernel.facts import Fact, Seat


def untruth(state: State, fact: Fact, names: Sequence[str]) -> str:
    """Return what is true, if a fact says something that is not, given the open table; otherwise nothing."""
    check = _CHECKS.get(type(fact))
    return check(state, fact, Names(names, "en")) if check is not None else ""


def _of_night(state: State, fact: NightPassed, names: Names) -> str:
    """Nobody sees which of the Cultists is the Firestarter."""
    real = [character.role for character in state.characters]
    wrong = [
        _is(seat, real[seat], names)
        for seat, role in enumerate(fact.roles)
        if role not in (CharacterRole.HIDDEN, real[seat])
    ]
    return " ".join(wrong)


def _is(seat: Seat, role: CharacterRole, names: Names) -> str:
    return f"{names.seat(seat)} is: {names.role(role)}."


def _of_role(state: State, seat: Seat, role: CharacterRole, names: Names) -> str:
    real = state.characters[seat].role
    return "" if role is real else _is(seat, real, names)


def _of_pulse(state: State, seat: Seat, claimed: bool, names: Names) -> str:
    real = is_dead(state.characters[seat])
    return "" if claimed == real else f"{names.seat(seat)} is {'dead' if real else 'alive'}."


def _of_side(state: State, seat: Seat, claimed: bool, names: Names) -> str:
    real = state.characters[seat].side is Side.CULTISTS
    said = "on" if real else "not on"
    return "" if claimed == real else f"{names.seat(seat)} is {said} the Cultists' side."


def _of_gift(state: State, giver: Seat, to: Seat, card: ClaimedPulse, names: Names) -> str:
    given = [gift.face for gift in state.characters[giver].gifts if gift.to == to]
    if given and given[-1].value == card.value:
        return ""
    if not given:
        return f"{names.seat(giver)} gave {names.seat(to)} no card by itself."
    return f"{names.seat(giver)} gave {names.face(given[-1])}."


def _of_route(state: State, seat: Seat, colour: object, is_on: bool, names: Names) -> str:
    colours = state.layout.routes[state.characters[seat].route][max(0, state.round - 1)]
    if (colour in colours) == is_on:
        return ""
    return f"The Route card of {names.seat(seat)} {'lacks' if is_on else 'has'} this colour in this round."


def _of_task(state: State, fact: TaskCardClaimed, names: Names) -> str:
    tasks = state.characters[fact.seat].tasks
    if not tasks:
        return f"{names.seat(fact.seat)} has placed no task card."
    real = tasks[-1].face
    return "" if real.value == fact.card.value else f"It was {names.face(real)}."


def _of_denied_task(state: State, fact: TaskCardDenied, names: Names) -> str:
    faces = [task.face for task in state.characters[fact.seat].tasks]
    return f"{names.seat(fact.seat)} has placed one." if Face(fact.card.value) in faces else ""


_CHECKS: Mapping[type[Fact], Callable[[State, Any, Names], str]] = {
    NightPassed: _of_night,
    PulseAnnounced: lambda state, fact, names: _of_pulse(state, fact.target, fact.is_dead, names),
    RoleClaimed: lambda state, fact, names: _of_role(state, fact.seat, fact.role, names),
    RoleGuessed: lambda state, fact, names: _of_role(state, fact.about, fact.role, names),
    CheckClaimed: lambda state, fact, names: _of_pulse(
        state, fact.about, fact.pulse is ClaimedPulse.DEAD, names
    ),
    PulseGuessed: lambda state, fact, names: _of_pulse(
        state, fact.about, fact.pulse is ClaimedPulse.DEAD, names
    ),
    Accused: lambda state, fact, names: _of_side(state, fact.suspect, True, names),
    Defended: lambda state, fact, names: _of_side(state, fact.about, False, names),
    GiftClaimed: lambda state, fact, names: _of_gift(state, fact.seat, fact.to, fact.card, names),
    GiftGuessed: lambda state, fact, names: _of_gift(state, fact.giver, fact.to, fact.card, names),
    RouteClaimed: lambda state, fact, names: _of_route(state, fact.seat, fact.colour, True, names),
    RouteDenied: lambda state, fact, names: _of_route(state, fact.seat, fact.colour, False, names),
    TaskCardClaimed: _of_task,
    TaskCardDenied: _of_denied_task,
}
