"""The wheel contains every file of the page."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

from tests.tidy import tree

STATIC = "referee/inspector/static/"


def test_the_wheel_has_every_file_of_the_page(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "wheel", "--no-deps"]
    command += ["--no-build-isolation", "--wheel-dir", str(tmp_path), str(tree.ROOT)]
    subprocess.run(command, check=True)
    (wheel,) = tmp_path.glob("referee-*.whl")
    inside = set(ZipFile(wheel).namelist())
    expected = [path for path in tree.files() if path.startswith(STATIC)]
    assert f"{STATIC}page.js" in expected
    assert [path for path in expected if path not in inside] == []
