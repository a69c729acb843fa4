"""Random talk, in the statements of any game."""

from __future__ import annotations

import random

from google.protobuf.descriptor import FieldDescriptor

from referee_api.v1 import referee_pb2 as api
from referee_client.speech import Utterance

PHRASES = ("Hm.", "Are you sure?", "I have a plan.", "Trust me.")
"""What is said in a match with free talk."""

STATEMENTS_PER_PHRASE = 4
"""Average number of statements of the game for each phrase."""


def random_words(match: api.Match, chance: random.Random) -> Utterance | None:
    """Return something that a seat of this match may say; None if it may say nothing."""
    if match.talk not in (api.TALK_POLICY_PALETTE, api.TALK_POLICY_FREE):
        return None
    words = api.Words()
    payload = getattr(words.statement, match.game)
    has_statements = "statement" in payload.DESCRIPTOR.fields_by_name
    is_free = match.talk == api.TALK_POLICY_FREE and chance.randrange(STATEMENTS_PER_PHRASE) == 0
    if is_free or not has_statements:
        return chance.choice(PHRASES)
    kind = chance.choice(payload.statement.DESCRIPTOR.fields)
    statement = getattr(payload.statement, kind.name)
    statement.SetInParent()
    for field in kind.message_type.fields:
        if field.type == FieldDescriptor.TYPE_ENUM:
            named = [value.number for value in field.enum_type.values if value.number]
            setattr(statement, field.name, chance.choice(named))
        elif field.name != "seat":
            setattr(statement, field.name, chance.randrange(match.seat_count))
    return words
