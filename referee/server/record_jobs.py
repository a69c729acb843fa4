"""Jobs on the record of a match. They get the stored entries as one piece of bytes, which is quick to hand over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from referee.kernel.facts import Seat
from referee.log.records import EntryAppended
from referee.match.charters import Settle
from referee.replay.progress import OnProgress, unreported
from referee.replay.verification import Verification, verify_entries
from referee.replay.writing import write_replay

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(list[EntryAppended])


def pack_entries(entries: Sequence[EntryAppended]) -> bytes:
    """Return stored entries as bytes, for a job."""
    return _encoder.encode(entries)


def unpack_entries(record: bytes) -> list[EntryAppended]:
    """Return the stored entries that a job was given."""
    return _decoder.decode(record)


def verify_record(record: bytes, settle: Settle, *, on_progress: OnProgress = unreported) -> Verification:
    """Run a match again and compare everything with its log."""
    return verify_entries(unpack_entries(record), settle=settle, on_progress=on_progress)


def replay_of_record(
    record: bytes,
    names: Mapping[Seat, str],
    clients: Mapping[Seat, str],
    *,
    on_progress: OnProgress = unreported,
) -> str:
    """Return a match as a replay."""
    return write_replay(unpack_entries(record), names=names, clients=clients)
