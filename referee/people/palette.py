"""What a person may say: the statements of the game, as numbered sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import product
from typing import Any

from referee.games import game as game_named
from referee.kernel.talk import Statement
from referee.wire.codec import codec_of
from referee_api.v1 import referee_pb2 as api
from referee_client.speech import words_message

SPEAKER = "seat"


class Palette:
    """The statements of a game that a seat can make, by kind."""

    def __init__(self, game: str, seat: int, seats: int) -> None:
        self._game = game
        self._seat = seat
        # Its own seat comes last, so that the first statement of a kind is about somebody else.
        self._named = [*[other for other in range(seats) if other != seat], seat]
        self._statement = None
        if game_named(game).statements:
            self._statement = import_module(f"referee_api.{game}.v1.{game}_pb2").Statement

    def kinds(self) -> list[list[api.Words]]:
        """Return every kind of statement with all that can be said with it, none of which the game forbids."""
        if self._statement is None:
            return []
        return [list(self._sayings(field)) for field in self._statement.DESCRIPTOR.fields]

    def statement(self, words: api.Words) -> Statement:
        """Return what would be said, as the rules know it."""
        statement = codec_of(self._game).statement(words, self._seat)
        assert statement is not None
        return statement

    def sentence(self, words: api.Words, names: Sequence[str]) -> str:
        """Return what would be said as a sentence."""
        return game_named(self._game).wording.fact(self.statement(words), names)

    def _sayings(self, field: Any) -> Iterator[api.Words]:
        """Yield one kind of statement with all combinations of its values."""
        parts = [part for part in field.message_type.fields if part.name != SPEAKER]
        values = [
            self._named if part.enum_type is None else [value.number for value in part.enum_type.values[1:]]
            for part in parts
        ]
        for chosen in product(*values):
            statement = self._statement()  # type: ignore[misc] # there are kinds only if there is one
            content = getattr(statement, field.name)
            content.SetInParent()
            for part, value in zip(parts, chosen, strict=True):
                setattr(content, part.name, value)
            words = words_message(statement)
            said = codec_of(self._game).statement(words, self._seat)
            if said is not None and not said.forbidding_rule():
                yield words
