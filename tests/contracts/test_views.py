"""A view folded from a feed agrees with the open table, as far as the viewer may see it."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import msgspec
import pytest

from referee.feeds.frames import Frame, viewers_of
from referee.feeds.views import View
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.kernel.game import Charter
from referee.kernel.table import Ended
from referee.match.match import Decided, Match
from tests.contracts.declarations import Declaration
from tests.contracts.interference import differing
from tests.contracts.playing import decided, encoded, play_on, random_terms


class ViewDiffers(AssertionError):
    """A view is not what its viewer should see of the table."""

    def __init__(self, viewer: Seat, view: View, places: list[str], charter: Charter) -> None:
        super().__init__(f"the view of {viewer} differs in {places}: {charter}")
        self.view = view
        self.places = places


class Views:
    """Everybody's view of one match, with what everybody should see of it."""

    def __init__(self, subject: Declaration, rng: Random, seats: int) -> None:
        terms = random_terms(subject, rng, seats)
        self.subject = subject
        self.match = Match(terms)
        self.table = subject.game.new_state(terms.setup, OPEN_TABLE)
        self.views = {viewer: View(terms.game, terms.setup, viewer) for viewer in viewers_of(seats)}
        self.witnesses = {viewer: subject.witness(terms.setup, viewer) for viewer in self.views}

    def follow(self, result: Decided) -> None:
        for recorded in result.entry.facts:
            if isinstance(recorded.fact, Ended):
                continue
            self.subject.game.folds[type(recorded.fact)](self.table, recorded.fact)
            for witness in self.witnesses.values():
                witness.notice(recorded.fact, self.table)
        for viewer, frame in result.frames.items():
            self.views[viewer].take(frame)

    def check(self) -> None:
        for viewer, witness in self.witnesses.items():
            seen, shown = witness.sees(self.table), self.views[viewer].state
            if encoded(seen) != encoded(shown):
                raise ViewDiffers(viewer, self.views[viewer], difference(seen, shown), self.match.charter)
            assert self.views[viewer].outcome == self.match.outcome


def difference(seen: object, shown: object) -> list[str]:
    """Return the places in which a view is wrong."""
    return sorted(differing(msgspec.to_builtins(seen), msgspec.to_builtins(shown)))


def check_views(subject: Declaration, seed: str, matches: int, every: int) -> None:
    for number in range(matches):
        for seats in subject.game.seats:
            rng = Random(f"{seed} {seats} {number}")
            views = Views(subject, rng, seats)
            views.follow(decided(views.match.begin(), views.match))
            views.check()
            for _, result in play_on(views.match, rng, subject.most_decisions * seats):
                views.follow(result)
                if rng.randrange(every) == 0 or views.match.outcome is not None:
                    views.check()


def test_views_agree_with_the_open_table(subject: Declaration, seed: str) -> None:
    check_views(subject, seed, 8, every=3)


@pytest.mark.campaign
def test_views_agree_with_the_open_table_in_many_matches(subject: Declaration, seed: str) -> None:
    check_views(subject, seed, 1000, every=1)


def changed_by(subject: Declaration, view: View, frame: Frame) -> list[str]:
    """Return the places of a view that a frame changes."""
    state = deepcopy(view.state)
    for recorded in frame.facts:
        if not isinstance(recorded.fact, Ended):
            subject.game.folds[type(recorded.fact)](state, recorded.fact)
    return difference(state, view.state)


def test_a_view_that_forgets_is_found(
    subject: Declaration, seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One view skips one frame: the comparison at once names exactly that view and what the frame changed."""
    honest = View.take
    forgotten: list[tuple[View, list[str]]] = []

    def take(self: View, frame: Frame) -> None:
        places = changed_by(subject, self, frame) if frame.number >= 5 and not forgotten else []
        if places:
            forgotten.append((self, places))
            frame = msgspec.structs.replace(frame, facts=())
        honest(self, frame)

    monkeypatch.setattr(View, "take", take)
    with pytest.raises(ViewDiffers) as found:
        check_views(subject, seed, 2, every=1)
    assert [(found.value.view, found.value.places)] == forgotten
