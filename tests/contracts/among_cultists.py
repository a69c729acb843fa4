"""The declaration of Among Cultists for the contract tests.

Hidden are roles, Route cards, hands, the cards in Rooms and decks, ballots until all are in, and above all the Pulse
decks: nobody sees one in a view, not even its owner. A view remembers what was seen in a night, what was published, and
what its own seat gave, played and looked at.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from referee.games.among_cultists import GAME
from referee.games.among_cultists.cards import CULTIST_ROLES, CharacterRole, EventCard, Face
from referee.games.among_cultists.choices import CollectBooks, FillRoom, StepTo
from referee.games.among_cultists.data import box_of
from referee.games.among_cultists.facts import actions, encounters, events, movement, roles, setup, unsafe
from referee.games.among_cultists.layout import Layout
from referee.games.among_cultists.state import Character, RoomState, State
from referee.kernel.asks import default_picks
from referee.kernel.facts import SPECTATOR, Fact, Seat
from referee.kernel.game import Setup
from referee.match.match import Match
from tests.contracts.declarations import Declaration, GoldenTerms

BOX: dict[str, object] = {
    "cards": "as built",
    "events": "as built",
    "books": "as built",
    "roles": "as built",
    "boats": "at their docks",
}


def built(layout: Layout, state: State) -> Counter[Face]:
    """Return the cards that the table was set up with."""
    numbers = layout.numbers
    cultists = numbers.cultists
    cards = Counter(
        [*numbers.start_deck(), *numbers.room_deck(), *numbers.unsafe_deck(), *numbers.draw_deck()]
    )
    for _ in range(cultists):
        cards.update([*numbers.cultist_deck(), Face.ALIVE])
    for _ in range(layout.seats - cultists):
        cards.update(numbers.investigator_deck())
    if CharacterRole.POLTERGEIST in state.roles:
        cards.subtract([Face.SUCCESS, Face.SUCCESS])
        cards.update([Face.FAILURE, Face.SABOTAGE])
    return cards


def contents(state: State) -> dict[str, object]:
    """Return everything on the table, wherever it lies."""
    layout = state.layout
    piles = [state.unsafe, state.draw_pile, state.aside, state.discard, state.unsafe_discard]
    piles += [state.discarded_unseen, state.pool, *[room.cards for room in state.rooms]]
    for character in state.characters:
        piles += [character.hand, character.pulse]
    cards = Counter([card for pile in piles for card in pile])
    books = state.victory_points + sum([room.books for room in state.rooms])
    markers = [character.role for character in state.characters]
    is_dealt = len([role for role in markers if role in CULTIST_ROLES]) == layout.numbers.cultists
    are_docked = all([boat.dock in layout.boats[boat.boat] for boat in state.boats])
    return {
        "cards": "as built" if +cards == +built(layout, state) else cards,
        "events": "as built"
        if Counter([*state.events, *state.events_gone]) == Counter(layout.events)
        else "otherwise",
        "books": "as built" if books == len(state.rooms) * layout.numbers.room_books else books,
        "roles": "as built" if is_dealt and set(state.roles) <= set(markers) else markers,
        "boats": "at their docks" if are_docked else "adrift",
    }


def face_down(cards: list[Face]) -> list[Face]:
    """Return the same number of cards, face down."""
    return [Face.HIDDEN] * len(cards)


class IslandWitness:
    """What each viewer sees at a table of Among Cultists."""

    def __init__(self, _setup: Setup, viewer: Seat) -> None:
        self.viewer = viewer
        self.last: Fact | None = None
        """The last fact it noticed."""
        self.count_is_open = False
        self.opened: set[Seat] = set()
        """The seats whose roles and cards are open, at the end."""
        self.confessed: set[Seat] = set()
        """The seats of which everybody knows what they did and saw in secret, at the end."""
        self.open_rooms: set[str] = set()
        self.decks_are_open = False
        self.published: set[Seat] = set()
        """The seats whose role everybody knows."""
        self.numbers: set[Seat] = set()
        """The seats whose number this viewer knows."""
        self.knows: dict[Seat, CharacterRole] = {}
        """The roles this viewer saw in a night."""
        self.saw_starts = False

    def notice(self, fact: Fact, table: State) -> object:
        me, self.last = self.viewer, fact
        name = str(type(fact).__struct_config__.tag).partition(".")[2]
        match fact:
            case setup.MatchPrepared():
                return fact
            case setup.NightPassed():
                if fact.seat == me:
                    self._spend_night(table)
                return (name, fact.seat, (fact.roles, fact.numbers, fact.starts) if fact.seat == me else "")
            case roles.RoleRevealed():
                self.published.add(fact.seat)
                if fact.number:
                    self.numbers.add(fact.seat)
                return fact
            case roles.KillCountOpened():
                self.count_is_open = True
                return fact
            case roles.SeatOpened():
                self.opened.add(fact.seat)
                return fact
            case roles.SecretsOpened():
                self.confessed.add(fact.seat)
                return fact
            case roles.RoomOpened():
                self.open_rooms.add(fact.room)
                return fact
            case roles.DecksOpened():
                self.decks_are_open = True
                return fact
            case roles.SideNoted():
                return (name, fact.side) if fact.seat == me else None
            case encounters.CardGiven():
                return (name, fact.giver, fact.seat, fact.face if fact.giver == me else "")
            case encounters.CardPooled():
                return (name, fact.giver, fact.face if fact.giver == me else "")
            case encounters.PooledCardReceived():
                return (name, fact.seat)
            case actions.RoomFilled():
                return (name, fact.seat, fact.room, fact.face if fact.seat == me else "")
            case actions.RoomViewed():
                cards: object = fact.cards if fact.seat == me else len(fact.cards)
                return (name, fact.seat, fact.room, cards)
            case actions.PulseViewed():
                counts = (fact.alive, fact.dead) if fact.seat == me else ()
                return (name, fact.seat, fact.target, fact.by_camera, counts)
            case actions.RoomEmptied() | actions.RoomBurned():
                return (name, fact.room, len(fact.cards))
            case unsafe.DeckSecured():
                return (name, fact.seat, fact.face if fact.seat == me else "")
            case _ if isinstance(fact, OPEN):
                return fact
            case _:
                return None

    def _spend_night(self, table: State) -> None:
        """Open the eyes, or keep them closed: in the first night, or in the second one at the end of a round."""
        me, characters = self.viewer, table.characters
        mine = characters[me].role
        cultists = [seat for seat, each in enumerate(characters) if each.role in CULTIST_ROLES]
        snitch = [seat for seat, each in enumerate(characters) if each.role is CharacterRole.SNITCH]
        if table.round == 0:
            if mine in CULTIST_ROLES:
                self.saw_starts = True
                self.numbers.update(cultists)
                self.knows.update(dict.fromkeys(snitch, CharacterRole.SNITCH))
            if mine in CULTIST_ROLES or mine is CharacterRole.SEER:
                self.knows.update(dict.fromkeys(cultists, CharacterRole.CULTIST))
        elif mine is CharacterRole.SNITCH:
            found = [seat for seat in cultists if characters[seat].number == characters[me].number]
            self.knows.update(dict.fromkeys(found, CharacterRole.CULTIST))
            self.numbers.update(found)
        elif mine in CULTIST_ROLES and characters[snitch[0]].number == characters[me].number:
            self.numbers.update(snitch)

    def sees(self, table: State) -> State:
        hidden = FaceDown.of(table, self.last)
        characters = list(hidden.characters)
        changed = (
            self.opened | self.published | self.numbers | self.knows.keys() | {self.viewer} - {SPECTATOR}
        )
        for seat in range(len(characters)) if self.saw_starts else changed:
            characters[seat] = self._character(seat, table.characters[seat], characters[seat])
        rooms = [
            each if each.room in self.open_rooms else back
            for each, back in zip(table.rooms, hidden.rooms, strict=True)
        ]
        if self.decks_are_open:
            return msgspec.structs.replace(table, viewer=self.viewer, characters=characters, rooms=rooms)
        return msgspec.structs.replace(
            table,
            viewer=self.viewer,
            characters=characters,
            rooms=rooms,
            unsafe=face_down(table.unsafe),
            draw_pile=face_down(table.draw_pile),
            aside=face_down(table.aside),
            pool=face_down(table.pool),
            discarded_unseen=face_down(table.discarded_unseen),
            events=[EventCard.HIDDEN] * len(table.events),
            kills_reached=table.kills_reached if self.count_is_open else 0,
        )

    def _character(self, seat: Seat, character: Character, hidden: Character) -> Character:
        is_mine = seat == self.viewer
        if seat in self.opened:
            if is_mine or seat in self.confessed:
                return character
            return msgspec.structs.replace(character, gifts=[], tasks=[], seen_pulses=[], seen_rooms=[])
        start = character.start if self.saw_starts else Face.HIDDEN
        if is_mine:
            return msgspec.structs.replace(character, start=start, pulse=hidden.pulse)
        return msgspec.structs.replace(
            hidden,
            role=character.role if seat in self.published else self.knows.get(seat, CharacterRole.HIDDEN),
            number=character.number if seat in self.numbers else 0,
            start=start,
        )


class FaceDown:
    """A table with everything face down that is not public: what all viewers see of it after a fact.

    It is kept until the next fact, because all of them look at the same table.
    """

    kept: FaceDown | None = None

    def __init__(self, table: State, fact: Fact | None) -> None:
        self.table, self.fact = table, fact
        self.characters = [
            Character(
                place=each.place,
                hand=face_down(each.hand),
                pulse=face_down(each.pulse),
                is_ghost=each.is_ghost,
                was_voted_out=each.was_voted_out,
                ended_on=each.ended_on,
                bound_for=each.bound_for,
            )
            for each in table.characters
        ]
        self.rooms = [
            RoomState(each.room, face_down(each.cards), each.books, each.has_portal) for each in table.rooms
        ]

    @classmethod
    def of(cls, table: State, fact: Fact | None) -> FaceDown:
        """Return this table face down, as it is after a fact."""
        kept = cls.kept
        if kept is None or kept.table is not table or kept.fact is not fact:
            kept = cls.kept = FaceDown(table, fact)
        return kept


OPEN = (
    movement.BoatHeld,
    movement.MoveEnded,
    movement.LandingChosen,
    unsafe.UnsafeDeckFoundEmpty,
    unsafe.UnsafeCardRevealed,
    unsafe.TokensRevealed,
    encounters.EncounterBegan,
    encounters.NothingGiven,
    events.EventDrawn,
    events.PowerFailed,
    events.PowerRestarted,
    events.FishmanStayedAway,
    actions.ActionPassed,
    actions.RoomCardRevealed,
    actions.BookCollected,
    actions.PulseAnnounced,
    actions.VoteCalled,
    actions.BallotsOpened,
    roles.GhostAppeared,
    roles.PulseOpened,
    roles.SeerGuessed,
)
"""Facts that everyone at the table sees in full, and that leave no trace on it, or not of everything they showed."""

RARE = {
    "takes a certain reading": """
        landing_chosen unsafe_discard_taken card_pooled pooled_card_received declare_end declaration
        false_declaration
    """,
    "takes a certain role and the time for it": """
        hands_swapped cards_drawn pulse_opened seer_guessed name_seer seer seer_named traitor_voted_out
        room_burned burn_room fire
    """,
    "takes a deck that has run out": "unsafe_deck_found_empty",
    "takes a hand that has run out": "give_nothing nothing_given place_any_card",
    "random players find few books": "books_collected book_collected",
    "takes two Fishmen for one bridge": "fishman_stayed_away",
    "takes a Boat that was stopped with somebody aboard": "step_off",
    "takes the North+South token for a Fishman": "fishman put_fishman",
}
"""Why some kinds of facts, choices and questions (without the name of the game) and some endings are rare."""

_ENDINGS = [ending.value for ending in GAME.endings]

WANTED = (CollectBooks, FillRoom)


def work_for_books(match: Match, seat: Seat) -> tuple[int, ...]:
    """Fill and search Rooms on one's Route, walking there, and never hurt anybody; answer anything else by default."""
    state: State = match.table.state
    options = match.questions[seat].ask.options
    for kind in WANTED:
        for place, option in enumerate(options):
            if isinstance(option, kind):
                return (place,)
    character, layout = state.characters[seat], state.layout
    colours = layout.routes[character.route][state.round - 1]
    goals = [
        room.room
        for room in state.rooms
        if room.books and not room.has_portal and layout.places[room.room].colour in colours
    ]
    ways: dict[str, tuple[str, ...]] = {goal: (goal,) for goal in goals}
    waiting = list(goals)
    while waiting:
        here = waiting.pop(0)
        for step in layout.steps[here]:
            if step not in ways and step not in state.fishmen and not layout.places[step].is_unsafe:
                ways[step] = (here, *ways[here])
                waiting.append(step)
    way = ways.get(character.place, ())
    for place, option in enumerate(options):
        if isinstance(option, StepTo) and option.place in way and option.place != character.place:
            return (place,)
    return default_picks(match.questions[seat].ask)


