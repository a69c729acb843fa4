"""Planted leaks of Among Cultists: who is dead, who is a Cultist, and what lies in hands, Rooms and decks.

Each is a trap of the reconstruction's section on knowledge. Comparing worlds must catch all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from referee.games.among_cultists import actions, pulse
from referee.games.among_cultists.cards import CULTIST_ROLES, Side
from referee.games.among_cultists.choices import SayDead, VoteFor
from referee.games.among_cultists.ending import is_dead
from referee.games.among_cultists.facts.actions import PulseAnnounced, PulseViewed, RoomFilled, RoomViewed
from referee.games.among_cultists.facts.encounters import CardGiven
from referee.games.among_cultists.facts.roles import GhostAppeared, SideNoted
from referee.games.among_cultists.facts.setup import NightPassed, PacketDealt, UnsafeDeckShuffled
from referee.games.among_cultists.facts.turn import RoundEnded
from referee.games.among_cultists.facts.unsafe import DeckSecured
from referee.games.among_cultists.obstacles import Obstacle, no
from referee.games.among_cultists.questions import ASK_ANNOUNCEMENT
from referee.games.among_cultists.state import Character, State
from referee.games.among_cultists.statements import (
    Accused,
    CheckClaimed,
    ClaimedPulse,
    PulseGuessed,
    RouteClaimed,
)
from referee.kernel.asks import One
from referee.kernel.facts import Fact, Recorded, Seat, as_seen
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Question, Run
from referee.kernel.table import Script, Table
from referee.kernel.talk import Statement
from referee.match.entries import Entry
from referee.match.match import Decided, Match
from tests.contracts.leaks import (
    Leak,
    Plant,
    with_check,
    with_decided,
    with_questions,
    with_records,
    with_waiting,
)
from tests.contracts.playing import encoded
from tests.contracts.worlds import Viewer, World

GIFTS = ("among_cultists.gift",)
TASK_CARDS = ("among_cultists.task_card",)

LEAKS: list[Leak] = []


def leak(
    *labels: str, needs: type[Fact] | None = None, is_rare: bool = False, questions: tuple[str, ...] = ()
) -> Callable[[Plant], Plant]:
    """Register a planted leak of this game."""

    def name_it(plant: Plant) -> Plant:
        LEAKS.append(Leak(plant.__name__, "among_cultists", plant, labels, needs, is_rare, questions))
        return plant

    return name_it


def tell_everyone(patch: pytest.MonkeyPatch, *kinds: type[Fact]) -> None:
    """Show all viewers the whole of some kinds of facts, also those that only one seat is told."""

    def told(recorded: Recorded, viewer: Seat) -> Recorded | None:
        if isinstance(recorded.fact, kinds):
            return recorded
        seen = as_seen(recorded.fact, viewer)
        return None if seen is None else Recorded(recorded.path, seen)

    def change(match: Match, result: Decided) -> Decided:
        frames = {
            viewer: msgspec.structs.replace(
                frame, facts=tuple([each for fact in result.entry.facts if (each := told(fact, viewer))])
            )
            for viewer, frame in result.frames.items()
        }
        return msgspec.structs.replace(result, frames=frames)

    with_decided(patch, change)


def show_in_views(patch: pytest.MonkeyPatch, trim: Callable[[Viewer, State, State], dict[str, Any]]) -> None:
    """Build views from the open table: `trim` returns what to show, given the viewer, its view and the table."""

    def look(self: World, viewer: Viewer) -> bytes:
        view = viewer.view.state
        return encoded(msgspec.structs.replace(view, **trim(viewer, view, self.table)))

    patch.setattr(World, "look", look)


def show_of_characters(
    patch: pytest.MonkeyPatch, shown: Callable[[Viewer, Seat, Character], dict[str, Any]]
) -> None:
    """Show something of every Character in every view."""

    def trim(viewer: Viewer, view: State, table: State) -> dict[str, Any]:
        pairs = zip(view.characters, table.characters, strict=True)
        return {
            "characters": [
                msgspec.structs.replace(seen, **shown(viewer, seat, true))
                for seat, (seen, true) in enumerate(pairs)
            ]
        }

    show_in_views(patch, trim)


# Being dead without knowing it


@leak("starts")
def a_view_of_ones_own_pulse(patch: pytest.MonkeyPatch) -> None:
    show_of_characters(patch, lambda viewer, seat, true: {"pulse": true.pulse} if seat == viewer.seat else {})


@leak("starts")
def a_dead_seat_that_cannot_call_a_vote(patch: pytest.MonkeyPatch) -> None:
    honest = actions.obstacle_to_vote

    def obstacle_to_vote(table: Table[State], seat: Seat) -> Refused | None:
        if is_dead(table.state.characters[seat]):
            return no(Obstacle.YOU_ARE_A_GHOST, "ghost.actions")
        return honest(table, seat)

    patch.setattr(actions, "obstacle_to_vote", obstacle_to_vote)


@leak("starts")
def a_default_ballot_that_knows_the_dead(patch: pytest.MonkeyPatch) -> None:
    def change(run: Run, seat: Seat, question: Question) -> Question:
        ask, characters = question.ask, run.table.state.characters
        if not isinstance(ask, One) or ask.name != "among_cultists.ballot":
            return question
        dead = [
            place
            for place, option in enumerate(ask.options)
            if isinstance(option, VoteFor) and is_dead(characters[option.target])
        ]
        return msgspec.structs.replace(question, ask=msgspec.structs.replace(ask, default=[*dead, 0][0]))

    with_questions(patch, change)


@leak("starts", needs=RoundEnded)
def a_count_of_the_dead_at_the_end_of_a_round(patch: pytest.MonkeyPatch) -> None:
    def change(table: Table[Any], fact: Fact) -> tuple[str, Fact]:
        return (f"kills.{fact.kills}" if isinstance(fact, RoundEnded) else ""), fact

    with_records(patch, change)


@leak("starts")
def a_running_count_of_the_dead(patch: pytest.MonkeyPatch) -> None:
    with_waiting(patch, lambda match: sum([is_dead(each) for each in match.table.state.characters]))


@leak("starts", needs=PulseViewed)
def a_pulse_that_all_look_at(patch: pytest.MonkeyPatch) -> None:
    tell_everyone(patch, PulseViewed)


@leak("starts", needs=PulseAnnounced)
def an_announcement_asked_only_of_those_who_may_choose(patch: pytest.MonkeyPatch) -> None:
    def announce(table: Table[State], seat: Seat, target: Seat) -> Script[None]:
        is_found = is_dead(table.state.characters[target])
        if is_found and pulse.may_lie(table.state, seat):
            answer = yield ASK_ANNOUNCEMENT.to(seat, [pulse.SAY_DEAD, pulse.SAY_ALIVE])
            is_found = isinstance(answer, SayDead)
        table.record(PulseAnnounced(seat, target, False))

    patch.setattr(pulse, "announce", announce)


# Who is a Cultist


@leak("roles")
def a_packet_dealt_with_its_marker_face_up(patch: pytest.MonkeyPatch) -> None:
    def change(match: Match, result: Decided) -> Decided:
        roles = [each.fact.role for each in result.entry.facts if isinstance(each.fact, PacketDealt)]

        def shown(recorded: Recorded) -> Recorded:
            fact = recorded.fact
            if not isinstance(fact, PacketDealt):
                return recorded
            return Recorded(recorded.path, msgspec.structs.replace(fact, role=roles[fact.seat]))

        frames = {
            viewer: msgspec.structs.replace(frame, facts=tuple([shown(each) for each in frame.facts]))
            for viewer, frame in result.frames.items()
        }
        return msgspec.structs.replace(result, frames=frames)

    with_decided(patch, change)


@leak("roles")
def a_night_with_open_eyes(patch: pytest.MonkeyPatch) -> None:
    tell_everyone(patch, NightPassed)


@leak("roles")
def a_view_with_the_sides_of_others(patch: pytest.MonkeyPatch) -> None:
    show_of_characters(patch, lambda viewer, seat, true: {"side": true.side})


@leak("roles", needs=GhostAppeared, is_rare=True)
def a_count_of_the_cultists_left(patch: pytest.MonkeyPatch) -> None:
    def left(match: Match) -> int:
        state: State = match.table.state
        return len([each for each in state.characters if each.role in CULTIST_ROLES and not each.is_ghost])

    with_waiting(patch, left)


@leak("roles", needs=SideNoted)
def a_note_to_a_ghost_that_all_read(patch: pytest.MonkeyPatch) -> None:
    tell_everyone(patch, SideNoted)


@leak("roles", needs=GhostAppeared)
def a_ghost_whose_rule_names_its_side(patch: pytest.MonkeyPatch) -> None:
    def change(table: Table[Any], fact: Fact) -> tuple[str, Fact]:
        if not isinstance(fact, GhostAppeared):
            return "", fact
        is_cultist = table.state.characters[fact.seat].side is Side.CULTISTS
        return ("ghost.cultist" if is_cultist else "ghost.plain"), fact

    with_records(patch, change)


@leak("routes")
def a_count_of_the_options_of_others(patch: pytest.MonkeyPatch) -> None:
    with_waiting(patch, lambda match: sum([len(each.ask.options) for each in match.questions.values()]))


# Cards


@leak(questions=GIFTS, needs=CardGiven)
def a_gift_that_its_receiver_sees(patch: pytest.MonkeyPatch) -> None:
    tell_everyone(patch, CardGiven)


@leak(questions=GIFTS, needs=CardGiven)
def a_view_with_the_gifts_of_others(patch: pytest.MonkeyPatch) -> None:
    show_of_characters(patch, lambda viewer, seat, true: {"gifts": true.gifts})


@leak("starts", needs=PulseViewed)
def a_view_with_the_checks_of_others(patch: pytest.MonkeyPatch) -> None:
    show_of_characters(patch, lambda viewer, seat, true: {"seen_pulses": true.seen_pulses})


@leak(questions=TASK_CARDS, needs=RoomFilled)
def a_task_card_placed_face_up(patch: pytest.MonkeyPatch) -> None:
    tell_everyone(patch, RoomFilled, DeckSecured)


@leak("rooms", needs=RoomViewed)
def a_camera_that_all_look_through(patch: pytest.MonkeyPatch) -> None:
    tell_everyone(patch, RoomViewed)


@leak("rooms")
def a_view_of_the_cards_in_rooms(patch: pytest.MonkeyPatch) -> None:
    show_in_views(patch, lambda viewer, view, table: {"rooms": table.rooms})


@leak("deck/unsafe")
def an_unsafe_deck_shuffled_face_up(patch: pytest.MonkeyPatch) -> None:
    tell_everyone(patch, UnsafeDeckShuffled)


@leak("deck/events")
def a_view_with_the_next_event(patch: pytest.MonkeyPatch) -> None:
    show_in_views(patch, lambda viewer, view, table: {"events": [*view.events[:-1], *table.events[-1:]]})


# Talk


@leak("starts")
def a_dead_seat_that_falls_silent(patch: pytest.MonkeyPatch) -> None:
    def check(match: Match, seat: Seat, _: Statement) -> Refused | None:
        return Refused(Refusal.SILENCED) if is_dead(match.table.state.characters[seat]) else None

    with_check(patch, check)


@leak("starts")
def a_guess_compared_with_the_pulse(patch: pytest.MonkeyPatch) -> None:
    def check(match: Match, seat: Seat, statement: Statement) -> Refused | None:
        if not isinstance(statement, CheckClaimed | PulseGuessed):
            return None
        is_true = is_dead(match.table.state.characters[statement.about]) == (
            statement.pulse is ClaimedPulse.DEAD
        )
        return None if is_true else Refused(Refusal.BAD_STATEMENT, statement.rule)

    with_check(patch, check)


@leak("roles")
def an_accusation_that_only_a_cultist_can_receive(patch: pytest.MonkeyPatch) -> None:
    def check(match: Match, seat: Seat, statement: Statement) -> Refused | None:
        is_false = (
            isinstance(statement, Accused)
            and match.table.state.characters[statement.suspect].role not in CULTIST_ROLES
        )
        return Refused(Refusal.BAD_STATEMENT, statement.rule) if is_false else None

    with_check(patch, check)


@leak("routes")
def a_lie_about_a_route_that_is_marked(patch: pytest.MonkeyPatch) -> None:
    honest = Match.utter

    def utter(self: Match, seat: Seat, statement: Statement) -> Entry | Refused:
        entry = honest(self, seat, statement)
        if isinstance(entry, Refused) or not isinstance(statement, RouteClaimed):
            return entry
        state: State = self.table.state
        route = state.layout.routes[state.characters[seat].route]
        if statement.colour in route[state.round - 1]:
            return entry
        facts = tuple([Recorded(f"{each.path}/lie", each.fact) for each in entry.facts])
        return msgspec.structs.replace(entry, facts=facts)

    patch.setattr(Match, "utter", utter)
