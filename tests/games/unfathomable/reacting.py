"""Answering windows: one player uses something, the others pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from referee.games.unfathomable import windows
from referee.games.unfathomable.abilities import REACTIONS
from referee.games.unfathomable.choices import PASS
from referee.games.unfathomable.windows import Reaction, Timing
from referee.kernel.asks import Ask, Choice
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from tests.games.unfathomable.tables import Playing


def put_reactions(monkeypatch: pytest.MonkeyPatch, found: Mapping[Timing, Sequence[Reaction[Any]]]) -> None:
    """Let only these abilities be used at these moments."""
    everything = {**REACTIONS, **found}
    monkeypatch.setattr(windows, "reactions_at", everything.__getitem__)


def ask_of(playing: Playing, seat: Seat) -> Ask | None:
    """Return the open question of a seat, or None."""
    return next((ask for ask in playing.asks if ask.seat == seat), None)


def offered(playing: Playing, seat: Seat, kind: type[Choice]) -> list[Choice]:
    """Return the options of one kind that a seat has now."""
    ask = ask_of(playing, seat)
    return [] if ask is None else [option for option in ask.options if isinstance(option, kind)]


def use(playing: Playing, seat: Seat, choice: Choice) -> Playing:
    """Let one seat choose something and all others pass."""
    asks = sorted(playing.asks, key=lambda ask: ask.seat)
    return playing.answer_together(*[[choice if ask.seat == seat else PASS] for ask in asks])


def nobody_does(playing: Playing) -> Playing:
    """Let everyone who is asked pass."""
    return playing.answer_together(*[[PASS] for _ in playing.asks])


def obstacle(playing: Playing, seat: Seat, choice: Choice) -> tuple[str, str]:
    """Return the obstacle to a choice of a seat that is asked, and its rule."""
    ask = ask_of(playing, seat)
    assert ask is not None
    assert choice not in ask.options
    assert ask.why_not is not None
    refused = ask.why_not(choice)
    assert isinstance(refused, Refused)
    return refused.obstacle, refused.rule
