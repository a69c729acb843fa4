"""Check the entropy that entry 1 of a record holds: its form, and the commitments made to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.kernel.facts import Seat
from referee.match.entropy import ENTROPY_BYTES, commitment_to
from referee.replay.differences import Difference


def read_entropy(texts: Sequence[str], seats: int) -> tuple[bytes, ...] | Difference:
    """Return the entropy of every seat as bytes, or the first of these texts that cannot be right."""
    if texts and len(texts) != seats:
        return Difference(1, "entropy", f"that of {seats} seats", f"that of {len(texts)}")
    for seat, text in enumerate(texts):
        if text and (len(text) != 2 * ENTROPY_BYTES or text.strip("0123456789abcdef")):
            expected = f"{2 * ENTROPY_BYTES} hexadecimal digits in lower case, or none"
            return Difference(1, f"entropy of seat {seat}", expected, text)
    return tuple([bytes.fromhex(text) for text in texts])


def first_broken(commitments: Mapping[Seat, bytes], texts: Sequence[str]) -> Difference | None:
    """Return the first seat whose entropy does not match its commitment. A seat may reveal nothing."""
    for seat, text in enumerate(texts):
        if not text:
            continue
        committed = commitments.get(seat)
        found = commitment_to(bytes.fromhex(text))
        if found != committed:
            expected = (
                "none, because it committed to none" if committed is None else f"what makes {committed.hex()}"
            )
            return Difference(1, f"entropy of seat {seat}", expected, f"{text}, which makes {found.hex()}")
    return None
