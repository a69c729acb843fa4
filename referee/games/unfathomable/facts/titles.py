"""The holders of the titles."""

from __future__ import annotations

from referee.games.unfathomable.cards import Title
from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, Public, Seat


class TitleGiven(Fact, frozen=True, tag="unfathomable.title_given"):
    """A title went to its first holder."""

    title: Public[Title]
    seat: Public[Seat]


@folds(TitleGiven)
def _title_given(state: State, fact: TitleGiven) -> None:
    state.titles[fact.title] = fact.seat


class TitlePassed(Fact, frozen=True, tag="unfathomable.title_passed"):
    """A title passed from one player to another."""

    title: Public[Title]
    loser: Public[Seat]
    seat: Public[Seat]


@folds(TitlePassed)
def _title_passed(state: State, fact: TitlePassed) -> None:
    state.titles[fact.title] = fact.seat


FACTS: tuple[type[Fact], ...] = (TitleGiven, TitlePassed)
