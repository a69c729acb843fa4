"""The deals of roles and start cards that fit what a viewer was told, compared with a list of all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.games.among_cultists import GAME
from referee.games.among_cultists.cards import CharacterRole, Face, Side
from referee.games.among_cultists.encounters import meet
from referee.games.among_cultists.facts.actions import (
    PulseViewed,
    RoomCardRevealed,
    RoomEmptied,
    RoomFilled,
    RoomViewed,
)
from referee.games.among_cultists.facts.encounters import CardPooled, PooledCardReceived
from referee.games.among_cultists.facts.roles import HandsSwapped, RoleRevealed, SideNoted
from referee.games.among_cultists.options import CultistsOptions
from referee.games.among_cultists.pulse import look_at_pulse
from referee.games.among_cultists.role_deals import count_deals
from referee.games.among_cultists.setup import markers, set_up
from referee.games.among_cultists.state import State
from referee.games.among_cultists.votes import oust
from referee.kernel.chance import Chance, Draw, seed_from_text
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Fact, Seat
from referee.kernel.game import Setup
from referee.kernel.hidden_roles import RoleCount
from referee.kernel.table import Script, Table
from tests.games.among_cultists.tables import Playing, told_of
from tests.games.every_course import every_course
from tests.inspector.folded import everybody, goldens_of, replay_at, states

Course = Callable[[Table[State]], Script[None]]


class Deal(NamedTuple):
    """The order of the markers and that of the start cards, as their shuffles are recorded."""

    roles: tuple[int, ...]
    starts: tuple[int, ...]

    def rig(self, draw: Draw) -> tuple[int, ...]:
        """Return the draws of this deal, and everything else as it was drawn."""
        return {"roles": self.roles, "starts": self.starts}.get(draw.label, draw.result)


def setup_of(seats: int, readings: dict[str, str] | None = None, **options: Any) -> Setup:
    settled = GAME.rulebook.readings("", readings or {}, GAME.rules_version)
    return Setup(seats, CultistsOptions(**options), settled, GAME.rules_version)


def new_table(setup: Setup, deal: Deal) -> Table[State]:
    chance = Chance(seed_from_text("a deal"), deal.rig)
    return Table(
        GAME.new_state(setup, OPEN_TABLE),
        setup.seats,
        GAME.folds,
        chance,
        setup.readings,
        setup.rules_version,
    )


def all_deals(setup: Setup) -> list[Deal]:
    """Return every order of the markers, and every way to choose the places of the Dead start cards."""
    numbers = GAME.new_state(setup, OPEN_TABLE).layout.numbers
    cards = range(numbers.start_alive + numbers.start_dead)
    starts = []
    for places in combinations(cards, numbers.start_dead):
        alive, dead = list(range(numbers.start_alive)), list(range(numbers.start_alive, len(cards)))
        starts.append(tuple([dead.pop() if place in places else alive.pop() for place in cards]))
    # Markers that show the same are dealt in one order only, so that each deal is listed once.
    table = new_table(setup, Deal(tuple(range(setup.seats)), starts[0]))
    shown = markers(table)
    orders = {tuple([shown[place] for place in order]): order for order in permutations(range(setup.seats))}
    return [Deal(order, start) for order in orders.values() for start in starts]


def set_up_and(course: Course, table: Table[State]) -> Script[None]:
    set_up(table)
    yield from course(table)


def nothing(_: Table[State]) -> Script[None]:
    yield from ()


def meeting_then_check(looker: Seat) -> Course:
    """Let seats 1 and 2 meet, then let somebody check seat 2."""

    def course(table: Table[State]) -> Script[None]:
        places = list(table.state.layout.book_rooms)
        for seat, character in enumerate(table.state.characters):
            character.place = places[0] if seat in (1, 2) else places[1 + seat]
        table.state.blackouts = []
        yield from meet(table, places[:1])
        yield from look_at_pulse(table, looker, 2, by_camera=True)

    return course


def vote_out(seat: Seat) -> Course:
    """Make a Ghost of a seat by a vote; if the match goes on, seat 1 checks seat 2."""

    def course(table: Table[State]) -> Script[None]:
        is_traitor = table.state.characters[seat].side is Side.YELLOW
        yield from oust(table, seat, is_traitor=is_traitor)
        yield from look_at_pulse(table, 1, 2, by_camera=True)

    return course


def expected(
    setup: Setup, course: Course, viewers: Sequence[Seat]
) -> Iterator[tuple[list[Fact], list[State]]]:
    """Yield each story that a viewer may be told, with the tables of all deals that can lead to it.

    A deal is taken once, however many choices lead from it to the story.
    """
    alike: defaultdict[tuple[Seat, tuple[Fact, ...]], dict[Deal, State]] = defaultdict(dict)
    for deal in all_deals(setup):

        def begin(deal: Deal = deal) -> Playing:
            table = new_table(setup, deal)
            return Playing(table, set_up_and(course, table))

        for played in every_course(begin):
            for viewer in viewers:
                alike[viewer, tuple(told_of(viewer, played.facts))][deal] = played.table.state
    assert len(alike) > len(viewers)
    for (_, told), tables in alike.items():
        yield list(told), list(tables.values())


def last_count(setup: Setup, told: list[Fact]) -> RoleCount:
    *_, count = [count for count in count_deals(setup, told) if count is not None]
    return count


def assert_same(setup: Setup, course: Course, viewers: Sequence[Seat]) -> None:
    for told, tables in expected(setup, course, viewers):
        count = last_count(setup, told)
        for seat in range(setup.seats):
            number = sum([table.characters[seat].side is Side.CULTISTS for table in tables])
            assert Fraction(count.by_seat[seat], count.deals) == Fraction(number, len(tables))


@pytest.mark.parametrize(
    ("seats", "options"),
    [(4, []), (5, ["seer"]), (5, ["firestarter", "gentle_soul"]), (5, ["yellow_traitor", "poltergeist"])],
)
def test_what_the_setup_tells_is_counted_like_a_list_of_all_deals(seats: int, options: list[str]) -> None:
    """Rules setup.packets, setup.night: own markers, what Cultists and the Seer see, and who starts dead."""
    assert_same(setup_of(seats, None, **dict.fromkeys(options, True)), nothing, [0, 1, SPECTATOR])


@pytest.mark.parametrize("looker", [0, 1])
def test_what_a_meeting_and_a_check_tell_is_counted_like_a_list_of_all_deals(looker: Seat) -> None:
    """Rules encounter.gift, pulse.look, pulse.announce: with every gift that could be given and every lie."""
    assert_same(setup_of(4), meeting_then_check(looker), [0, 1, 2, 3, SPECTATOR])


@pytest.mark.parametrize("reading", ["hidden", "shown"])
@pytest.mark.parametrize("options", [["gentle_soul"], ["yellow_traitor", "poltergeist"]])
def test_what_a_vote_tells_is_counted_like_a_list_of_all_deals(options: list[str], reading: str) -> None:
    """Rules ghost, end.eliminated, role.gentle_soul, role.poltergeist."""
    setup = setup_of(5, {"ghost.role": reading}, **dict.fromkeys(options, True))
    assert_same(setup, vote_out(0), [0, 3, SPECTATOR])


def facts_of(setup: Setup, viewer: Seat, *later: Fact) -> list[Fact]:
    """Return what a viewer is told of a setup in which every marker stays in its order, and of what follows."""
    table = new_table(setup, Deal(tuple(range(setup.seats)), tuple(range({4: 6, 7: 5}[setup.seats]))))
    set_up(table)
    return told_of(viewer, [*[recorded.fact for recorded in table.recorded], *later])


def chances(setup: Setup, viewer: Seat, *later: Fact) -> list[Fraction]:
    """Return with which chance each seat is on the Cultists' side."""
    count = last_count(setup, facts_of(setup, viewer, *later))
    return [Fraction(number, count.deals) for number in count.by_seat]


