"""Signatures of officials for their steps in an event.

A signature covers the step, with a random id, and the hash of an earlier entry of the log. So it is valid in this event
only, after that entry, and once.
"""

from __future__ import annotations

from collections.abc import Collection
from uuid import uuid4

import msgspec
from msgspec import UNSET

from referee.arena.event_entries import OfficialEntry, OfficialStep, StepSignature, encode_entry
from referee.proof.notes import BadNote, PublicKey, SigningKey, from_base64, to_base64


def sign_step(step: OfficialStep, head: str, key: SigningKey) -> OfficialStep:
    """Return a step with the signature of an official who knows the log up to the entry with this hash."""
    named = msgspec.structs.replace(step, request=uuid4().hex)
    signature = to_base64(key.signature(_signed_bytes(named, head)))
    return msgspec.structs.replace(named, signed=StepSignature(head, key.public.text, signature))


def check_step_signature(step: OfficialStep, earlier: Collection[str]) -> PublicKey | None:
    """Return the key that signed a step, or None if nobody did; `earlier` has the hashes of the entries before it.

    Raise `BadNote` if the signature is not valid.
    """
    if step.signed is UNSET:
        return None
    key = PublicKey.parse(step.signed.key)
    if not key.has_signed(_signed_bytes(step, step.signed.after), from_base64(step.signed.signature)):
        raise BadNote(f"the signature of {key.name}+{key.id.hex()} is not valid")
    if step.signed.after not in earlier:
        raise BadNote(f"it was signed by {key.name}+{key.id.hex()} for another place in the log")
    return key


def key_bytes(step: OfficialEntry) -> str:
    """Return the key that signed a step without its name, in base64; empty if nobody did."""
    return "" if step.signed is UNSET else step.signed.key.rpartition("+")[2]


def _signed_bytes(step: OfficialStep, after: str) -> bytes:
    unsigned = encode_entry(msgspec.structs.replace(step, signed=UNSET))
    return f"referee event step 1\nafter {after}\n".encode() + unsigned
