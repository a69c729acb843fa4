"""Matches recorded for the wire: who answers what, and what everybody is told of it, as bytes.

The recording lets a relay play the part of the referee: the same messages to the same seats, with nothing decided
and nothing stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.games import game
from referee.kernel.asks import Ask, One, default_picks
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.match.charters import new_charter, settle
from referee.match.match import Decided, Match
from referee.wire.codec import codec_of
from referee_api.v1 import referee_pb2 as api

HANDLE = 1
"""Every seat has a stream of its own, with one handle on it."""


class Move(NamedTuple):
    """An answer, and the message each seat gets because of it."""

    seat: Seat
    question: int
    picks: tuple[int, ...]
    told: dict[Seat, bytes]


class Recording(NamedTuple):
    """A whole match."""

    game: str
    seed: str
    opening: dict[Seat, bytes]
    """What every seat is told at the beginning."""
    moves: list[Move]


def picks_for(number: int, kind: int, options: int, default: Sequence[int]) -> list[int]:
    """How the benchmark answers question `number` of a seat: some option, always the same; else the default."""
    return [(number * 7919) % options] if kind == api.QUESTION_KIND_ONE else list(default)


def record(name: str, seed: str) -> Recording:
    """Play a match in process, as the clients of the benchmark will play it."""
    seats = game(name).seats[-1]
    codec = codec_of(name)
    match = Match(settle(new_charter(name, seats, seed=seed)))
    opening = _told(codec, match.begin(), None)
    moves = []
    while match.outcome is None:
        seat, question = next(iter(match.questions.items()))
        picks = _picks(question.number, question.ask)
        told = _told(codec, match.submit(seat, question.number, picks), (seat, question.number))
        moves.append(Move(seat, question.number, picks, told))
    return Recording(name, seed, opening, moves)


def _picks(number: int, ask: Ask) -> tuple[int, ...]:
    kind = api.QUESTION_KIND_ONE if isinstance(ask, One) else api.QUESTION_KIND_SOME
    return tuple(picks_for(number, kind, len(ask.options), default_picks(ask)))


def _told(codec: object, decided: Decided | Refused, answered: tuple[Seat, int] | None) -> dict[Seat, bytes]:
    """The message for every seat: its frame, and for the seat that answered, the reply."""
    if isinstance(decided, Refused):
        raise TypeError(f"the recording was refused: {decided}")
    told: dict[Seat, bytes] = {}
    for seat, frame in decided.frames.items():
        if seat >= 0:
            message = api.PlayResponse()
            message.frames.add(handle=HANDLE).frame.ParseFromString(codec.frame(frame))  # type: ignore[attr-defined]
            told[seat] = message.SerializeToString()
    if answered is not None:
        seat, question = answered
        reply = api.Reply(handle=HANDLE, question=question, key=key_of(question), accepted=api.Accepted())
        told[seat] = api.PlayResponse(replies=[reply]).SerializeToString() + told.get(seat, b"")
    return told


def key_of(question: int) -> str:
    """The intent key of the benchmark's clients."""
    return f"bench-{question}"
