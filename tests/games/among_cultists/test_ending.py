"""How the match ends: rules `kills.*` and `end.*`, with the rulings about them."""

from __future__ import annotations

from random import Random

import pytest

from referee.games.among_cultists.cards import Cause, CharacterRole, EventCard, Face, Side
from referee.games.among_cultists.choices import Abstain, DeclareEnd, StaySilent, VoteFor
from referee.games.among_cultists.cleanup import clean_up
from referee.games.among_cultists.ending import Ending, count_kills, watch_the_books, watch_the_cultists
from referee.games.among_cultists.facts.encounters import CardGiven
from referee.games.among_cultists.facts.roles import (
    DecksOpened,
    KillCountOpened,
    RoomOpened,
    SeatOpened,
    SecretsOpened,
)
from referee.games.among_cultists.facts.turn import RoundEnded
from referee.games.among_cultists.ghosts import become_ghost
from referee.games.among_cultists.state import Gift, State
from referee.games.among_cultists.votes import hold_vote
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, as_seen
from referee.kernel.run import Run
from referee.kernel.table import Ended, Table
from referee.match.charters import new_charter, settle
from tests.answers import random_picks
from tests.games.among_cultists.tables import Playing, table_of, view_of

TWO = {0: "cultist", 1: "cultist"}
THREE_DEAD = {1: "dead", 2: "alive dead", 3: "dead"}


def ended(table: Table[State]) -> tuple[str, tuple[int, ...]] | None:
    """Return how a table ended and who won."""
    return None if table.outcome is None else (table.outcome.ending, table.outcome.winners)


# The count


@pytest.mark.parametrize(
    ("role", "counts"),
    [
        ("investigator", 1),
        ("snitch", 1),
        ("gentle_soul", 1),
        ("seer", 1),
        ("poltergeist", 1),
        ("sleeper", 1),
        ("yellow_traitor", 0),
        ("cultist", 0),
        ("firestarter", 0),
    ],
)
def test_who_counts_as_a_dead_investigator(role: str, counts: int) -> None:
    """Rule kills: undiscovered dead count, Cultists never, a yellow Traitor not yet."""
    assert count_kills(table_of(7, roles={2: role}, pulse={2: "alive dead"})) == counts
    assert count_kills(table_of(7, roles={2: role}, ghosts=[2])) == counts


def test_turned_sleeper_does_not_count() -> None:
    """House, section 11.2."""
    table = table_of(7, roles={**TWO, 2: "sleeper"}, pulse={2: "dead"})
    table.state.characters[2].side = Side.CULTISTS
    assert count_kills(table) == 0


@pytest.mark.parametrize(("reading", "counts"), [("counted", 1), ("not_counted", 0)])
def test_those_voted_out(reading: str, counts: int) -> None:
    """Ruling kills.voted_out; a Dead card counts in any case."""
    table = table_of(ghosts=[2], readings={"kills.voted_out": reading})
    table.state.characters[2].was_voted_out = True
    assert count_kills(table) == counts
    table.state.characters[2].pulse.append(Face.DEAD)
    assert count_kills(table) == 1


@pytest.mark.parametrize(
    ("reading", "hidden", "found"), [("found_dead", 0, 1), ("always", 1, 1), ("never", 0, 0)]
)
def test_dead_yellow_traitor(reading: str, hidden: int, found: int) -> None:
    """Ruling kills.yellow."""
    table = table_of(
        7, roles={**TWO, 2: "yellow_traitor"}, pulse={2: "dead"}, readings={"kills.yellow": reading}
    )
    assert count_kills(table) == hidden
    Playing(table, become_ghost(table, 2, Cause.FOUND_DEAD))
    assert count_kills(table) == found


# The end


def test_lone_cultist_wins_with_its_kills_at_the_end_of_a_round() -> None:
    """Rule kills.round_end (publisher FAQ), E4."""
    table = table_of(pulse=THREE_DEAD)
    Playing(table, clean_up(table))
    assert ended(table) == ("investigators_killed", (0,))
    table = table_of(pulse={1: "dead", 2: "dead"})
    assert not Playing(table, clean_up(table)).over


