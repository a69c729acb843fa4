"""Values are read as they were written, and equal parts are written once."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from referee.inspector.one_file.shared_values import share, unshare


def random_value(rng: Random, depth: int) -> Any:
    """Return a JSON value with many parts that are equal, or almost."""
    kind = rng.randrange(5 if depth else 3)
    if kind == 0:
        return rng.choice([0, 1, -1, 7, 2**60, True, False, None])
    if kind in (1, 2):
        return rng.choice(["", "0", "1", "true", "Ein Körper", "\u2028", "</script>"])
    parts = [random_value(rng, depth - 1) for _ in range(rng.randrange(4))]
    return parts if kind == 3 else {f"key {nth}": part for nth, part in enumerate(parts)}


def written(value: Any) -> str:
    """Return JSON, which tells True from 1 and a number from its digits."""
    return json.dumps(value)


def test_values_are_read_as_they_were_written(seed: str) -> None:
    rng = Random(seed)
    for _ in range(300):
        value = random_value(rng, 5)
        compact = json.loads(json.dumps(share(value)))
        assert written(unshare(compact)) == written(value)


def test_equal_parts_are_written_once() -> None:
    part = {"name": "Crab 3", "cost": [1, True]}
    compact = share([part, {"again": dict(part)}, [1, True]])
    assert compact["values"].count("Crab 3") == 1
    assert len(compact["values"]) == len(set(map(repr, compact["values"])))
