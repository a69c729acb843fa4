"""Recorded matches: each answer, and the messages that every seat receives because of it.

A relay can replay the recording in place of the referee. It sends the same messages to the same seats, but decides and
stores nothing.
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
"""Every seat has its own stream, with this handle."""


class Move(NamedTuple):
    """An answer, and the message that each seat receives because of it."""

    seat: Seat
    question: int
    picks: tuple[int, ...]
    messages: dict[Seat, bytes]
    urgent: frozenset[Seat]
    """The seats whose message is sent at once: a reply, a question or the outcome. Others may linger."""


class Recording(NamedTuple):
    """A whole match."""

    game: str
    seed: str
    opening: dict[Seat, bytes]
    """The message that each seat receives at the beginning."""
    moves: list[Move]


def picks_for(number: int, kind: int, options: int, default: Sequence[int]) -> list[int]:
    """Return the answer to question `number` of a seat: a fixed option if one is to be chosen, else the default."""
    return [(number * 7919) % options] if kind == api.QUESTION_KIND_ONE else list(default)


def record_match(name: str, seed: str) -> Recording:
    """Play a match in process with the answers that the clients of the benchmark will give."""
    seats = game(name).seats[-1]
    codec = codec_of(name)
    match = Match(settle(new_charter(name, seats, seed=seed)))
    opening = _messages(codec, match.begin(), None)
    moves = []
    while match.outcome is None:
        seat, question = next(iter(match.questions.items()))
        picks = _picks(question.number, question.ask)
        decided = match.submit(seat, question.number, picks)
        messages = _messages(codec, decided, (seat, question.number))
        moves.append(Move(seat, question.number, picks, messages, _urgent(decided, seat)))
    return Recording(name, seed, opening, moves)


def _picks(number: int, ask: Ask) -> tuple[int, ...]:
    kind = api.QUESTION_KIND_ONE if isinstance(ask, One) else api.QUESTION_KIND_SOME
    return tuple(picks_for(number, kind, len(ask.options), default_picks(ask)))


def _messages(
    codec: object, decided: Decided | Refused, answered: tuple[Seat, int] | None
) -> dict[Seat, bytes]:
    """Return the message for each seat: its frame, preceded by the reply for the seat that answered."""
    if isinstance(decided, Refused):
        raise TypeError(f"a recorded answer was refused: {decided}")
    messages: dict[Seat, bytes] = {}
    for seat, frame in decided.frames.items():
        if seat >= 0:
            message = api.PlayResponse()
            message.frames.add(handle=HANDLE).frame.ParseFromString(codec.frame(frame))  # type: ignore[attr-defined]
            messages[seat] = message.SerializeToString()
    if answered is not None:
        seat, question = answered
        reply = api.Reply(
            handle=HANDLE, question=question, request_id=intent_key(question), accepted=api.Accepted()
        )
        messages[seat] = api.PlayResponse(replies=[reply]).SerializeToString() + messages.get(seat, b"")
    return messages


def _urgent(decided: Decided | Refused, answered: Seat) -> frozenset[Seat]:
    if isinstance(decided, Refused):
        raise TypeError(f"a recorded answer was refused: {decided}")
    frames = decided.frames.items()
    waited_for = [seat for seat, frame in frames if frame.question is not None or frame.outcome is not None]
    return frozenset([answered, *waited_for])


def intent_key(question: int) -> str:
    """Return the idempotency key that the clients of the benchmark use."""
    return f"bench-{question}"