def test_lone_cultist_may_have_to_declare() -> None:
    """Ruling end.lone_cultist = declared, rule end.declaration: everybody is asked; a false declaration loses."""
    readings = {"end.lone_cultist": "declared"}
    silent, declare = [StaySilent()], [DeclareEnd()]
    for pulse, expected in (
        (THREE_DEAD, ("investigators_killed", (0,))),
        ({}, ("false_declaration", (1, 2, 3))),
    ):
        table = table_of(pulse=pulse, readings=readings)
        cleaning = Playing(table, clean_up(table))
        assert [list(ask.options) for ask in cleaning.asks] == [[*silent, *declare]] * 4
        cleaning.answer_together(declare, silent, silent, silent)
        assert ended(table) == expected
    table = table_of(pulse=THREE_DEAD, readings=readings)
    Playing(table, clean_up(table)).answer_together(silent, declare, declare, declare)
    assert ended(table) is None, "only the Cultist's declaration counts"


def test_two_cultists_wait_and_nobody_is_told() -> None:
    """Rule kills.round_end: the count is latched in secret; trap 9, the same public line every round."""
    pulse = {2: "dead", 3: "dead", 4: "dead", 5: "dead"}
    table = table_of(7, roles=TWO, pulse=pulse, round_=3)
    cleaning = Playing(table, clean_up(table))
    assert not cleaning.over
    assert cleaning.facts_of(RoundEnded) == [RoundEnded(3, 4, 3)]
    assert as_seen(RoundEnded(3, 4, 3), 0) == as_seen(RoundEnded(3, 0, 0), SPECTATOR)
    table.state.round = 4
    assert Playing(table, clean_up(table)).facts_of(RoundEnded)[-1] == RoundEnded(4, 4, 3)


def test_enough_books_win() -> None:
    """Rule end.books, E2."""
    table = table_of(victory_points=10)
    assert Playing(table, watch_the_books(table)).over
    assert ended(table) == ("books_collected", (1, 2, 3))
    table = table_of(victory_points=9)
    assert not Playing(table, watch_the_books(table)).over


@pytest.mark.parametrize(
    ("reading", "reached", "winners"),
    [
        ("earlier_kills", 4, (0, 1)),
        ("earlier_kills", 5, (2, 3, 4, 5, 6)),
        ("earlier_kills", 0, (2, 3, 4, 5, 6)),
        ("points", 4, (2, 3, 4, 5, 6)),
    ],
)
def test_books_after_the_kills_of_two_cultists(reading: str, reached: int, winners: tuple[int, ...]) -> None:
    """Ruling end.points_and_kills: the kills must lie in an earlier round."""
    table = table_of(7, roles=TWO, victory_points=11, round_=5, readings={"end.points_and_kills": reading})
    table.state.kills_reached = reached
    Playing(table, watch_the_books(table))
    assert ended(table) == ("books_collected", winners)


@pytest.mark.parametrize(("reached", "winners"), [(0, (2, 3, 4, 5, 6)), (4, (0, 1)), (5, (2, 3, 4, 5, 6))])
def test_last_cultist_is_a_ghost(reached: int, winners: tuple[int, ...]) -> None:
    """Rule end.eliminated, E3 (publisher FAQ for two Cultists)."""
    table = table_of(7, roles=TWO, ghosts=[0], round_=5)
    table.state.kills_reached = reached
    Playing(table, become_ghost(table, 1, Cause.VOTED_OUT))
    assert ended(table) == ("cultists_eliminated", winners)


@pytest.mark.parametrize(("reading", "is_over"), [("any_ghost", True), ("voted_out", False)])
def test_cultist_who_was_found_dead(reading: str, is_over: bool) -> None:
    """Ruling end.eliminated."""
    table = table_of(readings={"end.eliminated": reading})
    assert Playing(table, become_ghost(table, 0, Cause.FOUND_DEAD)).over is is_over
    assert Playing(table_of(), watch_the_cultists(table_of())).over is False


def test_yellow_traitor_wins_alone_by_a_vote() -> None:
    """Rule end.traitor, E1 (Traditore Giallo, 204): at once."""
    table = table_of(7, roles={**TWO, 2: "yellow_traitor"})
    vote = Playing(table, hold_vote(table, 3))
    vote.answer_together(*[[VoteFor(2)]] * 4, *[[Abstain()]] * 3)
    assert ended(table) == ("traitor_voted_out", (2,))


def test_time_runs_out() -> None:
    """Rule end.time, E5: after round ten the Cultists win."""
    table = table_of(round_=10)
    Playing(table, clean_up(table))
    assert ended(table) == ("time_ran_out", (0,))
    assert not Playing(table_of(round_=9), clean_up(table_of(round_=9))).over


