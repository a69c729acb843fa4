"""Long lines on narrow terminals are wrapped between words with a hanging indent."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import inside, on_terminal

REPLAY = str(Path(__file__).parents[2] / "replays" / "abyss" / "2-seats.replay")
WIDTHS = (60, 64, 70)


def joined(lines: list[str], hang: int) -> list[str]:
    """Join wrapped lines again."""
    found: list[str] = []
    for line in lines:
        if found and line.startswith(" " * hang) and line[hang : hang + 1].strip():
            found[-1] = f"{found[-1]} {line[hang:]}"
        else:
            found.append(line)
    return found


def words(lines: list[str]) -> list[list[str]]:
    return [line.split() for line in lines if line.strip()]


@pytest.mark.parametrize("width", WIDTHS)
def test_a_fact_is_broken_between_words_below_its_sentence(width: int) -> None:
    facts = ("replay", REPLAY, "--from", "100", "--to", "292")
    lines = on_terminal(*facts, width=width)
    assert max(map(len, lines)) <= width
    assert words(joined(lines, 4)) == words(inside(*facts).out.splitlines())


@pytest.mark.parametrize("width", WIDTHS)
def test_a_rule_is_broken_between_words_and_set_in(width: int) -> None:
    lines = on_terminal("rules", "abyss", "explore", width=width)
    assert max(map(len, lines)) <= width
    plain = inside("rules", "abyss", "explore").out
    assert " ".join(plain.split()) == " ".join(" ".join(lines).split())
    starts = {line for line in lines if line.strip() and not line.startswith(" ")}
    assert {line.split()[0] for line in starts} == {
        line.split()[0] for line in plain.splitlines() if not line.startswith(" ")
    }
