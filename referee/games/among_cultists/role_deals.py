"""The deals of roles and start cards that are consistent with what a viewer was told.

A deal gives every seat a role, and every seat that is not a Cultist one of the start cards. All orders of the markers
and of the start cards are equally likely, so a deal of roles counts as often as there are orders of start cards that
fit it. The numbers on the markers fit every deal of roles equally often and are left out.

What players chose in secret is not known. A deal stays if some choice explains what the viewer saw: between two looks
at a Pulse deck, its number of Dead cards can only have grown, and by no more than those who may hold Dead cards gave.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import comb, perm

from referee.games.among_cultists.cards import CULTIST_ROLES, Cause, CharacterRole, Face, Side
from referee.games.among_cultists.facts.actions import (
    PulseAnnounced,
    PulseViewed,
    RoomBurned,
    RoomCardRevealed,
    RoomEmptied,
    RoomFilled,
    RoomViewed,
)
from referee.games.among_cultists.facts.encounters import CardGiven, CardPooled, PooledCardReceived
from referee.games.among_cultists.facts.roles import (
    GhostAppeared,
    HandsSwapped,
    KillCountOpened,
    PulseOpened,
    RoleRevealed,
    SeatOpened,
    SeerGuessed,
    SideNoted,
)
from referee.games.among_cultists.facts.setup import NightPassed, PacketDealt
from referee.games.among_cultists.layout import layout_of
from referee.games.among_cultists.options import CultistsOptions
from referee.games.among_cultists.possible_side import PossibleSide
from referee.kernel.facts import Fact, Seat
from referee.kernel.game import Setup
from referee.kernel.hidden_roles import HiddenRoles, RoleCount
from referee.kernel.table import Ended
from referee.kernel.talk import Statement

Roles = tuple[CharacterRole, ...]
"""The role of every seat."""

_Key = tuple[Seat, ...]
"""The seats of the Cultists, the Sleeper and the Poltergeist; -1 for a role that is not in play."""

_HIDDEN = CharacterRole.HIDDEN


def roles_in_play(seats: int, cultists: int, optional: Sequence[CharacterRole]) -> list[CharacterRole]:
    """Return the roles on the markers that are dealt."""
    roles = [CharacterRole.CULTIST] * cultists
    for role in optional:
        if role is CharacterRole.FIRESTARTER:
            roles[0] = role
        else:
            roles.append(role)
    return roles + [CharacterRole.INVESTIGATOR] * (seats - len(roles))


def orders_of(roles: Sequence[CharacterRole]) -> Iterator[Roles]:
    """Yield every order of the roles that can be told apart.

    >>> len(list(orders_of(roles_in_play(5, 1, [CharacterRole.SEER]))))
    20
    """
    if not roles:
        yield ()
    for role in dict.fromkeys(roles):
        rest = list(roles)
        rest.remove(role)
        for others in orders_of(rest):
            yield (role, *others)


class RoleDeals:
    """The deals that are still possible."""

    def __init__(self, setup: Setup) -> None:
        options = setup.options if isinstance(setup.options, CultistsOptions) else CultistsOptions()
        self._numbers = numbers = layout_of(options.data, options.board, setup.seats).numbers
        self._seats = setup.seats
        self._is_any_ghost_out = setup.readings["end.eliminated"] != "voted_out"
        roles = roles_in_play(setup.seats, numbers.cultists, options.roles())
        self._sides: dict[_Key, PossibleSide] = {}
        """Who may hold which cards; the same for all deals with the same Cultists, Sleeper and Poltergeist."""
        self._deals = [(order, self._key(order)) for order in orders_of(roles)]
        self._has_night_passed = False
        self._new_ghost: GhostAppeared | None = None
        """The Ghost that appeared last, until the match is seen to go on or to end."""
        self._is_ghost_named = False
        """Whether the role of that Ghost was published."""
        self._out: list[Seat] = []
        """The Ghosts that count as eliminated if they are Cultists."""
        self._ghosts: list[Seat] = []
        self._pooled: list[tuple[Seat, Face]] = []
        self._is_pool_shared = False

    def _key(self, roles: Roles) -> _Key:
        cultists = tuple([seat for seat, role in enumerate(roles) if role in CULTIST_ROLES])
        others = [
            roles.index(role) if role in roles else -1
            for role in (CharacterRole.SLEEPER, CharacterRole.POLTERGEIST)
        ]
        key = (*cultists, *others)
        if key not in self._sides:
            self._sides[key] = PossibleSide(len(roles), cultists, *others)
        return key

    def take(self, fact: Fact) -> bool:
        """Remove the deals that a fact contradicts; return whether it may change the count."""
        went_on = self._note_that_match_went_on(fact)
        return self._take_role(fact) or self._take_card(fact) or went_on

    # --- roles ---

    def _take_role(self, fact: Fact) -> bool:
        match fact:
            case PacketDealt():
                self._keep_role(fact.seat, fact.role)
            case NightPassed():
                self._pass_night(fact)
            case RoleRevealed():
                self._keep_role(fact.seat, fact.role)
            case SeatOpened():
                self._keep_role(fact.seat, fact.role)
                self._keep_start(fact.seat, fact.start)
            case GhostAppeared():
                self._new_ghost, self._is_ghost_named = fact, False
                self._ghosts.append(fact.seat)
                if fact.cause is Cause.VOTED_OUT or self._is_any_ghost_out:
                    self._out.append(fact.seat)
            case HandsSwapped():
                self._swap(fact)
            case SideNoted():
                self._note_side(fact)
            case _:
                return False
        return True

    def _keep_role(self, seat: Seat, role: CharacterRole) -> None:
        if role is not _HIDDEN:
            self._deals = [deal for deal in self._deals if deal[0][seat] is role]

    def _pass_night(self, fact: NightPassed) -> None:
        """Keep the deals that the first night, or the second one of the Snitch, would show like this."""
        own = fact.roles[fact.seat]
        if own is _HIDDEN:
            return
        is_cultist = own in CULTIST_ROLES
        sees_all = not self._has_night_passed and (is_cultist or own is CharacterRole.SEER)
        self._has_night_passed = True
        for seat, shown in enumerate(fact.roles):
            if seat == fact.seat:
                continue
            if shown is CharacterRole.CULTIST:
                # Nobody sees which of the Cultists is the Firestarter.
                self._deals = [deal for deal in self._deals if deal[0][seat] in CULTIST_ROLES]
            elif shown is not _HIDDEN:
                self._keep_role(seat, shown)
            elif sees_all:
                unseen = (*CULTIST_ROLES, *([CharacterRole.SNITCH] if is_cultist else []))
                self._deals = [deal for deal in self._deals if deal[0][seat] not in unseen]
        for seat, face in enumerate(fact.starts):
            self._keep_start(seat, face)

    def _keep_start(self, seat: Seat, face: Face) -> None:
        if face is not Face.HIDDEN:
            for side in self._sides.values():
                side.keep_start(seat, face)

    def _note_that_match_went_on(self, fact: Fact) -> bool:
        """After a Ghost appeared, the match ends at once in some deals. Remove them if it goes on."""
        ghost = self._new_ghost
        if ghost is None:
            return False
        if isinstance(fact, RoleRevealed | SideNoted | Statement):
            self._is_ghost_named = self._is_ghost_named or isinstance(fact, RoleRevealed)
            return False
        self._new_ghost = None
        if isinstance(fact, KillCountOpened | SeerGuessed | Ended):
            return False
        never = [] if self._is_ghost_named else [CharacterRole.GENTLE_SOUL]
        if ghost.cause is Cause.VOTED_OUT:
            never.append(CharacterRole.YELLOW_TRAITOR)
        self._deals = [deal for deal in self._deals if deal[0][ghost.seat] not in never]
        for side in self._sides.values():
            side.keep_if(not side.is_eliminated(self._out))
        return True

    def _swap(self, fact: HandsSwapped) -> None:
        for side in self._sides.values():
            side.swap(fact.seat, fact.other)
            if Face.DEAD in fact.received:
                side.keep_if(fact.other in side.cultists)
            elif Face.FAILURE in fact.received or Face.SABOTAGE in fact.received:
                side.keep_if(fact.other in (*side.cultists, side.poltergeist))

    def _note_side(self, fact: SideNoted) -> None:
        """The Sleeper learns by its side whether it swapped hands with a Cultist."""
        for side in self._sides.values():
            if side.sleeper == fact.seat and side.has_swapped:
                side.keep_if(side.is_sleeper_cultist == (fact.side is Side.CULTISTS))

    # --- cards ---

    def _take_card(self, fact: Fact) -> bool:
        match fact:
            case CardGiven():
                self._give(fact.giver, fact.seat, fact.face)
            case CardPooled():
                if self._is_pool_shared:
                    self._pooled, self._is_pool_shared = [], False
                self._pooled.append((fact.giver, fact.face))
            case PooledCardReceived():
                self._is_pool_shared = True
                self._receive(fact.seat)
            case PulseViewed():
                if fact.alive + fact.dead:
                    self._see_pulse(fact.target, fact.dead)
            case PulseOpened():
                self._see_pulse(fact.seat, fact.cards.count(Face.DEAD))
            case PulseAnnounced():
                self._hear(fact)
            case _:
                return self._take_room(fact)
        return True

    def _give(self, giver: Seat, seat: Seat, face: Face) -> None:
        for side in self._sides.values():
            if face is Face.HIDDEN:
                side.add_pulse(seat, 0, 1 if side.may_kill(giver) else 0)
            else:
                is_dead = 1 if face is Face.DEAD else 0
                side.add_pulse(seat, is_dead, is_dead)

    def _receive(self, seat: Seat) -> None:
        """Add one of the shuffled cards of an Encounter, which may be anybody's."""
        for side in self._sides.values():
            may_be_dead = [
                face is Face.DEAD or (face is Face.HIDDEN and side.may_kill(giver))
                for giver, face in self._pooled
            ]
            side.add_pulse(seat, 0, 1 if any(may_be_dead) else 0)

    def _see_pulse(self, seat: Seat, dead: int) -> None:
        for side in self._sides.values():
            side.see_pulse(seat, dead, dead)

    def _hear(self, fact: PulseAnnounced) -> None:
        """Keep the deals in which this may be said: only Cultists may lie, and only by calling the dead alive."""
        for side in self._sides.values():
            if fact.is_dead:
                side.see_pulse(fact.target, 1, None)
            elif not side.may_lie(fact.seat):
                side.see_pulse(fact.target, 0, 0)

    def _take_room(self, fact: Fact) -> bool:
        """Count the cards in a Room that may be a Sabotage: no Room starts with one."""
        match fact:
            case RoomFilled():
                for side in self._sides.values():
                    side.fill_room(fact.seat, fact.room, fact.face)
                return False
            case RoomEmptied() | RoomBurned():
                for side in self._sides.values():
                    side.empty_room(fact.room)
                return False
            case RoomCardRevealed():
                seen: tuple[Face, ...] = (fact.face,)
            case RoomViewed():
                seen = fact.cards
            case _:
                return False
        for side in self._sides.values():
            side.see_sabotages(fact.room, seen.count(Face.SABOTAGE))
        return Face.SABOTAGE in seen

    # --- counting ---

    def count(self) -> RoleCount:
        """Return in how many deals each seat is on the side of the Cultists now."""
        alive, dead = self._numbers.start_alive, self._numbers.start_dead
        orders = Counter([key for _, key in self._deals])
        deals, by_seat = 0, [0] * self._seats
        for key, number in orders.items():
            side = self._sides[key]
            weight = number * orders_of_starts(side, alive, dead)
            deals += weight
            for seat in side.seats_with_cultists(self._ghosts):
                by_seat[seat] += weight
        return RoleCount(deals, tuple(by_seat))