def test_winners_are_a_side_with_its_ghosts() -> None:
    """Rule end.winners: Ghosts win with their side; a yellow Traitor who was not voted out loses."""
    roles = {**TWO, 2: "yellow_traitor", 3: "poltergeist", 4: "sleeper"}
    table = table_of(8, roles=roles, ghosts=[3, 6], round_=10)
    table.state.characters[3].side = Side.CULTISTS
    Playing(table, clean_up(table))
    assert ended(table) == ("time_ran_out", (0, 1, 3))
    table = table_of(8, roles=roles, ghosts=[5], victory_points=12)
    Playing(table, watch_the_books(table))
    assert ended(table) == ("books_collected", (3, 4, 5, 6, 7))


def test_roles_and_decks_are_opened_at_the_end() -> None:
    """Rule end.reveal, section 11.3: roles, decks and the round of the latch."""
    table = table_of(round_=10, pulse={1: "alive dead"})
    end = Playing(table, clean_up(table))
    assert end.facts_of(KillCountOpened) == [KillCountOpened(1, 0)]
    opened = end.facts_of(SeatOpened)
    assert [fact.seat for fact in opened] == [0, 1, 2, 3]
    assert (opened[0].role, opened[0].number) == (CharacterRole.CULTIST, 1)
    assert opened[1].pulse == (Face.ALIVE, Face.DEAD)
    assert end.paths[-1] == "cleanup/end.time/end.winners"
    assert Ending(table.outcome.ending) is Ending.TIME_RAN_OUT  # type: ignore[union-attr]


def test_gifts_are_opened_at_the_end() -> None:
    """Rule end.reveal, section 11.3: everybody sees who gave which card to whom, and when."""
    table = table_of(pulse={2: "dead", 3: "dead"}, round_=4)
    table.record(CardGiven(0, 1, Face.DEAD))
    end = Playing(table, clean_up(table))
    assert ended(table) == ("investigators_killed", (0,))
    opened = end.facts_of(SecretsOpened)
    assert [fact.seat for fact in opened] == [0, 1, 2, 3]
    assert [fact.gifts for fact in opened] == [(Gift(4, 1, Face.DEAD),), (), (), ()]
    for viewer in (0, 1, 3, SPECTATOR):
        assert [as_seen(fact, viewer) for fact in opened] == list(opened)


def test_rooms_and_decks_are_opened_at_the_end() -> None:
    """Rule end.reveal, section 11.3: "at the end everything is revealed"."""
    rooms = {"green_room_south": "success sabotage"}
    table = table_of(
        round_=10, rooms=rooms, unsafe="failure success", draw_pile="alive", events="quiet fishman"
    )
    table.state.aside, table.state.discarded_unseen = [Face.DEAD], [Face.FAILURE]
    end = Playing(table, clean_up(table))
    assert end.facts_of(RoomOpened) == [RoomOpened("green_room_south", (Face.SUCCESS, Face.SABOTAGE))]
    assert end.facts_of(DecksOpened) == [
        DecksOpened(
            unsafe=(Face.FAILURE, Face.SUCCESS),
            draw_pile=(Face.ALIVE,),
            events=(EventCard.QUIET, EventCard.FISHMAN),
            aside=(Face.DEAD,),
            discarded_unseen=(Face.FAILURE,),
        )
    ]


def test_every_view_is_like_the_open_table_at_the_end(seed: str) -> None:
    """Rule end.reveal, section 11.3: nothing is left hidden from anybody."""
    rng = Random(seed)
    for seats in (4, 8):
        options = {"poltergeist": "true", "sleeper": "true"} if seats == 8 else {}
        terms = settle(new_charter("among_cultists", seats, seed=f"{seed} {seats}", options=options))
        run = Run(terms.game, terms.setup, terms.seed)
        facts = [each.fact for each in run.begin().facts]
        while run.outcome is None:
            seat = min(run.open)
            ask = run.open[seat].ask
            step = run.answer(seat, tuple([ask.options[pick] for pick in random_picks(ask, rng)]))
            facts += [each.fact for each in step.facts]
        told = [fact for fact in facts if not isinstance(fact, Ended)]
        for viewer in (*range(seats), SPECTATOR):
            view = view_of(viewer, told, seats)
            view.viewer = OPEN_TABLE
            assert view == run.table.state