def role_at(table: State, seat: Seat) -> str:
    """Return the role of a seat."""
    return table.characters[seat].role.value


DECLARATION = Declaration(
    game=GAME,
    box=BOX,
    contents=contents,
    witness=IslandWitness,
    most_decisions=900,
    secrets=(
        "characters.role",
        "characters.route",
        "characters.start",
        "characters.pulse",
        "characters.hand",
        "rooms.cards",
        "unsafe",
        "events",
        "sealed answers",
    ),
    deepest_luck=("roles", "starts"),
    kinds={
        "investigator": {},
        "cultist": {},
        **{role.value: {role.value: "true"} for role in box_of("").roles},
    },
    kind_of=role_at,
    rare={
        name if name in _ENDINGS else f"among_cultists.{name}": reason
        for reason, names in RARE.items()
        for name in names.split()
    },
    kept={"among_cultists.task_card": "the face of a task card is nobody's business"},
    in_passing={"among_cultists.ballot": "everyone votes"},
    golden_endings={
        "traitor_voted_out": "random",
        "books_collected": "diligent",
        "books_collected_in_the_university": "sensible",
        "cultists_eliminated": "random",
        "investigators_killed": "random",
        "time_ran_out": "random",
        "seer_named": "random",
        "false_declaration": "random",
    },
    golden_terms={
        "5-seats": GoldenTerms(options={"board": "university", "gentle_soul": "true"}),
        "6-seats": GoldenTerms(options={"firestarter": "true", "yellow_traitor": "true"}),
        "7-seats": GoldenTerms(options={"snitch": "true", "sleeper": "true", "poltergeist": "true"}),
        "8-seats": GoldenTerms(
            options={"sleeper": "true", "seer": "true", "yellow_traitor": "true", "firestarter": "true"}
        ),
        "traitor_voted_out": GoldenTerms(7, {"yellow_traitor": "true", "gentle_soul": "true"}),
        "seer_named": GoldenTerms(6, {"seer": "true", "firestarter": "true"}),
        "false_declaration": GoldenTerms(4, {}, {"end.lone_cultist": "declared"}),
        "books_collected_in_the_university": GoldenTerms(
            7, {"board": "university"}, ending="books_collected"
        ),
        "cultists_eliminated": GoldenTerms(5, {"board": "university"}),
        "talk": GoldenTerms(7, {"snitch": "true", "gentle_soul": "true", "yellow_traitor": "true"}),
    },
    golden_player=work_for_books,
)
