"""The data directory of a service: where it is and what it contains."""

from __future__ import annotations

import os
from pathlib import Path

DEFAULT_DATA_DIR = "referee-data"
KEYS_FOLDER = "keys"
DATABASE = "referee.db"


def data_dir_path(option: str | None) -> Path:
    """Return the data directory: the option, else REFEREE_DATA_DIR, else the default."""
    return Path(option or os.environ.get("REFEREE_DATA_DIR") or DEFAULT_DATA_DIR)
