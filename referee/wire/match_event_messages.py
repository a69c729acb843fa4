"""Match events as messages of the API."""

from __future__ import annotations

import msgspec

from referee.server.event_sentences import event_sentence
from referee.server.match_event_log import KeptEvent
from referee.server.match_events import event_name
from referee.wire.times import timestamp
from referee_api.v1 import referee_pb2 as api


def event_message(kept: KeptEvent) -> api.ServerEvent:
    """Return an event as a message."""
    event = kept.event
    fields = msgspec.structs.asdict(event)
    match, game = fields.pop("match"), fields.pop("game")
    return api.ServerEvent(
        time=timestamp(kept.at),
        kind=event_name(type(event)),
        match_id=match,
        game=game,
        sentence=event_sentence(event),
        fields={name: _text(value) for name, value in fields.items()},
    )


def _text(value: object) -> str:
    """Return a value of a field: truth values and tuples as in JSON, texts as they are."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
