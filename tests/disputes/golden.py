"""The golden bundles: one for each game, with receipts and a whole dispute, made from a golden replay.

`.venv/bin/python -m tests.contracts.golden` writes the missing ones, and with `--all` rewrites the others. The key is
derived from a fixed string and the times are fixed, so the same replay always gives the same bundle.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from referee.disputes.evidence.bundles import write_bundle
from referee.games import GAMES
from referee.match.entries import entropy_in
from referee.replay.reading import read_replay
from tests.contracts import golden
from tests.disputes.recordings import KEYS, POINTS, Recording, disputed

RECEIPTS_EVERY = 100
"""Number of entries after which every viewer received a receipt."""


class GoldenBundle(NamedTuple):
    """A bundle to keep, and the replay it is made from."""

    game: str
    replay: Path
    path: Path


def golden_bundles() -> Iterator[GoldenBundle]:
    """Yield one for each game, from its smallest golden replay."""
    for game in GAMES:
        folder = golden.REPLAYS / game
        replays = sorted(folder.glob("*.replay"), key=lambda path: (path.stat().st_size, path.name))
        if replays:
            yield GoldenBundle(game, replays[0], folder / "disputed.bundle")


def text_of(bundle: GoldenBundle) -> str:
    """Follow the replay, hand out receipts, and settle a dispute about it."""
    replay = read_replay(bundle.replay.read_bytes())
    record = Recording(replay.charter, every=RECEIPTS_EVERY)
    begun, *answers = replay.entries
    record.take(record.match.begin([bytes.fromhex(part) for part in entropy_in(begun)]))
    for entry in answers:
        record.take(record.match.submit(entry.seat, entry.question, entry.answer, entry.by))
    rule = POINTS[bundle.game][0].partition(".")[0]
    paths = [recorded.path for entry in replay.entries for recorded in entry.facts]
    fact = next((number for number, path in enumerate(paths, 1) if f"/{rule}." in path), 1)
    return disputed(write_bundle(record.bundle(), KEYS.signer), bundle.game, fact=fact)


def write_bundles(*, anew: bool) -> list[Path]:
    """Write the golden bundles that are missing, or all of them."""
    written = []
    for bundle in golden_bundles():
        if anew or not bundle.path.exists():
            bundle.path.write_text(text_of(bundle), encoding="utf-8", newline="\n")
            written.append(bundle.path)
    return written
