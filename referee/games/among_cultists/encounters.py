"""Encounters: Characters who meet give each other pulse cards that nobody sees."""

from __future__ import annotations

from referee.games.among_cultists.cards import PULSE_FACES, CharacterRole
from referee.games.among_cultists.choices import GiveCard, GiveNothing
from referee.games.among_cultists.facts.encounters import (
    CardGiven,
    CardPooled,
    EncounterBegan,
    NothingGiven,
    PooledCardReceived,
)
from referee.games.among_cultists.obstacles import Obstacle, no
from referee.games.among_cultists.questions import ASK_GIFT
from referee.games.among_cultists.state import State
from referee.kernel.asks import Choice, One, Together
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

GIVE_NOTHING = GiveNothing()
GIFTS = {face: GiveCard(face) for face in PULSE_FACES}

_CARD_NOT_HELD = no(Obstacle.CARD_NOT_HELD, "encounter.gift")
_PULSE_CARD_HELD = no(Obstacle.PULSE_CARD_HELD, "encounter.gift")


def is_dark(state: State, place: str) -> bool:
    """Return whether a Location has no power. Bridges and Boats between the islands are never dark."""
    return state.layout.places[place].island in state.blackouts


@rule("encounter.who")
def those_who_meet(table: Table[State], place: str) -> list[Seat]:
    """Return the Characters who meet at a Location, in the order of the round; nobody if there is no Encounter."""
    state = table.state
    present = [seat for seat in state.in_order() if state.characters[seat].place == place]
    if any([keeps_peace(state, seat) for seat in present]):
        return []
    meeting = [seat for seat in present if not state.characters[seat].is_ghost]
    if len(meeting) == 2 or (len(meeting) > 2 and is_dark(state, place)):
        return meeting
    return []


def keeps_peace(state: State, seat: Seat) -> bool:
    """Return whether a Character is the Ghost of the Gentle Soul."""
    character = state.characters[seat]
    return character.is_ghost and character.role is CharacterRole.GENTLE_SOUL


@rule("encounter")
def meet(table: Table[State], places: list[str]) -> Script[None]:
    """Hold the Encounters at these Locations: everybody chooses in secret, then all cards change hands."""
    groups = [group for place in places if (group := those_who_meet(table, place))]
    if not groups:
        return
    for group in groups:
        table.record(EncounterBegan(table.state.characters[group[0]].place, tuple(group)))
    largest = max([len(group) for group in groups])
    rounds = largest - 1 if table.ruling("encounter.many") == "each_to_each" else 1
    for shift in range(1, rounds + 1):
        giving = [group for group in groups if len(group) > shift]
        answers = yield Together([ask_gift(table, seat) for group in giving for seat in group])
        for group in giving:
            if len(group) > 2 and table.ruling("encounter.many") == "shuffled":
                give_shuffled(table, group, answers)
            else:
                give_on(table, group, answers, shift)


def ask_gift(table: Table[State], seat: Seat) -> One:
    """Ask for a pulse card. A player without one is asked as well, because hands are hidden."""
    hand = table.state.characters[seat].hand
    options: list[Choice] = [GIFTS[face] for face in PULSE_FACES if face in hand]

    def why_not(choice: Choice) -> Refused | None:
        if isinstance(choice, GiveCard):
            return _CARD_NOT_HELD
        return _PULSE_CARD_HELD if isinstance(choice, GiveNothing) else None

    return ASK_GIFT.to(seat, options or [GIVE_NOTHING], why_not=why_not)


@rule("encounter.gift")
def give_on(table: Table[State], group: list[Seat], answers: dict[Seat, Choice], shift: int) -> None:
    """Give the chosen cards to the next Character in order, the last to the first."""
    for place, seat in enumerate(group):
        answer = answers[seat]
        if isinstance(answer, GiveCard):
            table.record(CardGiven(seat, group[(place + shift) % len(group)], answer.face))
        else:
            table.record(NothingGiven(seat))


@rule("encounter.gift")
def give_shuffled(table: Table[State], group: list[Seat], answers: dict[Seat, Choice]) -> None:
    """Collect the chosen cards, shuffle them and give one to each, as far as they go."""
    for seat in group:
        answer = answers[seat]
        table.record(CardPooled(seat, answer.face) if isinstance(answer, GiveCard) else NothingGiven(seat))
    shuffled = table.chance("encounter").shuffled(table.state.pool)
    for seat, face in zip(group, shuffled, strict=False):
        table.record(PooledCardReceived(seat, face))