def orders_of_starts(side: PossibleSide, alive: int, dead: int) -> int:
    """Return how many orders of the start cards fit; a Cultist has an Alive card of its own."""
    if not side.is_possible:
        return 0
    forced_alive = forced_dead = free = 0
    for seat, starts in enumerate(side.starts):
        if not starts:
            return 0
        if seat in side.cultists:
            continue
        if len(starts) == 2:
            free += 1
        elif Face.DEAD in starts:
            forced_dead += 1
        else:
            forced_alive += 1
    return sum(
        [
            comb(free, more) * perm(dead, forced_dead + more) * perm(alive, forced_alive + free - more)
            for more in range(free + 1)
        ]
    )


def count_deals(setup: Setup, facts: Iterable[Fact]) -> Iterator[RoleCount | None]:
    """Yield for each fact, as a viewer was told it, the count after it; None if it changed nothing."""
    possible, is_dealt = RoleDeals(setup), False
    for fact in facts:
        is_dealt = is_dealt or isinstance(fact, PacketDealt)
        yield possible.count() if possible.take(fact) and is_dealt else None


CULTISTS = HiddenRoles(
    role="on the Cultists' side",
    deal="A deal gives every seat a role marker and, unless it is a Cultist, a start card. Before the match, every "
    "order of the markers and of the start cards is equally likely. A Sleeper who became a Cultist and the "
    "Poltergeist as a Ghost are on the Cultists' side.",
    counted=(
        "The viewer's own marker, what it saw in the nights, and its side if it is the Sleeper.",
        "Roles that were published. A Ghost whose role was not published is not the Gentle Soul.",
        "That the match went on after a Ghost appeared: a Cultist is left, and the Yellow Traitor was not voted out.",
        "Pulse decks that the viewer saw, and the cards that it gave; only a Cultist's hand has Dead cards.",
        "Announcements: what is called dead is dead, and only the Cultists' side may call a dead Character alive.",
        "Sabotage cards in Rooms: somebody with the hand of a Cultist or of the Poltergeist put them there.",
    ),
    not_counted=(
        "What players do and say: a deal stays if any choices of the others explain it, however unlikely they are.",
        "How many cards of a kind a hand has left, Failure cards, the Unsafe Passage deck, and Route cards.",
        "That nobody has won by kills yet.",
        "These rule out further deals only together with what everybody chose in secret, which is too much to list.",
        "So the count is exact for what is counted above; fewer deals may fit everything that the viewer knows.",
    ),
    counts=count_deals,
)
