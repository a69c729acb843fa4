"""Who is told that the time of a seat ran out, and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from referee.feeds import frames
from referee.feeds.frames import Frame
from referee.kernel.asks import default_picks
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Seat
from referee.match import match as match_module
from referee.match.charters import Terms, new_charter, settle
from referee.match.entries import By
from referee.match.match import Decided, Match
from referee.server.published import all_viewers
from referee.wire.codec import codec_of

SEALED = ("among_cultists", 8)
"""A game in which many questions are put to several seats, and some answers stay hidden."""

Told = dict[Seat, list[Frame]]


def terms_of(game: str, seats: int) -> Terms:
    return settle(new_charter(game, seats, seed="time-outs"))


def played(
    terms: Terms, answered_by: Callable[[Match, Seat], By], most: int = 80
) -> tuple[Told, list[Decided]]:
    """Give the default answer to everything, and say by whom; return each viewer's feed."""
    match = Match(terms, viewers=all_viewers(terms.setup.seats))
    decided = [match.begin()]
    for _ in range(most):
        if match.outcome is not None:
            break
        seat = min(match.questions)
        by = answered_by(match, seat)
        decided.append(match.submit(seat, None, default_picks(match.questions[seat].ask), by))
    done = [each for each in decided if isinstance(each, Decided)]
    assert len(done) == len(decided)
    feeds: Told = {viewer: [] for viewer in all_viewers(terms.setup.seats)}
    for each in done:
        for viewer, frame in each.frames.items():
            feeds[viewer].append(frame)
    return feeds, done


def as_sent(frame: Frame) -> tuple[bytes, tuple[Seat, ...]]:
    """Return a frame as clients get it, with the time-outs that are sent with it."""
    return codec_of(SEALED[0]).frame(frame, None), frame.late


def is_sealed(match: Match) -> bool:
    return len(match.waiting_for) > 1


def in_time(_: Match, __: Seat) -> By:
    return "seat"


def late_in_sealed_windows(late: Seat) -> Callable[[Match, Seat], By]:
    return lambda match, seat: "clock" if is_sealed(match) and seat == late else "seat"


def test_everyone_is_told_of_a_seat_that_was_asked_alone() -> None:
    feeds, done = played(terms_of("abyss", 2), lambda _, seat: "clock" if seat == 1 else "seat", most=20)
    late = sum([each.entry.by == "clock" for each in done])
    assert late
    for viewer in (0, 1, SPECTATOR, OPEN_TABLE):
        told = [seat for frame in feeds[viewer] for seat in frame.late]
        assert told == [1] * late


def sealed_worlds() -> Mapping[Seat, tuple[list[Frame], list[Frame]]]:
    """Return each viewer's feed of a match in which seat 2 is late in sealed windows, and of one in which it is not."""
    terms = terms_of(*SEALED)
    late, done = played(terms, late_in_sealed_windows(2))
    assert sum([each.entry.by == "clock" for each in done]) >= 3
    punctual, _ = played(terms, in_time)
    return {viewer: (late[viewer], punctual[viewer]) for viewer in late}


def test_nobody_else_learns_who_was_late_in_a_sealed_window() -> None:
    """Two worlds that differ in who was late give all others the same frames, during the window and after it."""
    for viewer, (late, punctual) in sealed_worlds().items():
        if viewer not in (2, OPEN_TABLE):
            assert list(map(as_sent, late)) == list(map(as_sent, punctual)), viewer


def test_the_seat_itself_and_the_open_table_learn_it_when_all_have_answered() -> None:
    worlds = sealed_worlds()
    for viewer in (2, OPEN_TABLE):
        late, punctual = worlds[viewer]
        assert {seat for frame in late for seat in frame.late} == {2}
        assert [as_sent(frame)[0] for frame in late] == [as_sent(frame)[0] for frame in punctual]


def test_planted_time_outs_for_everyone_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_module, "time_outs_known_to", lambda viewer, late, asked: late)
    with pytest.raises(AssertionError):
        test_nobody_else_learns_who_was_late_in_a_sealed_window()
    assert frames.time_outs_known_to(0, (2,), (0, 1, 2)) == ()
