"""The examples of both READMEs run as written."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.arena.dial_in.running import dial_in_text
from tests.clients.servers import referee_process

ROOT = Path(__file__).parents[2]


ARENA = "localhost:8700"


@contextmanager
def arena_process(folder: Path, server: str) -> Iterator[tuple[str, str]]:
    """Run an arena in a separate process; yield its address and the token of its entrant."""
    folder.mkdir()
    file = folder / "cup.toml"
    file.write_text(dial_in_text(1, local=['bot = "random"']))
    referee = [sys.executable, "-m", "referee", "event"]
    where = [str(file), "--data-dir", str(folder / "data")]
    issued = subprocess.run([*referee, "tokens", *where], capture_output=True, text=True, check=True)
    command = [*referee, "start", *where, "--server", server, "--quiet"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as arena:
        try:
            assert arena.stderr is not None
            line = arena.stderr.readline()
            assert line.startswith("arena listening on "), line
            yield line.removeprefix("arena listening on ").strip(), issued.stdout.split()[0]
            assert arena.wait() == 0
        finally:
            arena.kill()


@pytest.mark.parametrize("readme", ["README.md", "clients/README.md"])
def test_the_examples_run(
    readme: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    examples = re.findall(r"```python\n(.*?)```", (ROOT / readme).read_text(encoding="utf-8"), re.DOTALL)
    assert examples
    monkeypatch.chdir(tmp_path)  # One of them stores receipts.
    with referee_process(tmp_path) as (_, address):
        for example in examples:
            with ExitStack() as stack:
                if ARENA in example:
                    arena, token = stack.enter_context(arena_process(tmp_path / "arena", address))
                    example = example.replace(ARENA, arena).replace("the token of the entrant", token)
                exec(example.replace("localhost:8600", address), {})
    assert "ending" in capsys.readouterr().out
