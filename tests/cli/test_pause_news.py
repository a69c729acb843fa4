"""Pauses as `referee watch` shows them: told once each, in words and as objects."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from referee.cli.commands import watch
from referee.cli.display.console import console
from referee.cli.display.match_display import MatchDisplay
from referee.cli.display.pause_news import PauseNews
from referee.match.charters import new_charter, settle
from referee_api.v1 import referee_pb2 as api

PROPOSED, PAUSED, FROZEN, RUNNING = (
    api.Standing(),
    api.Standing(),
    api.Standing(is_frozen=True),
    api.Standing(),
)
PROPOSED.pause_proposal.seat = 1
PROPOSED.pause_proposal.step = api.PAUSE_STEP_PAUSE
PROPOSED.pause_proposal.reason = "Lunch."
PROPOSED.pause_proposal.waiting_for.extend([0, 2])
PAUSED.pause.by = "judge/1"
PAUSED.pause.reason = "Fire \x1b[31malarm."
PAUSED.pause.pause_time.seconds = 1_800_000_000
SAID = [
    "Seat 1 proposes to pause the match: Lunch. (waiting for seat 0 and seat 2)",
    "Paused by judge/1 at 2027-01-15T08:00:00Z: Fire ",
    "Resumed.",
]
STANDINGS = (RUNNING, PROPOSED, PROPOSED, PAUSED, PAUSED, RUNNING, FROZEN, RUNNING)


def test_each_pause_is_told_once() -> None:
    told: list[tuple[str, dict[str, Any]]] = []
    news = PauseNews(lambda sentence, about: told.append((sentence, about)))
    for standing in STANDINGS:
        news(standing)
    for (sentence, _), start in zip(told, SAID, strict=True):
        assert sentence.startswith(start)
        assert "\x1b" not in sentence
    assert [about["kind"] for _, about in told] == [
        "audit.pause_proposed", "audit.match_paused", "audit.match_resumed",
    ]  # fmt: skip
    assert told[1][1]["since"] == "2027-01-15T08:00:00Z"


class Watched:
    """A client that tells the standings above, and no frames."""

    def watch(
        self, match: str, token: str, *, on_standing: Callable[[api.Standing], None], **_: object
    ) -> Iterator[api.Frame]:
        for standing in STANDINGS:
            on_standing(standing)
        yield from ()


@pytest.mark.parametrize("show", [watch._print_facts, watch._print_story, watch._show_picture])
def test_watch_tells_them(show: Callable[..., None], capsys: pytest.CaptureFixture[str]) -> None:
    console.cache_clear()
    display = MatchDisplay(settle(new_charter("abyss", 3, seed="x")), ["Ada", "Bob", "Cleo"])
    show(Watched(), argparse.Namespace(match="m", token="", after=0), display)
    console.cache_clear()
    out = capsys.readouterr().out
    if show is watch._print_facts:
        assert [line.partition(",")[0] for line in out.splitlines()] == [
            '{"kind":"audit.pause_proposed"', '{"kind":"audit.match_paused"', '{"kind":"audit.match_resumed"}',
        ]  # fmt: skip
    else:
        for start in SAID:
            assert start[:30] in out
