"""Talk: what a bot says and hears.

>>> words_message("Hello.")
text: "Hello."
<BLANKLINE>
"""

from __future__ import annotations

from typing import Any

from google.protobuf.message import Message

from referee_api.v1 import referee_pb2 as api

Utterance = str | Message | api.Words
"""What a bot may say: free text, a statement of the game (such as `HelpOffered`), or a `Words` message."""

NOT_NOW = {"match_frozen", "match_over", "match_superseded", "silenced", "too_much_talk"}
"""Refusals of a statement that are nobody's mistake: it came too late, or too early."""

TALK_PATH = "talk"


def words_message(words: Utterance) -> api.Words:
    """Return what a bot says as a `Words` message; raise `ValueError` for a message that is not a statement."""
    if isinstance(words, api.Words):
        return words
    if isinstance(words, str):
        return api.Words(text=words)
    found = api.Words()
    game = words.DESCRIPTOR.full_name.split(".")[2:3]
    payload = getattr(found.statement, game[0], None) if game else None
    statement = getattr(payload, "statement", None)
    if statement is None:
        raise ValueError(f"{words.DESCRIPTOR.name} is not a statement of a game")
    if words.DESCRIPTOR is statement.DESCRIPTOR:
        statement.CopyFrom(words)
        return found
    for field in statement.DESCRIPTOR.fields:
        if field.message_type is words.DESCRIPTOR:
            part = getattr(statement, field.name)
            part.SetInParent()
            part.CopyFrom(words)
            return found
    raise ValueError(f"{words.DESCRIPTOR.name} is not a statement of a game")


def is_statement(fact: Any) -> bool:
    """Return whether a `Fact` message of a game is what somebody said."""
    path: str = fact.path
    return path.partition("/")[0] == TALK_PATH


def speaker_of(fact: Any) -> int:
    """Return the seat that made a statement, given as a `Fact` message."""
    return int(getattr(fact, fact.WhichOneof("kind")).seat)
