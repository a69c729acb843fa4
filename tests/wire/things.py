"""Random values of a game, and matches to take frames from."""

import random
from collections.abc import Iterator
from enum import StrEnum
from typing import Any

import msgspec

from referee.feeds.frames import Frame
from referee.feeds.views import View
from referee.kernel.asks import One, default_picks
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.match.charters import new_charter, settle
from referee.match.match import Match
from referee.wire.shapes import Struct, shapes_of


def random_struct(kind: Struct, rng: random.Random) -> Any:
    """Fill a Struct with random values of its fields' types."""
    return kind(*[_random_field(shape, rng) for shape in shapes_of(kind)])


def _random_field(shape: Any, rng: random.Random) -> Any:
    if shape.optional and rng.random() < 0.5:
        return None
    if shape.key is not None and shape.many:
        return {key: _random_items(shape.item, rng) for key in shape.key}
    if shape.key is not None:
        return {key: _random_item(shape.item, rng) for key in shape.key}
    if shape.many:
        return tuple(_random_items(shape.item, rng))
    return _random_item(shape.item, rng)


def _random_items(item: type, rng: random.Random) -> list[Any]:
    sizes = [0, 1, 3] if issubclass(item, msgspec.Struct) else [0, 1, 2, 5, 70, 200]
    return [_random_item(item, rng) for _ in range(rng.choice(sizes))]


def _random_item(item: type, rng: random.Random) -> Any:
    if issubclass(item, StrEnum):
        return rng.choice(list(item))
    if issubclass(item, msgspec.Struct):
        return random_struct(item, rng)
    if item is bool:
        return rng.random() < 0.5
    if item is str:
        return rng.choice(["", "x", "seventh_lord", "Tiefsee: Ä"])
    return rng.choice([0, 1, 2, 127, 128, 20_000, 2**31 - 1, -1, -(2**31)])


def steps_of_a_match(
    game: str, seats: int, seed: str
) -> Iterator[tuple[dict[Seat, Frame], dict[Seat, View]]]:
    """Play a random match, and yield the frames of every step with all views after it."""
    rng = random.Random(seed)
    match = Match(settle(new_charter(game, seats, seed=seed)))
    decided = match.begin()
    views: dict[Seat, View] = {}
    while True:
        assert not isinstance(decided, Refused), (decided, match.fault)
        for viewer, frame in decided.frames.items():
            if viewer not in views:
                views[viewer] = View(match.game, match.terms.setup, viewer)
            views[viewer].take(frame)
        yield decided.frames, views
        if match.outcome is not None:
            return
        seat, question = rng.choice(list(match.questions.items()))
        ask = question.ask
        picks = (rng.randrange(len(ask.options)),) if type(ask) is One else default_picks(ask)
        decided = match.submit(seat, question.number, picks)
