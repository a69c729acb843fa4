"""The bot in Node: installed outside the repository, run as a program, and called for single functions."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "clients/node"
SECONDS = 120
NO_NETWORK = re.compile(r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED")

needs_node = pytest.mark.skipif(
    shutil.which("node") is None or shutil.which("npm") is None, reason="node and npm are not installed"
)


class Ran(NamedTuple):
    """The result of a run of the bot."""

    code: int | None
    out: str
    complaints: str


def installed_once(name: str, factory: pytest.TempPathFactory, install: Callable[[Path], None]) -> Path:
    """Return a folder that is installed by the first process of this run that asks for it, and shared by all."""
    root = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent
    done = root / f"{name}.done"
    with Path(root, f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(root / name, ignore_errors=True)
            (root / name).mkdir()
            install(root / name)
            done.touch()
    return root / name


def install_bot(folder: Path) -> None:
    """Install the bot from only what a bot author has: its files and the protos."""
    shutil.copytree(SOURCES, folder / "clients/node", ignore=shutil.ignore_patterns("node_modules"))
    shutil.copytree(ROOT / "proto", folder / "proto")
    install_packages(folder / "clients/node")


def install_packages(folder: Path) -> None:
    """Install what the lock file in a folder names, or skip the test where there is no network."""
    done = subprocess.run(["npm", "ci"], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode and NO_NETWORK.search(done.stderr):
        pytest.skip("npm cannot reach its registry, so its packages cannot be installed")
    assert done.returncode == 0, done.stderr


async def run(bot: Path, folder: Path, *arguments: str) -> Ran:
    """Run the bot to its end; it stores its files in the folder."""
    # A proxy configured on this machine must not be used for a local server.
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    pipe = asyncio.subprocess.PIPE
    node = await asyncio.create_subprocess_exec(
        "node", str(bot), *arguments, stdout=pipe, stderr=pipe, env=environment, cwd=folder
    )
    try:
        out, complaints = await asyncio.wait_for(node.communicate(), SECONDS)
    except BaseException:
        node.kill()
        await node.wait()
        raise
    return Ran(node.returncode, out.decode(), complaints.decode())


def evaluate(script: str, given: Any = None, folder: Path = SOURCES) -> Any:
    """Run a script among the modules of the bot; return the last line it prints, as JSON. It reads `given`."""
    beginning = "import { readFileSync } from 'node:fs'; const given = JSON.parse(readFileSync(0, 'utf8'));"
    done = subprocess.run(
        ["node", "--input-type=module", "-e", beginning + script],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
