"""Every course that a script can take, one for each way to answer its questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from tests.games.playing import Playing

S = TypeVar("S")

Begin = Callable[[], Playing[S]]
"""Begins the script on a new table."""


def every_course(begin: Begin[S]) -> Iterator[Playing[S]]:
    """Play a script to its end in every possible way; each question is answered with one option."""
    picks: list[int] = []
    while True:
        playing, sizes = begin(), list[int]()
        while not (playing.done or playing.over):
            answers = []
            for ask in sorted(playing.asks, key=lambda ask: ask.seat):
                if len(sizes) == len(picks):
                    picks.append(0)
                answers.append((ask.options[picks[len(sizes)]],))
                sizes.append(len(ask.options))
            if len(answers) == 1:
                playing.answer(*answers[0])
            else:
                playing.answer_together(*answers)
        yield playing
        while picks and picks[-1] == sizes[len(picks) - 1] - 1:
            picks.pop()
        if not picks:
            return
        picks[-1] += 1
