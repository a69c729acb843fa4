"""The facts of Among Cultists in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.among_cultists.cards import Cause, CharacterRole, Face, Phase, Side
from referee.games.among_cultists.ending import Ending
from referee.games.among_cultists.facts import (
    actions,
    encounters,
    events,
    movement,
    roles,
    setup,
    turn,
    unsafe,
)
from referee.games.among_cultists.wording.names import Names, Words
from referee.games.sentences import count, listed
from referee.kernel.facts import Fact
from referee.kernel.table import Ended

ENDINGS: Mapping[Ending, str] = {
    Ending.TRAITOR_VOTED_OUT: "the Yellow Traitor was voted out",
    Ending.BOOKS_COLLECTED: "enough books were collected",
    Ending.CULTISTS_ELIMINATED: "all Cultists are Ghosts",
    Ending.INVESTIGATORS_KILLED: "enough Investigators are dead",
    Ending.TIME_RAN_OUT: "the last round is over",
    Ending.SEER_NAMED: "the Cultists named the Seer",
    Ending.FALSE_DECLARATION: "the Cultist declared the end too soon",
}
"""How a match ended."""

PHASES: Mapping[Phase, str] = {
    Phase.MOVE: "the Movement phase begins",
    Phase.MEET: "those who share a Location meet",
    Phase.SAIL: "the Boats with passengers leave",
    Phase.EVENT: "the Event phase begins",
    Phase.ACT: "the Action phase begins",
    Phase.CLEANUP: "the round is cleaned up",
}

CAUSES: Mapping[Cause, str] = {
    Cause.FOUND_DEAD: "is found dead and becomes a Ghost",
    Cause.VOTED_OUT: "is voted out and becomes a Ghost",
    Cause.PULSE_OPENED: "turns out to be dead and becomes a Ghost",
}


def _match_prepared(fact: setup.MatchPrepared, names: Names) -> str:
    chosen = listed([names.role(role) for role in fact.roles]) or "no optional roles"
    return (
        f"played on the {names.place(fact.board.value)} with {chosen}: the Investigators need "
        f"{count(fact.victory_points, 'Victory Point')}, the Cultists {fact.kills} dead"
    )


def _packet_dealt(fact: setup.PacketDealt, names: Names) -> str:
    dealt = f"{names.seat(fact.seat)} receives a packet with {count(len(fact.hand), 'card')}"
    if fact.role is CharacterRole.HIDDEN:
        return dealt
    role = names.role(fact.role, fact.number)
    return f"{dealt}: {role}, Route card {fact.route}, {names.faces(fact.hand)}"


def _night_passed(fact: setup.NightPassed, names: Names) -> str:
    learned = [
        f"{names.seat(seat)} is {names.role(role, fact.numbers[seat])}"
        for seat, role in enumerate(fact.roles)
        if role is not CharacterRole.HIDDEN and seat != fact.seat
    ]
    dead = [names.seat(seat) for seat, face in enumerate(fact.starts) if face is Face.DEAD]
    learned += [f"{listed(dead)} {'starts' if len(dead) == 1 else 'start'} dead"] if dead else []
    return f"a night passes for {names.seat(fact.seat)}" + (f": {listed(learned)}" if learned else "")


def _unsafe_card_revealed(fact: unsafe.UnsafeCardRevealed, names: Names) -> str:
    return f"{names.seat(fact.seat)} reveals {names.face(fact.face)} for the unsafe passage"


def _card_given(fact: encounters.CardGiven, names: Names) -> str:
    card = "a pulse card" if fact.face is Face.HIDDEN else f"{names.face(fact.face)}, unseen,"
    return f"{names.seat(fact.giver)} gives {card} to {names.seat(fact.seat)}"


def _pooled(fact: encounters.CardPooled, names: Names) -> str:
    card = "a pulse card" if fact.face is Face.HIDDEN else names.face(fact.face)
    return f"{names.seat(fact.giver)} puts {card} among the cards of the Encounter"


def _power_failed(fact: events.PowerFailed, names: Names) -> str:
    where = names.places(fact.islands)
    return f"the power is out on {where}" if fact.islands else "the power is on everywhere"


def _power_restarted(fact: events.PowerRestarted, names: Names) -> str:
    left = f", without {names.places(fact.islands)}" if fact.islands else ""
    return f"{names.seat(fact.seat)} restarts the power{left}"


def _task_card(face: Face, names: Names) -> str:
    return "a task card" if face is Face.HIDDEN else f"{names.face(face)}, face down,"


def _room_viewed(fact: actions.RoomViewed, names: Names) -> str:
    seen = f": {names.faces(fact.cards)}" if fact.cards and Face.HIDDEN not in fact.cards else ""
    return f"{names.seat(fact.seat)} looks at the cards of {names.place(fact.room)} through the camera{seen}"


def _pulse_viewed(fact: actions.PulseViewed, names: Names) -> str:
    way = " through the camera" if fact.by_camera else ""
    found = f": {fact.alive} Alive and {fact.dead} Dead" if fact.alive + fact.dead else ""
    return f"{names.seat(fact.seat)} looks at the pulse of {names.seat(fact.target)}{way}{found}"


def _ballots_opened(fact: actions.BallotsOpened, names: Names) -> str:
    cast = [
        f"{names.seat(seat)} for {names.seat(ballot) if ballot >= 0 else 'nobody'}"
        for seat, ballot in enumerate(fact.ballots)
    ]
    return f"the ballots are opened: {listed(cast)}"


def _side_noted(fact: roles.SideNoted, names: Names) -> str:
    if fact.side is Side.HIDDEN:
        return f"{names.seat(fact.seat)} is told its side"
    return f"{names.seat(fact.seat)} is told to be on the side of {names.side(fact.side)}"


def _hands_swapped(fact: roles.HandsSwapped, names: Names) -> str:
    return f"{names.seat(fact.seat)} and {names.seat(fact.other)} swap their hands"


def _cards_drawn(fact: roles.CardsDrawn, names: Names) -> str:
    drawn = f"{names.seat(fact.seat)} draws {count(len(fact.cards), 'card')}"
    is_hidden = not fact.cards or Face.HIDDEN in fact.cards
    return drawn if is_hidden else f"{drawn}: {names.faces(fact.cards)}"


def _seat_opened(fact: roles.SeatOpened, names: Names) -> str:
    return (
        f"{names.seat(fact.seat)} was {names.role(fact.role, fact.number)}, on the side of {names.side(fact.side)}; "
        f"Pulse deck: {names.faces(fact.pulse)}"
    )


def _secrets_opened(fact: roles.SecretsOpened, names: Names) -> str:
    done = [
        f"gave {names.face(gift.face)} {f'to {names.seat(gift.to)}' if gift.to >= 0 else 'into an Encounter'} "
        f"in round {gift.round}"
        for gift in fact.gifts
    ]
    done += [
        f"put {names.face(task.face)} into {names.place(task.room) or 'the Unsafe Passage deck'} in round {task.round}"
        for task in fact.tasks
    ]
    done += [
        f"saw {look.alive} Alive and {look.dead} Dead of {names.seat(look.target)} in round {look.round}"
        for look in fact.seen_pulses
    ]
    done += [
        f"saw {names.faces(look.cards)} in {names.place(look.room)} in round {look.round}"
        for look in fact.seen_rooms
    ]
    return f"{names.seat(fact.seat)} secretly {listed(done) or 'did nothing'}"


def _decks_opened(fact: roles.DecksOpened, names: Names) -> str:
    events_left = listed([names.event(card) for card in reversed(fact.events)]) or "none"
    return (
        f"the Unsafe Passage deck: {names.faces(fact.unsafe)}; the Draw pile: {names.faces(fact.draw_pile)}; "
        f"events to come: {events_left}; set aside: {names.faces(fact.aside)}; "
        f"discarded unseen: {names.faces(fact.discarded_unseen)}"
    )


def _kill_count_opened(fact: roles.KillCountOpened, names: Names) -> str:
    when = f", enough since round {fact.kills_reached}" if fact.kills_reached else ""
    return f"killed Investigators: {fact.kills}{when}"


def _ended(fact: Ended, names: Names) -> str:
    won = names.seats(fact.winners) or "nobody"
    verb = "win" if len(fact.winners) > 1 else "wins"
    return f"{ENDINGS[Ending(fact.ending)]}: {won} {verb}"


FACT_WORDS: Mapping[type[Fact], Words] = {
    setup.MatchPrepared: _match_prepared,
    setup.CharacterPlaced: lambda fact, names: f"{names.seat(fact.seat)} starts at {names.place(fact.place)}",
    setup.PacketDealt: _packet_dealt,
    setup.CardsSetAside: lambda fact, names: f"set aside unseen: {count(len(fact.cards), 'card')}",
    setup.RoomStocked: lambda fact, names: (
        f"{names.place(fact.room)} receives {count(fact.books, 'book')} and {count(len(fact.cards), 'card')}"
    ),
    setup.UnsafeDeckShuffled: lambda fact, names: (
        f"the Unsafe Passage deck of {count(len(fact.cards), 'card')} is shuffled"
    ),
    setup.DrawPileShuffled: lambda fact, names: "the Draw pile is shuffled",
    setup.EventDeckShuffled: lambda fact, names: "the Event deck is shuffled",
    setup.NightPassed: _night_passed,
    turn.RoundBegan: lambda fact, names: f"round {fact.round} begins with {names.seat(fact.first)}",
    turn.PhaseBegan: lambda fact, names: PHASES[fact.phase],
    turn.TurnBegan: lambda fact, names: f"it is the move of {names.seat(fact.seat)}",
    turn.ActionBegan: lambda fact, names: f"it is the action of {names.seat(fact.seat)}",
    turn.MovementEnded: lambda fact, names: "the Movement phase is over",
    turn.BlocksRemoved: lambda fact, names: "all Tentacle blocks are removed",
    turn.RoundEnded: lambda fact, names: f"round {fact.round} is over",
    movement.CharacterMoved: lambda fact, names: f"{names.seat(fact.seat)} goes to {names.place(fact.place)}",
    movement.BoatBoarded: lambda fact, names: f"{names.seat(fact.seat)} boards {names.place(fact.boat)}",
    movement.LandingChosen: lambda fact, names: (
        f"{names.seat(fact.seat)} will land in {names.place(fact.room)}"
    ),
    movement.BoatSailed: lambda fact, names: f"{names.place(fact.boat)} crosses to {names.place(fact.dock)}",
    movement.BoatHeld: lambda fact, names: f"{names.place(fact.boat)} stays: its route is closed",
    movement.CharacterLanded: lambda fact, names: (
        f"{names.seat(fact.seat)} lands in {names.place(fact.room)}"
    ),
    movement.MoveEnded: lambda fact, names: f"{names.seat(fact.seat)} ends its move",
    unsafe.UnsafeCardRevealed: _unsafe_card_revealed,
    unsafe.UnsafeDeckFoundEmpty: lambda fact, names: (
        f"{names.seat(fact.seat)} finds the Unsafe Passage deck empty"
    ),
    unsafe.UnsafeDiscardTaken: lambda fact, names: "the revealed cards become a new Unsafe Passage deck",
    unsafe.TokensRevealed: lambda fact, names: f"tentacles stir: {names.places(fact.tokens)}",
    unsafe.LinkBlocked: lambda fact, names: f"tentacles close {names.place(fact.link)}",
    unsafe.DeckSecured: lambda fact, names: (
        f"{names.seat(fact.seat)} puts {_task_card(fact.face, names)} into the Unsafe Passage deck"
    ),
    encounters.EncounterBegan: lambda fact, names: (
        f"{names.seats(fact.seats)} meet at {names.place(fact.place)}"
    ),
    encounters.CardGiven: _card_given,
    encounters.NothingGiven: lambda fact, names: f"{names.seat(fact.giver)} has nothing to give",
    encounters.CardPooled: _pooled,
    encounters.PooledCardReceived: lambda fact, names: f"{names.seat(fact.seat)} receives one of these cards",
    events.EventDrawn: lambda fact, names: f"the event is {names.event(fact.card)}",
    events.PowerFailed: _power_failed,
    events.PowerRestarted: _power_restarted,
    events.FishmanAppeared: lambda fact, names: f"a Fishman appears on {names.place(fact.place)}",
    events.FishmanStayedAway: lambda fact, names: f"there is already a Fishman on {names.place(fact.place)}",
    events.FishmanDrivenOff: lambda fact, names: (
        f"{names.seat(fact.seat)} drives off the Fishman on {names.place(fact.place)}"
    ),
    events.PortalOpened: lambda fact, names: f"a Portal opens in {names.place(fact.room)}",
    events.PortalClosed: lambda fact, names: (
        f"{names.seat(fact.seat)} closes the Portal in {names.place(fact.room)}"
    ),
    actions.ActionPassed: lambda fact, names: f"{names.seat(fact.seat)} does nothing",
    actions.RoomFilled: lambda fact, names: (
        f"{names.seat(fact.seat)} puts {_task_card(fact.face, names)} into {names.place(fact.room)}"
    ),
    actions.RoomCardRevealed: lambda fact, names: (
        f"{names.seat(fact.seat)} reveals {names.face(fact.face)} in {names.place(fact.room)}"
    ),
    actions.BookCollected: lambda fact, names: (
        f"{names.seat(fact.seat)} collects a book in {names.place(fact.room)}"
    ),
    actions.RoomEmptied: lambda fact, names: f"all cards of {names.place(fact.room)} are discarded unseen",
    actions.RoomBurned: lambda fact, names: f"a fire destroys all cards of {names.place(fact.room)}",
    actions.RoomViewed: _room_viewed,
    actions.PulseViewed: _pulse_viewed,
    actions.PulseAnnounced: lambda fact, names: (
        f"{names.seat(fact.seat)} says that {names.seat(fact.target)} is {'dead' if fact.is_dead else 'alive'}"
    ),
    actions.VoteCalled: lambda fact, names: f"{names.seat(fact.seat)} calls a vote",
    actions.BallotsOpened: _ballots_opened,
    roles.GhostAppeared: lambda fact, names: f"{names.seat(fact.seat)} {CAUSES[fact.cause]}",
    roles.SideNoted: _side_noted,
    roles.RoleRevealed: lambda fact, names: (
        f"{names.seat(fact.seat)} is revealed as {names.role(fact.role, fact.number)}"
    ),
    roles.PulseOpened: lambda fact, names: f"the pulse of {names.seat(fact.seat)}: {names.faces(fact.cards)}",
    roles.HandsSwapped: _hands_swapped,
    roles.CardsDrawn: _cards_drawn,
    roles.SeerGuessed: lambda fact, names: f"the Cultists name {names.seat(fact.target)} as the Seer",
    roles.SeatOpened: _seat_opened,
    roles.KillCountOpened: _kill_count_opened,
    roles.SecretsOpened: _secrets_opened,
    roles.RoomOpened: lambda fact, names: f"left in {names.place(fact.room)}: {names.faces(fact.cards)}",
    roles.DecksOpened: _decks_opened,
    Ended: _ended,
}