CHURCH = "church"


def test_a_sabotage_leaves_only_those_who_filled_the_room() -> None:
    """Rule action.collect.sabotage: no Room starts with a Sabotage, and no Investigator holds one."""
    setup = setup_of(4)
    filled = [RoomFilled(seat, CHURCH, face) for seat, face in ((0, Face.SABOTAGE), (2, Face.SUCCESS))]
    seen = RoomCardRevealed(3, CHURCH, Face.SABOTAGE)
    assert chances(setup, 1, *filled) == [Fraction(1, 3), 0, Fraction(1, 3), Fraction(1, 3)]
    assert chances(setup, 1, *filled, seen) == [Fraction(1, 2), 0, Fraction(1, 2), 0]
    assert chances(setup, 2, *filled, seen) == [1, 0, 0, 0]
    emptied = RoomEmptied(CHURCH, ())
    viewed = RoomViewed(1, CHURCH, (Face.SABOTAGE,))
    again = RoomFilled(3, CHURCH, Face.HIDDEN)
    assert chances(setup, 1, *filled, emptied, again, viewed) == [0, 0, 0, 1]


def test_the_sleeper_learns_whom_it_swapped_hands_with() -> None:
    """Rule role.sleeper: a Dead card, or the new side, shows a Cultist; from then on the Sleeper may kill."""
    setup = setup_of(7, sleeper=True)
    sleeper = 2
    woken = [RoleRevealed(sleeper, CharacterRole.SLEEPER, 0)]
    harmless = HandsSwapped(sleeper, 0, (Face.ALIVE,), (Face.ALIVE,))
    assert chances(setup, sleeper, *woken, harmless)[0] == Fraction(1, 3)
    deadly = HandsSwapped(sleeper, 0, (Face.DEAD,), (Face.ALIVE,))
    assert chances(setup, sleeper, *woken, deadly)[0] == 1
    assert chances(setup, sleeper, *woken, deadly)[sleeper] == 1
    odd = HandsSwapped(sleeper, 0, (Face.SABOTAGE,), (Face.ALIVE,))
    assert chances(setup, sleeper, *woken, odd)[0] == 1
    for side, chance in ((Side.CULTISTS, 1), (Side.INVESTIGATORS, 0)):
        assert chances(setup, sleeper, *woken, harmless, SideNoted(sleeper, side))[0] == chance
    # To the others the Sleeper is as likely to be a Cultist now as the one whose hand it has.
    others = chances(setup, 5, *woken, deadly)
    assert others[0] == others[sleeper] == Fraction(2, 5)


