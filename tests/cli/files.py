"""Files for the commands that read evidence: a replay, receipts, the keys of an official, and a bundle."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from referee.proof.checkpoints import write_receipts
from referee.proof.keys import Keyring
from tests.cli.running import Ran, inside
from tests.disputes.recordings import MATCH, RandomRecording


class Files(NamedTuple):
    """Paths of the files."""

    replay: str
    receipts: str
    keys: str
    data_dir: str
    bundle: str

    def step(self, step: str, *arguments: str) -> Ran:
        """Take a step of a dispute on the bundle, as the official."""
        return inside("dispute", step, self.bundle, *arguments, "--data-dir", self.data_dir)

    def open(self, *arguments: str, at: int = 3, by: str = "seat/1", rule: str = "pearls.visibility") -> Ran:
        """Open a case on the bundle."""
        claim = ("--claim", "Nobody may count my pearls.")
        return self.step("open", "--at", str(at), "--by", by, "--rule", rule, *claim, *arguments)

    def rule(self, *arguments: str, case: int = 1, finding: str = "overturned") -> Ran:
        """Rule on a case of the bundle."""
        why = ("--reason", "The cups are closed.", "--rules", "explore.offer,pearls.visibility")
        return self.step("rule", "--case", str(case), "--finding", finding, *why, *arguments)

    def text(self) -> str:
        """Read the bundle as it is now."""
        return Path(self.bundle).read_text()


def written(folder: Path, *, answers: int = -1, game: str = "abyss", luck: str = "files") -> Files:
    """Play a match with an official's keys and write all files."""
    data_dir = folder / "data"
    ring = Keyring(data_dir / "keys")
    recording = RandomRecording(game, luck, answers=answers, keys=ring)
    files = Files(
        *[str(folder / name) for name in ("a.replay", "a.receipts", "keys.txt", "data", "a.bundle")]
    )
    Path(files.replay).write_text(recording.bundle().replay)
    Path(files.receipts).write_text(write_receipts(recording.receipts))
    Path(files.keys).write_text(ring.published)
    ran = inside(
        "export", files.replay, "--match", MATCH, "--receipt", files.receipts, "-o", files.bundle,
        "--data-dir", files.data_dir,
    )  # fmt: skip
    assert ran.code == 0, ran.err
    return files
