"""The keyring under several processes: they agree on one key, lose none, and may be killed at any time."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee.proof.keys import KeyList
from tests.proof.rings import ring, states

START = "import sys; from referee.proof.keys import Keyring; "


def started(code: str, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", START + code, str(folder)], stdout=subprocess.PIPE, text=True
    )


def test_processes_at_first_use_agree_on_one_key(tmp_path: Path) -> None:
    """Two processes on first use do not create two keys."""
    running = [started("print(Keyring(sys.argv[1]).signer.public.text)", tmp_path / "keys") for _ in range(6)]
    told = {process.communicate(timeout=60)[0] for process in running}
    assert told == {f"{ring(tmp_path).signer.public.text}\n"}


def test_processes_that_rotate_at_once_lose_no_key(tmp_path: Path) -> None:
    """One after the other, each starting from what the previous one wrote."""
    ring(tmp_path)
    running = [
        started("[Keyring(sys.argv[1]).rotate() for _ in range(5)]", tmp_path / "keys") for _ in range(3)
    ]
    assert [process.wait(timeout=60) for process in running] == [0, 0, 0]
    assert states(ring(tmp_path)) == ["retired"] * 15 + ["active"]
    for process in running:
        process.communicate()


@pytest.mark.parametrize(
    "kills", [pytest.param(3, id="some"), pytest.param(100, id="many", marks=pytest.mark.campaign)]
)
def test_a_killed_process_leaves_a_whole_keyring(kills: int, tmp_path: Path) -> None:
    """Killed with -9 while it rotates without end: the list can always be read and changed."""
    known = ring(tmp_path).keys
    code = "keyring = Keyring(sys.argv[1]); print('ready', flush=True)\nwhile True: keyring.rotate()"
    for number in range(kills):
        process = started(code, tmp_path / "keys")
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.003 * (number % 17))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        known = KeyList.parse(ring(tmp_path).published, known)
        while len(known.usable) > 8:
            ring(tmp_path).revoke(known.usable[0].id)
            known = KeyList.parse(ring(tmp_path).published, known)