def test_a_card_from_a_shuffled_encounter_may_be_anybodys() -> None:
    """Rule encounter.gift under the ruling encounter.many: a second Dead card came from one of the givers."""
    setup = setup_of(4, {"encounter.many": "shuffled"})
    pooled: list[Fact] = [CardPooled(seat, Face.ALIVE) for seat in (1, 2, 3)]
    pooled += [PooledCardReceived(seat, Face.ALIVE) for seat in (1, 2, 3)]
    looks = [PulseViewed(1, 2, False, 0, 2)]
    assert chances(setup, 1, *pooled, *looks) == [0, 0, 0, 1]
    # A later Encounter has a pool of its own.
    later: list[Fact] = [CardPooled(seat, Face.ALIVE) for seat in (0, 1)]
    later += [PooledCardReceived(1, Face.ALIVE), PooledCardReceived(0, Face.ALIVE)]
    told = facts_of(setup, 1, *pooled, *later, PulseViewed(1, 0, False, 0, 2))
    assert last_count(setup, told).deals == 0


@pytest.mark.parametrize("path", goldens_of("among_cultists"), ids=lambda path: path.stem)
def test_the_deal_of_a_match_is_never_ruled_out(path: Path) -> None:
    """After every step, each seat's true side is among the possible ones; at the end it is the only one."""
    replay, terms = replay_at(path)
    after = [
        [character.side is Side.CULTISTS for character in state.characters]
        for state in states(path, OPEN_TABLE)
    ]
    for viewer in everybody(path)[:-1]:
        told, ends, seq = list[Fact](), dict[int, list[bool]](), 0
        for entry in replay.entries:
            told += told_of(viewer, [recorded.fact for recorded in entry.facts])
            seq += len(entry.facts)
            ends[len(told)] = after[seq - 1]
        counts = list(count_deals(terms.setup, told))
        for place, count in enumerate(counts, 1):
            if count is not None and place in ends:
                assert_possible(count, ends[place])
        *_, last = [count for count in counts if count is not None]
        assert list(last.by_seat) == [last.deals * is_cultist for is_cultist in after[-1]]


def assert_possible(count: RoleCount, truth: list[bool]) -> None:
    for number, is_cultist in zip(count.by_seat, truth, strict=True):
        assert (number if is_cultist else count.deals - number) > 0
