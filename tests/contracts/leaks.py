"""Planted leaks: faults of the kind that happened to good projects, each a small patch of the world under test.

A check that has never failed proves nothing. Each of these must be caught by comparing worlds.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
import pytest

from referee.feeds import frames
from referee.feeds.frames import Feeds, Frame
from referee.feeds.views import View
from referee.games.abyss.facts import LocationDeckSearched, TokensDrawn
from referee.kernel import facts
from referee.kernel.asks import One, Together
from referee.kernel.chance import Stream
from referee.kernel.facts import EVERYONE, SPECTATOR, Fact, Recorded, Seat
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Run, Step
from referee.kernel.table import Script, Table
from referee.match.match import Decided, Match
from tests.contracts import parlour
from tests.contracts.parlour import Card, PoolTurned, RingBell, Role
from tests.contracts.playing import encoded
from tests.contracts.worlds import Viewer, World

Plant = Callable[[pytest.MonkeyPatch], None]


class Leak(NamedTuple):
    """A fault to plant: where, what it would tell, and which luck to change so that it shows soon."""

    name: str
    game: str
    plant: Plant
    labels: tuple[str, ...] = ()
    needs: type[Fact] | None = None
    """The kind of fact that a match must have for it to show."""


LEAKS: list[Leak] = []


def leak(game: str, *labels: str, needs: type[Fact] | None = None) -> Callable[[Plant], Plant]:
    """Put a planted leak on the list."""

    def name_it(plant: Plant) -> Plant:
        LEAKS.append(Leak(plant.__name__, game, plant, labels, needs))
        return plant

    return name_it


def with_frames(patch: pytest.MonkeyPatch, change: Callable[[Match, Frame], Frame]) -> None:
    """Change every frame after it was cut."""
    honest = Match._enter

    def enter(self: Match, *args: Any, **kwargs: Any) -> Decided:
        decided = honest(self, *args, **kwargs)
        told = {viewer: change(self, frame) for viewer, frame in decided.frames.items()}
        return decided._replace(frames=told)

    patch.setattr(Match, "_enter", enter)


def with_waiting(patch: pytest.MonkeyPatch, extra: Callable[[Match], int]) -> None:
    """Slip a number into every frame."""
    with_frames(
        patch,
        lambda match, frame: msgspec.structs.replace(frame, waiting_for=(*frame.waiting_for, extra(match))),
    )


def with_records(patch: pytest.MonkeyPatch, change: Callable[[Table[Any], Fact], tuple[str, Fact]]) -> None:
    """Change facts as they are recorded: add to the path, or put another fact in its place."""
    honest = Table.record

    def record(self: Table[Any], fact: Fact) -> None:
        more, fact = change(self, fact)
        honest(self, fact)
        if more:
            path = self.recorded[-1].path
            self.recorded[-1] = Recorded(f"{path}/{more}", fact)

    patch.setattr(Table, "record", record)


def show_as(patch: pytest.MonkeyPatch, kind: type[Fact], sight: facts._Sight) -> None:
    """Show a kind of fact to others than it says."""
    sights: dict[type[Fact], facts._Sight] = {**facts._sights, kind: sight}
    patch.setattr(facts, "_sights", sights)


# Numbers that count what is hidden


@leak("parlour")
def frames_numbered_by_the_log(patch: pytest.MonkeyPatch) -> None:
    def take(self: View, frame: Frame) -> None:
        self._number = frame.number
        self._waiting.append(frame.facts)

    patch.setattr(View, "take", take)
    with_frames(patch, lambda match, frame: msgspec.structs.replace(frame, number=match.seq))


@leak("parlour")
def a_frame_for_everyone_at_every_step(patch: pytest.MonkeyPatch) -> None:
    honest = Feeds.cut

    def cut(self: Feeds, recorded: Any, questions: Any, waiting_for: Any, outcome: Any) -> dict[Seat, Frame]:
        cut = honest(self, recorded, questions, waiting_for, outcome)
        for viewer in self._viewers:
            if viewer not in cut:
                self._numbers[viewer] += 1
                cut[viewer] = Frame(self._numbers[viewer], (), None, waiting_for, outcome)
        return cut

    patch.setattr(Feeds, "cut", cut)


@leak("parlour")
def questions_numbered_for_the_whole_table(patch: pytest.MonkeyPatch) -> None:
    honest = Run._open

    def open_question(self: Run, ask: Any) -> None:
        self._asked[ask.seat] = sum(self._asked)
        honest(self, ask)

    patch.setattr(Run, "_open", open_question)


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
    with_waiting(patch, lambda match: match.run.table.chance("coin")._used)


@leak("parlour")
def the_option_counts_of_others(patch: pytest.MonkeyPatch) -> None:
    with_waiting(patch, lambda match: sum([len(q.ask.options) for q in match.questions.values()]))


@leak("abyss")
def a_digest_of_the_whole_table(patch: pytest.MonkeyPatch) -> None:
    def digest(match: Match) -> int:
        return int.from_bytes(sha256(encoded(match.run.table.state)).digest()[:4], "big")

    with_waiting(patch, digest)


# Things that can be followed or told apart


@leak("parlour", "deck")
def cards_with_instance_numbers(patch: pytest.MonkeyPatch) -> None:
    honest_shuffled, honest_draw = Stream.shuffled, parlour.draw
    orders: dict[str, tuple[int, ...]] = {}

    def shuffled(self: Stream, things: Any) -> Any:
        result = honest_shuffled(self, things)
        orders[self._label] = self._chance._draws[-1].result
        return result

    def draw(table: Table[Any], seat: Seat, count: int) -> None:
        outer, top = table.path, len(table.state.deck)
        table.path = f"{outer}/card{orders['deck'][top - count : top]}"
        honest_draw(table, seat, count)
        table.path = outer

    patch.setattr(Stream, "shuffled", shuffled)
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
    show_as(patch, TokensDrawn, facts._Sight(EVERYONE, ()))


@leak("parlour")
def a_fact_told_to_all_that_is_for_two(patch: pytest.MonkeyPatch) -> None:
    honest = facts.sight_of(parlour.RoleShown)
    show_as(patch, parlour.RoleShown, honest._replace(told_to=EVERYONE))
    # What the leader saw stays hidden, but not at whom it looked.


@leak("abyss", "tokens", needs=TokensDrawn)
def spectators_forgotten_by_the_filter(patch: pytest.MonkeyPatch) -> None:
    honest = frames.as_told
    patch.setattr(
        frames, "as_told", lambda told, viewer: told if viewer == SPECTATOR else honest(told, viewer)
    )


@leak("abyss", "tokens", needs=TokensDrawn)
def a_path_of_rules_that_names_a_secret(patch: pytest.MonkeyPatch) -> None:
    with_records(
        patch,
        lambda _, fact: (f"tokens.{sum(fact.tokens)}" if isinstance(fact, TokensDrawn) else "", fact),
    )


@leak("abyss")
def a_view_that_trims_the_state(patch: pytest.MonkeyPatch) -> None:
    def look(self: World, viewer: Viewer) -> bytes:
        # Everything is hidden but what the trimming forgot: the Location deck.
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
            for seat, answer in zip(asked, answers, strict=True):
                if isinstance(answer, RingBell):
                    table.record(parlour.BellRung(seat))
                    parlour.draw(table, seat, 1)

    return window


@leak("parlour")
def a_default_that_knows_the_answer(patch: pytest.MonkeyPatch) -> None:
    honest = Run._open

    def open_question(self: Run, ask: Any) -> None:
        if isinstance(ask, One) and ask.name == "parlour.look":
            roles = self.table.state.roles
            thieves = [place for place, option in enumerate(ask.options) if roles[option.owner] is Role.THIEF]  # type: ignore[attr-defined]
            ask = msgspec.structs.replace(ask, default=(thieves or [0])[0])
        honest(self, ask)

    patch.setattr(Run, "_open", open_question)


@leak("parlour")
def a_refusal_that_knows_too_much(patch: pytest.MonkeyPatch) -> None:
    honest = Run.read

    def read(self: Run, seat: Seat, number: int, answer: Any) -> tuple[int, ...] | Refused:
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
    honest = Match._enter

    def enter(self: Match, *args: Any, is_sealed: bool, **kwargs: Any) -> Decided:
        decided = honest(self, *args, is_sealed=is_sealed, **kwargs)
        if not is_sealed:
            return decided
        return decided._replace(frames=self._feeds.cut((), {}, tuple(sorted(self.questions)), None))

    patch.setattr(Match, "_enter", enter)


@leak("parlour")
def an_answer_told_before_all_are_in(patch: pytest.MonkeyPatch) -> None:
    honest = Match.submit
    rung: dict[int, int] = {}

    def submit(self: Match, seat: Seat, number: int, answer: Any, *args: Any) -> Decided | Refused:
        question = self.questions.get(seat)
        is_bell = question is not None and len(question.ask.options) == 2 and answer == (1,)
        rung[id(self)] = is_bell + (0 if self.seq == 1 else rung.get(id(self), 0))
        return honest(self, seat, number, answer, *args)

    honest_look = World.look
    patch.setattr(Match, "submit", submit)
    patch.setattr(
        World, "look", lambda world, viewer: honest_look(world, viewer) + bytes(rung.get(id(world.match), 0))
    )
