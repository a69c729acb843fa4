"""Secrets of Among Cultists: roles, start cards, Route cards, gifts, task cards, and what somebody looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.games.among_cultists.cards import CharacterRole, Face
from referee.games.among_cultists.facts.actions import PulseViewed, RoomFilled, RoomViewed
from referee.games.among_cultists.facts.encounters import CardGiven, CardPooled
from referee.games.among_cultists.facts.roles import HandsSwapped, RoleRevealed, SeatOpened, SecretsOpened
from referee.games.among_cultists.facts.setup import NightPassed, PacketDealt
from referee.games.among_cultists.facts.unsafe import DeckSecured
from referee.games.among_cultists.wording.names import Names
from referee.kernel.facts import Fact, Seat
from referee.kernel.told_secrets import SecretTold

ROLES, STARTS, ROUTES = "Roles", "Start cards", "Route cards"
GIFTS, TASKS, LOOKS, HANDS = "Pulse cards given", "Task cards played", "Looks", "Hands swapped"


class SecretActs:
    """What was dealt, done and seen in secret, as far as the facts show."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = Names(names, "en")
        self._made = 0
        self._open: list[list[SecretTold]] = [[] for _ in names]
        """For each seat, what it did and saw in secret; everyone is told it at the end."""

    def take(self, fact: Fact) -> list[SecretTold]:
        """Return the secrets that a fact tells."""
        return self._take_packet(fact) or self._take_act(fact)

    # --- what was dealt ---

    def _take_packet(self, fact: Fact) -> list[SecretTold]:
        match fact:
            case PacketDealt():
                told = [
                    self._role(fact.seat, fact.role, (fact.seat,)),
                    self._route(fact.seat, fact.route, (fact.seat,)),
                ]
                return [*told, self._start(fact.seat, fact.start)]
            case NightPassed():
                roles = [
                    self._role(seat, role, (fact.seat,))
                    for seat, role in enumerate(fact.roles)
                    if role is not CharacterRole.HIDDEN and seat != fact.seat
                ]
                starts = [
                    self._start(seat, face, (fact.seat,))
                    for seat, face in enumerate(fact.starts)
                    if face is not Face.HIDDEN
                ]
                return roles + starts
            case RoleRevealed():
                return [self._role(fact.seat, fact.role, is_public=True)]
            case SeatOpened():
                return [
                    self._role(fact.seat, fact.role, is_public=True),
                    self._route(fact.seat, fact.route, is_public=True),
                    self._start(fact.seat, fact.start, is_public=True),
                ]
            case _:
                return []

    def _role(
        self, seat: Seat, role: CharacterRole, seats: tuple[Seat, ...] = (), *, is_public: bool = False
    ) -> SecretTold:
        value = "" if role is CharacterRole.HIDDEN else self._names.role(role)
        about = f"the role of {self._names.seat(seat)}"
        return SecretTold(f"role/{seat}", ROLES, about, value, seats, is_public)

    def _route(
        self, seat: Seat, route: str, seats: tuple[Seat, ...] = (), *, is_public: bool = False
    ) -> SecretTold:
        about = f"the Route card of {self._names.seat(seat)}"
        return SecretTold(f"route/{seat}", ROUTES, about, route, seats, is_public)

    def _start(
        self, seat: Seat, face: Face, seats: tuple[Seat, ...] = (), *, is_public: bool = False
    ) -> SecretTold:
        about = f"the start card of {self._names.seat(seat)}"
        return SecretTold(f"start/{seat}", STARTS, about, self._face(face), seats, is_public)

    def _face(self, face: Face) -> str:
        return "" if face is Face.HIDDEN else self._names.face(face)

    # --- what was done and seen ---

    def _take_act(self, fact: Fact) -> list[SecretTold]:
        names = self._names
        match fact:
            case CardGiven():
                about = f"the card that {names.seat(fact.giver)} gave to {names.seat(fact.seat)}"
                return self._act(GIFTS, fact.giver, about, self._face(fact.face))
            case CardPooled():
                about = f"the card that {names.seat(fact.giver)} put among those of an Encounter"
                return self._act(GIFTS, fact.giver, about, self._face(fact.face))
            case RoomFilled():
                about = f"the card that {names.seat(fact.seat)} put into the {names.place(fact.room)}"
                return self._act(TASKS, fact.seat, about, self._face(fact.face))
            case DeckSecured():
                about = f"the card that {names.seat(fact.seat)} put into the Unsafe Passage deck"
                return self._act(TASKS, fact.seat, about, self._face(fact.face))
            case PulseViewed():
                about = f"the Pulse deck of {names.seat(fact.target)} as {names.seat(fact.seat)} saw it"
                seen = f"{fact.alive} Alive, {fact.dead} Dead" if fact.alive + fact.dead else ""
                return self._act(LOOKS, fact.seat, about, seen)
            case RoomViewed():
                about = f"the cards in the {names.place(fact.room)} as {names.seat(fact.seat)} saw them"
                return self._act(
                    LOOKS, fact.seat, about, "" if Face.HIDDEN in fact.cards else names.faces(fact.cards)
                )
            case HandsSwapped():
                return self._swap(fact)
            case SecretsOpened():
                opened, self._open[fact.seat] = self._open[fact.seat], []
                return self._open_all(opened, fact)
            case _:
                return []

    def _act(self, kind: str, seat: Seat, about: str, value: str) -> list[SecretTold]:
        self._made += 1
        told = SecretTold(f"act/{self._made}", kind, about, value, (seat,))
        self._open[seat].append(told)
        return [told]

    def _swap(self, fact: HandsSwapped) -> list[SecretTold]:
        told = []
        for seat, cards in ((fact.seat, fact.received), (fact.other, fact.given)):
            self._made += 1
            about = f"the hand that {self._names.seat(seat)} received"
            value = "" if Face.HIDDEN in cards else self._names.faces(cards)
            told.append(SecretTold(f"act/{self._made}", HANDS, about, value, (seat,)))
        return told

    def _open_all(self, opened: list[SecretTold], fact: SecretsOpened) -> list[SecretTold]:
        """Tell everyone what a seat did and saw; the lists have the order in which it did."""
        seen = [f"{look.alive} Alive, {look.dead} Dead" for look in fact.seen_pulses]
        faces = {
            GIFTS: [self._face(gift.face) for gift in fact.gifts],
            TASKS: [self._face(task.face) for task in fact.tasks],
        }
        rooms = [self._names.faces(look.cards) for look in fact.seen_rooms]
        told = []
        for act in opened:
            if act.kind == LOOKS:
                values = seen if act.about.startswith("the Pulse deck") else rooms
            else:
                values = faces[act.kind]
            value = values.pop(0)
            told.append(SecretTold(act.secret, act.kind, act.about, value, (), is_public=True))
        return told


def tell_secrets(names: Sequence[str], facts: Iterable[Fact]) -> Iterator[list[SecretTold]]:
    """Yield for each fact the secrets that it tells."""
    acts = SecretActs(names)
    for fact in facts:
        yield acts.take(fact)
