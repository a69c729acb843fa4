"""Two worlds that differ only in what a viewer cannot know give that viewer the same bytes over HTTP."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

import pytest
from starlette.applications import Starlette

from referee.games import GAMES
from referee.inspector import opened_match
from referee.inspector.knowledge import ViewerFacts
from referee.inspector.opened_match import MatchRecord, OpenedMatch
from referee.inspector.shown_matches import ShownMatches
from referee.inspector.story import PAGE
from referee.inspector.web_app import web_app
from referee.kernel.chance import Rig
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.match.charters import Terms
from referee.match.match import Match
from referee.replay.format import Replay
from referee.replay.visible_facts import VisibleFact, visible_facts
from tests.contracts.declarations import declaration
from tests.contracts.interference import Chronicle, Pair
from tests.contracts.over_the_wire import Wire, stories
from tests.contracts.playing import decided, random_terms
from tests.inspector.requests import HOST, REPLAYS, get

PAIRS, MANY_PAIRS = 1, 200
PLANTED_PAIRS = 12
"""Not every pair of worlds shows a leak: the page of a match sends little of some secrets."""
PLANTED_AFTER = 30
"""How many matches to skip that do not show the planted leak, to save time. A wrong number only costs time."""

NAME = "abyss/2-seats.replay"
"""The name under which every world is shown."""


class Difference(AssertionError):
    """A viewer received what it cannot know."""


def app_showing(replay: Replay, host: str = HOST) -> Starlette:
    """Return an application that shows this match, whatever the file with that name holds."""
    return web_app(ShownMatches(REPLAYS, lambda path: MatchRecord(replay)), [host])


def played(terms: Terms, answers: Sequence[tuple[Seat, tuple[int, ...]]], rig: Rig | None) -> Replay:
    """Play a world again and return its record."""
    match = Match(terms, rig=rig)
    entries = [decided(match.begin(), match).entry]
    for seat, picks in answers:
        entries.append(decided(match.submit(seat, match.questions[seat].number, picks), match).entry)
    return Replay(terms.charter, {}, {}, tuple(entries), match.head.hex(), match.outcome)


class World(NamedTuple):
    """A match, with the draws that its re-runs need."""

    replay: Replay
    rig: Rig | None


class WorldPair(NamedTuple):
    """Two worlds that the rules let a viewer not tell apart."""

    viewer: Seat
    ours: World
    theirs: World


def pairs_of(game: str, seed: str, pairs: int, *, skipped: int = 0) -> Iterator[WorldPair]:
    """Yield pairs of worlds that differ, each up to where the rules show the viewer a difference.

    Begin after as many matches as are to be `skipped`.
    """
    subject, number = declaration(game), skipped
    found = 0
    while found < pairs:
        number += 1
        luck = f"{seed} {number}"
        rng = Random(luck)
        terms = random_terms(subject, rng, luck=luck)
        chronicle = Chronicle(subject, terms, luck)
        pair = Pair(chronicle, next(chronicle.changes(rng)), luck)
        pair.compare()
        viewer = rng.choice(list(pair.b.viewers))
        told = stories(chronicle, pair, viewer)
        if told is None or any(any(said) for story in told for said in story.talk):
            continue
        worlds = [World(played(terms, story.answers, story.rig), story.rig) for story in told]
        if worlds[0].replay != worlds[1].replay:
            found += 1
            yield WorldPair(viewer, *worlds)


def everything_sent(app: Starlette, viewer: Seat) -> dict[str, bytes]:
    """Ask for everything that the page of a viewer may ask for."""
    who = str(viewer) if viewer >= 0 else "spectator"
    facts = get(app, f"/api/summary/{NAME}?as={who}").json["facts"]
    asked = [f"summary/{NAME}?as={who}", f"plots/{NAME}?as={who}", f"facts/{NAME}?as={who}&from=1"]
    asked += [f"pictures/{NAME}?as={who}&page={page}" for page in range((max(facts, 1) - 1) // PAGE + 1)]
    asked += [f"knowledge/{NAME}?as={who}", f"odds/{NAME}?as={who}"]
    asked += [f"why/{NAME}?as={who}&fact={number}" for number in range(1, facts + 1, max(1, facts // 4))]
    return {address: get(app, f"/api/{address}").body for address in asked}


def compare(pair: WorldPair, wire: Wire) -> None:
    """Raise `Difference` if the viewer receives other bytes in one world than in the other, or the seed."""
    sent = []
    for world in (pair.ours, pair.theirs):
        wire.rig = world.rig
        sent.append(everything_sent(app_showing(world.replay), pair.viewer))
    wire.rig = None
    for address in sent[0] | sent[1]:
        if sent[0].get(address) != sent[1].get(address):
            raise Difference(f"viewer {pair.viewer}: {address}")
        if pair.ours.replay.charter.seed.encode() in sent[0][address]:
            raise Difference(f"the seed: {address}")


def compare_all(pairs: Iterable[WorldPair], wire: Wire) -> None:
    """Compare every pair of worlds."""
    for pair in pairs:
        compare(pair, wire)


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """Return what lets a re-run make the draws of its world."""
    return Wire(monkeypatch)


@pytest.mark.parametrize("game", GAMES)
def test_no_viewer_is_sent_what_it_cannot_know(game: str, seed: str, wire: Wire) -> None:
    compare_all(pairs_of(game, seed, PAIRS), wire)


@pytest.mark.campaign
@pytest.mark.parametrize("game", GAMES)
def test_no_viewer_is_sent_what_it_cannot_know_in_many_worlds(game: str, seed: str, wire: Wire) -> None:
    compare_all(pairs_of(game, seed, MANY_PAIRS), wire)


def test_a_planted_leak_in_what_is_known_is_found(
    seed: str, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A report that is made from the facts of the open table, and counts as the viewer does."""
    told_to = OpenedMatch._told_to

    def open_told_to(match: OpenedMatch, viewer: Seat, _: Seat) -> ViewerFacts:
        return ViewerFacts(viewer, *told_to(match, OPEN_TABLE, OPEN_TABLE)[1:])

    monkeypatch.setattr(OpenedMatch, "_told_to", open_told_to)
    with pytest.raises(Difference, match=r"knowledge/|odds/"):
        compare_all(pairs_of("among_cultists", seed, PLANTED_PAIRS), wire)


def test_a_planted_leak_is_found(seed: str, wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    def open_facts(replay: Replay, _: Seat) -> Iterator[VisibleFact]:
        return visible_facts(replay, OPEN_TABLE)

    monkeypatch.setattr(opened_match, "visible_facts", open_facts)
    with pytest.raises(Difference):
        compare_all(pairs_of("abyss", seed, PLANTED_PAIRS, skipped=PLANTED_AFTER), wire)
