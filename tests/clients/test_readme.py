"""The examples of both READMEs run as written."""

import re
from pathlib import Path

import pytest

from tests.clients.servers import referee_process

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("readme", ["README.md", "clients/README.md"])
def test_the_examples_run(
    readme: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    examples = re.findall(r"```python\n(.*?)```", (ROOT / readme).read_text(encoding="utf-8"), re.DOTALL)
    assert examples
    monkeypatch.chdir(tmp_path)  # One of them stores receipts.
    with referee_process(tmp_path) as (_, address):
        for example in examples:
            exec(example.replace("localhost:8600", address), {})
    assert "ending" in capsys.readouterr().out
