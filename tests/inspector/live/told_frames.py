"""A stand-in for the connection to a server: it sends one viewer the frames of a match that was played here."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

from referee.kernel.chance import Rig
from referee.kernel.facts import Seat
from referee.match.charters import Terms
from referee.match.match import Match
from referee.wire.codec import codec_of
from referee_api.v1 import referee_pb2 as api
from tests.contracts.playing import decided

MATCH = "0" * 32


def frames_of(
    terms: Terms, answers: Sequence[tuple[Seat, tuple[int, ...]]], viewer: Seat, rig: Rig | None = None
) -> list[api.Frame]:
    """Play a match and return the frames of a viewer as the server sends them."""
    match, codec = Match(terms, rig=rig, viewers=(viewer,)), codec_of(terms.game.name)
    steps = [decided(match.begin(), match)]
    for seat, picks in answers:
        steps.append(decided(match.submit(seat, match.questions[seat].number, picks), match))
    found = [step.frames[viewer] for step in steps if viewer in step.frames]
    return [api.Frame.FromString(codec.frame(frame)) for frame in found]


class ToldFrames:
    """Has the methods of a client that a followed match calls."""

    def __init__(self, terms: Terms, viewer: Seat, frames: Sequence[api.Frame]) -> None:
        charter = terms.charter
        self._frames = frames
        self._viewer = viewer
        self._match = api.Match(
            id=MATCH,
            game=charter.game,
            rules_version=charter.rules_version,
            seat_count=charter.seats,
            edition=charter.edition,
            rulings=charter.rulings,
            options=charter.options,
            names=[f"player-{seat}" for seat in range(charter.seats)],
            status=api.MATCH_STATUS_RUNNING,
        )

    async def get_match(self, *_: str) -> api.Match:
        """Return the description of the match."""
        return self._match

    async def get_view(self, *_: str) -> api.GetViewResponse:
        """Return a look at the match, of which only the viewer and the question count."""
        last = self._frames[-1]
        looked = api.GetViewResponse(match=self._match, frame=last.number)
        if last.HasField("question"):
            looked.question.CopyFrom(last.question)
        view: Any = getattr(looked.view, self._match.game).view
        view.SetInParent()
        if "viewer" in view.DESCRIPTOR.fields_by_name:
            view.viewer = self._viewer
        return looked

    async def watch(self, *_: str, after: int = 0, **__: Any) -> AsyncIterator[api.Frame]:
        """Yield the frames."""
        for frame in self._frames[after:]:
            yield frame
