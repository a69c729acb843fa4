"""The examples of the clients' README run as they stand."""

import re
from pathlib import Path

import pytest

from tests.clients.servers import referee_process

README = Path(__file__).parents[2] / "clients/README.md"


def test_the_examples_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert examples
    with referee_process(tmp_path) as (_, address):
        for example in examples:
            exec(example.replace("localhost:8600", address), {})
    assert "ending" in capsys.readouterr().out
