"""Planted leaks: faults of the kind that happened to good projects, each a small patch of the world under test.

A check that has never failed proves nothing. Comparing worlds must catch each of these.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
import pytest

from referee.feeds.frames import Frame, viewers_of
from referee.games.abyss.facts.locations import LocationDeckSearched
from referee.games.abyss.facts.supply import TokensDrawn, TokenStolen
from referee.kernel.asks import Choice, One, Together
from referee.kernel.facts import SPECTATOR, Fact, Recorded, Seat
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Question, Run, Step
from referee.kernel.table import Script, Table
from referee.kernel.talk import Statement
from referee.match.match import Decided, Match
from tests.contracts import parlour
from tests.contracts.parlour import Card, CardClaimed, LookAt, PoolTurned, RingBell, Role, RoleShown
from tests.contracts.playing import encoded
from tests.contracts.worlds import Viewer, World

Plant = Callable[[pytest.MonkeyPatch], None]


class Leak(NamedTuple):
    """A fault to plant: the game, what it reveals, and which draws to change so that it shows soon."""

    name: str
    game: str
    plant: Plant
    labels: tuple[str, ...] = ()
    needs: type[Fact] | None = None
    """The kind of fact that a match must contain for the leak to show."""
    is_rare: bool = False
    """Whether such a match takes minutes to find, so that only a campaign looks for one."""
    questions: tuple[str, ...] = ()
    """Change only answers to these questions, so that the leak shows soon."""


LEAKS: list[Leak] = []


def leak(game: str, *labels: str, needs: type[Fact] | None = None) -> Callable[[Plant], Plant]:
    """Register a planted leak."""

    def name_it(plant: Plant) -> Plant:
        LEAKS.append(Leak(plant.__name__, game, plant, labels, needs))
        return plant

    return name_it


def with_decided(patch: pytest.MonkeyPatch, change: Callable[[Match, Decided], Decided]) -> None:
    """Change the result a match returns after every step."""
    honest_begin, honest_submit = Match.begin, Match.submit

    def begin(self: Match, *entropy: Any) -> Decided | Refused:
        result = honest_begin(self, *entropy)
        return result if isinstance(result, Refused) else change(self, result)

    def submit(self: Match, *args: Any, **kwargs: Any) -> Decided | Refused:
        result = honest_submit(self, *args, **kwargs)
        return result if isinstance(result, Refused) else change(self, result)

    patch.setattr(Match, "begin", begin)
    patch.setattr(Match, "submit", submit)


def with_frames(patch: pytest.MonkeyPatch, change: Callable[[Match, Frame], Frame]) -> None:
    """Change every frame after it was built."""
    with_decided(
        patch,
        lambda match, result: msgspec.structs.replace(
            result, frames={viewer: change(match, frame) for viewer, frame in result.frames.items()}
        ),
    )


def with_waiting(patch: pytest.MonkeyPatch, extra: Callable[[Match], int]) -> None:
    """Add a number to every frame."""
    with_frames(
        patch,
        lambda match, frame: msgspec.structs.replace(frame, waiting_for=(*frame.waiting_for, extra(match))),
    )


def with_news(
    patch: pytest.MonkeyPatch, news: Callable[[Match, Decided, Seat], tuple[Recorded, ...] | None]
) -> None:
    """Send this news in an extra frame to viewers who would get none, and shift later frame numbers."""
    numbers: dict[tuple[int, Seat], int] = {}

    def change(match: Match, result: Decided) -> Decided:
        told: dict[Seat, Frame] = {}
        for viewer in viewers_of(match.terms.setup.seats):
            number = 1 if match.seq == 1 else numbers.get((id(match), viewer), 0) + 1
            more = news(match, result, viewer)
            if viewer in result.frames:
                told[viewer] = msgspec.structs.replace(result.frames[viewer], number=number)
            elif more is not None:
                told[viewer] = Frame(number, more, None, tuple(sorted(match.questions)), match.outcome)
            numbers[id(match), viewer] = number if viewer in told else number - 1
        return msgspec.structs.replace(result, frames=told)

    with_decided(patch, change)


def with_open_facts(patch: pytest.MonkeyPatch, is_shown: Callable[[Seat, Fact], bool]) -> None:
    """Show some facts to viewers as the open table has them."""

    def change(match: Match, result: Decided) -> Decided:
        opened = {
            viewer: tuple(
                [
                    recorded if is_shown(viewer, recorded.fact) else told
                    for recorded, told in zip(result.entry.facts, frame.facts, strict=True)
                ]
            )
            for viewer, frame in result.frames.items()
        }
        frames = {
            viewer: msgspec.structs.replace(frame, facts=opened[viewer])
            for viewer, frame in result.frames.items()
        }
        return msgspec.structs.replace(result, frames=frames)

    with_decided(patch, change)


def with_records(patch: pytest.MonkeyPatch, change: Callable[[Table[Any], Fact], tuple[str, Fact]]) -> None:
    """Change facts as they are recorded: extend the path, or substitute another fact."""
    honest = Table.record

    def record(self: Table[Any], fact: Fact) -> None:
        more, fact = change(self, fact)
        outer = self.path
        self.path = f"{outer}/{more}" if more else outer
        honest(self, fact)
        self.path = outer

    patch.setattr(Table, "record", record)


def with_questions(patch: pytest.MonkeyPatch, change: Callable[[Run, Seat, Question], Question]) -> None:
    """Change questions when they are opened."""
    honest_begin, honest_answer = Run.begin, Run.answer
    known: dict[int, dict[Seat, Question]] = {}

    def reopen(run: Run) -> None:
        changed = known.setdefault(id(run), {})
        for seat, question in run.open.items():
            if changed.get(seat) is not question:
                changed[seat] = run.open[seat] = change(run, seat, question)

    def begin(self: Run, *entropy: Any) -> Step:
        known.pop(id(self), None)
        step = honest_begin(self, *entropy)
        reopen(self)
        return step

    def answer(self: Run, seat: Seat, picks: Any) -> Step:
        step = honest_answer(self, seat, picks)
        reopen(self)
        return step

    patch.setattr(Run, "begin", begin)
    patch.setattr(Run, "answer", answer)


# Numbers that count what is hidden


@leak("parlour")
def frames_numbered_by_the_log(patch: pytest.MonkeyPatch) -> None:
    with_frames(patch, lambda match, frame: msgspec.structs.replace(frame, number=match.seq))


@leak("parlour")
def a_frame_for_everyone_at_every_step(patch: pytest.MonkeyPatch) -> None:
    # A sealed answer sends nothing to anybody yet.
    with_news(patch, lambda match, result, _: () if len(match.questions) < 2 else None)


@leak("parlour")
def questions_numbered_for_the_whole_table(patch: pytest.MonkeyPatch) -> None:
    numbers: dict[int, int] = {}

    def change(run: Run, seat: Seat, question: Question) -> Question:
        is_first = not run.table.state.pool and not run.table.state.discard and question.number == 1
        numbers[id(run)] = 1 if is_first and seat == 0 else numbers[id(run)] + 1
        return msgspec.structs.replace(question, number=numbers[id(run)])

    with_questions(patch, change)


@leak("parlour")
def replies_with_the_number_of_the_entry(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(World, "reply", lambda world, result: str(result.seq).encode())


@leak("parlour")
def replies_that_count_all_intents(patch: pytest.MonkeyPatch) -> None:
    honest = Match.submit
    counts: dict[int, int] = {}

    def submit(self: Match, *args: Any, **kwargs: Any) -> Decided | Refused:
        counts[id(self)] = 1 if self.seq == 1 else counts.get(id(self), 0) + 1
        return honest(self, *args, **kwargs)

    patch.setattr(Match, "submit", submit)
    patch.setattr(World, "reply", lambda world, result: str(counts[id(world.match)]).encode())


@leak("parlour")
def the_position_of_a_stream_of_chance(patch: pytest.MonkeyPatch) -> None:
    positions: dict[int, int] = {}

    def change(match: Match, result: Decided) -> Decided:
        before = 0 if result.seq == 1 else positions[id(match)]
        at = positions[id(match)] = max(
            [before, *[draw.word + 1 for draw in result.entry.draws if draw.label == "coin"]]
        )
        told = {
            viewer: msgspec.structs.replace(frame, waiting_for=(*frame.waiting_for, at))
            for viewer, frame in result.frames.items()
        }
        return msgspec.structs.replace(result, frames=told)

    with_decided(patch, change)


@leak("parlour")
def the_option_counts_of_others(patch: pytest.MonkeyPatch) -> None:
    with_waiting(patch, lambda match: sum([len(q.ask.options) for q in match.questions.values()]))


@leak("abyss")
def a_digest_of_the_whole_table(patch: pytest.MonkeyPatch) -> None:
    def digest(match: Match) -> int:
        return int.from_bytes(sha256(encoded(match.table.state)).digest()[:4], "big")

    with_waiting(patch, digest)


# Things that can be tracked or told apart


@leak("parlour", "deck")
def cards_with_instance_numbers(patch: pytest.MonkeyPatch) -> None:
    honest = parlour.draw
    numbers: list[int] = []

    def set_up(table: Table[Any]) -> None:
        numbers[:] = table.chance("deck").shuffled(range(len(parlour.DECK)))
        table.record(parlour.DeckShuffled(tuple([parlour.DECK[number] for number in numbers])))
        for seat, role in enumerate(table.chance("roles").shuffled(parlour.ROLES[: table.seats])):
            table.record(parlour.RoleDealt(seat, role))

    def draw(table: Table[Any], seat: Seat, count: int) -> None:
        outer, top = table.path, len(table.state.deck)
        table.path = f"{outer}/cards{numbers[top - count : top]}"
        honest(table, seat, count)
        table.path = outer

    patch.setattr(parlour, "set_up", set_up)
    patch.setattr(parlour, "draw", draw)


@leak("parlour", "deck")
def a_pool_turned_over_as_it_was_laid(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(parlour, "turn_the_pool", lambda table: table.record(PoolTurned(tuple(table.state.pool))))


@leak("parlour", "deck")
def a_set_that_nobody_sorted(patch: pytest.MonkeyPatch) -> None:
    def turn_the_pool(table: Table[Any]) -> None:
        places = {(card, place) for place, card in enumerate(table.state.pool)}
        table.record(PoolTurned(tuple([card for card, _ in places])))

    patch.setattr(parlour, "turn_the_pool", turn_the_pool)


@leak("abyss", "deck/locations", needs=LocationDeckSearched)
def a_searched_deck_shown_as_it_lies(patch: pytest.MonkeyPatch) -> None:
    def change(table: Table[Any], fact: Fact) -> tuple[str, Fact]:
        if isinstance(fact, LocationDeckSearched):
            return "", LocationDeckSearched(fact.seat, tuple(table.state.location_deck))
        return "", fact

    with_records(patch, change)


# Audiences


@leak("abyss", "tokens", needs=TokensDrawn)
def a_field_for_everyone_that_is_its_owners(patch: pytest.MonkeyPatch) -> None:
    with_open_facts(patch, lambda _, fact: isinstance(fact, TokensDrawn | TokenStolen))


@leak("abyss", "tokens", needs=TokensDrawn)
def spectators_forgotten_by_the_filter(patch: pytest.MonkeyPatch) -> None:
    with_open_facts(patch, lambda viewer, _: viewer == SPECTATOR)


@leak("parlour")
def a_fact_told_to_all_that_is_for_two(patch: pytest.MonkeyPatch) -> None:
    def news(match: Match, result: Decided, viewer: Seat) -> tuple[Recorded, ...] | None:
        looks = [recorded for recorded in result.entry.facts if isinstance(recorded.fact, RoleShown)]
        # What the leader saw stays hidden, but not whose role it looked at.
        return (
            tuple(
                [
                    Recorded(path, msgspec.structs.replace(fact, role=Role.HIDDEN))
                    for path, fact in map(parts, looks)
                ]
            )
            or None
        )

    with_news(patch, news)


def parts(recorded: Recorded) -> tuple[str, Fact]:
    return recorded.path, recorded.fact


@leak("abyss", "tokens", needs=TokensDrawn)
def a_path_of_rules_that_names_a_secret(patch: pytest.MonkeyPatch) -> None:
    with_records(
        patch,
        lambda _, fact: (f"tokens.{sum(fact.tokens)}" if isinstance(fact, TokensDrawn) else "", fact),
    )


@leak("abyss")
def a_view_that_trims_the_state(patch: pytest.MonkeyPatch) -> None:
    def look(self: World, viewer: Viewer) -> bytes:
        # Everything is hidden except what the trimming forgot: the Location deck.
        tiles = self.table.location_deck
        return encoded(msgspec.structs.replace(viewer.view.state, location_deck=tiles))

    patch.setattr(World, "look", look)


# Questions and refusals


@leak("parlour")
def a_question_only_to_those_who_can_answer(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(parlour, "window", window_for(lambda table, seat: Card.BELL in table.state.hands[seat]))


@leak("parlour")
def a_window_skipped_when_nobody_can_answer(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        parlour, "window", window_for(lambda table, _: any(Card.BELL in hand for hand in table.state.hands))
    )


def window_for(is_asked: Callable[[Table[Any], Seat], bool]) -> Callable[[Table[Any]], Script[None]]:
    def window(table: Table[Any]) -> Script[None]:
        asked = [seat for seat in range(table.seats) if is_asked(table, seat)]
        if asked:
            answers = yield Together([parlour.ask_for_bell(table, seat) for seat in asked])
            for seat, answer in answers.items():
                if isinstance(answer, RingBell):
                    table.record(parlour.BellRung(seat))
                    parlour.draw(table, seat, 1)

    return window


@leak("parlour")
def a_default_that_knows_the_answer(patch: pytest.MonkeyPatch) -> None:
    def change(run: Run, seat: Seat, question: Question) -> Question:
        ask, roles = question.ask, run.table.state.roles
        if not isinstance(ask, One) or ask.name != "parlour.look":
            return question
        looks = [option for option in ask.options if isinstance(option, LookAt)]
        thieves = [place for place, look in enumerate(looks) if roles[look.owner] is Role.THIEF]
        return msgspec.structs.replace(question, ask=msgspec.structs.replace(ask, default=[*thieves, 0][0]))

    with_questions(patch, change)


@leak("parlour")
def a_refusal_that_knows_too_much(patch: pytest.MonkeyPatch) -> None:
    honest = Run.read

    def read(self: Run, seat: Seat, number: int, answer: Any) -> tuple[Choice, ...] | Refused:
        result = honest(self, seat, number, answer)
        if isinstance(result, Refused) and result.refusal is Refusal.NOT_OFFERED:
            holders = [at for at, hand in enumerate(self.table.state.hands) if Card.BELL in hand]
            return msgspec.structs.replace(result, obstacle=f"held by {holders}")
        return result

    patch.setattr(Run, "read", read)


# Sealed answers


@leak("parlour")
def a_look_that_shows_who_has_answered(patch: pytest.MonkeyPatch) -> None:
    honest = Run.answer

    def answer(self: Run, seat: Seat, picks: Any) -> Step:
        step = honest(self, seat, picks)
        self.waiting_for = tuple(sorted(self.open))
        return step

    patch.setattr(Run, "answer", answer)


@leak("parlour")
def a_frame_whenever_somebody_has_answered(patch: pytest.MonkeyPatch) -> None:
    with_news(patch, lambda match, result, _: () if match.questions and not result.frames else None)


@leak("parlour")
def an_answer_told_before_all_are_in(patch: pytest.MonkeyPatch) -> None:
    honest = Match.submit
    rung: dict[int, int] = {}

    def submit(self: Match, seat: Seat, number: int, answer: Any, *args: Any) -> Decided | Refused:
        question = self.questions.get(seat)
        is_bell = question is not None and question.ask.name == "parlour.window" and answer == (1,)
        rung[id(self)] = is_bell + (0 if self.seq == 1 else rung.get(id(self), 0))
        return honest(self, seat, number, answer, *args)

    honest_look = World.look
    patch.setattr(Match, "submit", submit)
    patch.setattr(
        World, "look", lambda world, viewer: honest_look(world, viewer) + bytes(rung.get(id(world.match), 0))
    )


# Talk


def with_check(patch: pytest.MonkeyPatch, check: Callable[[Match, Seat, Statement], Refused | None]) -> None:
    """Refuse more statements than the match does."""
    honest = Match.check_statement

    def check_statement(self: Match, seat: Seat, statement: Statement) -> Refused | None:
        return honest(self, seat, statement) or check(self, seat, statement)

    patch.setattr(Match, "check_statement", check_statement)


@leak("parlour", "deck")
def a_statement_checked_against_a_hand(patch: pytest.MonkeyPatch) -> None:
    def check(match: Match, seat: Seat, statement: Statement) -> Refused | None:
        is_lie = isinstance(statement, CardClaimed) and statement.card not in match.table.state.hands[seat]
        return Refused(Refusal.BAD_STATEMENT) if is_lie else None

    with_check(patch, check)


@leak("parlour", "roles")
def a_seat_silenced_by_its_hidden_role(patch: pytest.MonkeyPatch) -> None:
    def check(match: Match, seat: Seat, _: Statement) -> Refused | None:
        return Refused(Refusal.SILENCED) if match.table.state.roles[seat] is Role.THIEF else None

    with_check(patch, check)


@leak("parlour")
def talk_that_shows_who_has_answered(patch: pytest.MonkeyPatch) -> None:
    honest = Match.say

    def say(self: Match, seat: Seat, statement: Statement) -> Decided | Refused:
        result = honest(self, seat, statement)
        if isinstance(result, Refused):
            return result
        frames = {
            viewer: msgspec.structs.replace(frame, waiting_for=tuple(sorted(self.questions)))
            for viewer, frame in result.frames.items()
        }
        return msgspec.structs.replace(result, frames=frames)

    patch.setattr(Match, "say", say)


@leak("parlour")
def a_limit_on_talk_that_counts_sealed_answers(patch: pytest.MonkeyPatch) -> None:
    honest = Match.advance

    def advance(self: Match, *args: Any) -> Any:
        self._spoken.clear()
        return honest(self, *args)

    patch.setattr(Match, "advance", advance)
    patch.setattr("referee.match.match.STATEMENTS_BETWEEN_NEWS", 1)
