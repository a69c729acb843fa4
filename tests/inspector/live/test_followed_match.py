"""A followed match tells the same story as the record of the match does, and nothing that its viewer cannot know."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from referee.disputes.explain.trace import trace_of
from referee.games import GAMES
from referee.inspector.live import story_calls
from referee.inspector.live.followed_match import FollowedMatch
from referee.inspector.live.live_app import _events
from referee.inspector.story import PAGE, Story
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Seat
from referee.match.charters import settle
from referee.replay.format import Replay
from referee.replay.visible_facts import visible_facts
from tests.contracts.over_the_wire import Wire
from tests.inspector.live.told_frames import MATCH, ToldFrames, frames_of
from tests.inspector.test_secrets import Difference, World, WorldPair, pairs_of

PAIRS, MANY_PAIRS = 1, 100
PLANTED_PAIRS = 12


def answers_in(replay: Replay) -> list[tuple[Seat, tuple[int, ...]]]:
    """Return the answers of a record as option numbers."""
    trace = trace_of(settle(replay.charter), replay.entries)
    found = []
    for asked in sorted(trace.questions, key=lambda each: each.entry):
        chosen = replay.entries[asked.entry - 1].answer
        options, picks = list(asked.question.ask.options), list[int]()
        for choice in chosen:
            place = next(
                number for number, option in enumerate(options) if option == choice and number not in picks
            )
            picks.append(place)
        found.append((asked.seat, tuple(picks)))
    return found


async def followed(world: World, viewer: Seat, told_as: Seat) -> FollowedMatch:
    """Follow a world as a viewer; `told_as` is whose frames are sent."""
    terms = settle(world.replay.charter)
    frames = frames_of(terms, answers_in(world.replay), told_as, world.rig)
    made: Any = ToldFrames(terms, viewer, frames)
    found = FollowedMatch(made, MATCH, "token")
    await found.open()
    return found


async def everything_sent(world: World, viewer: Seat, told_as: Seat) -> dict[str, bytes]:
    """Return all that a page of a viewer can be sent: the first events of its feed, and the answers to its calls."""
    match = await followed(world, viewer, told_as)
    events, sent = _events(match, 0), {}
    for number in range(2):
        sent[f"event {number}"] = await anext(events)
    encode = msgspec.json.encode
    sent["summary"] = encode(story_calls.about(match))
    sent["facts"] = encode(story_calls.facts_from(match, 1))
    sent["moments"] = encode(story_calls.moments(match))
    sent["plots"] = encode(story_calls.plots(match))
    last = len(match.story)
    for page in range((max(last, 1) - 1) // PAGE + 1):
        sent[f"pictures {page}"] = encode(story_calls.pictures(match, page))
    for number in range(1, last + 1, max(1, last // 4)):
        sent[f"why {number}"] = encode(story_calls.why(match, number))
    match.close()
    return sent


def compare(pairs: Iterable[WorldPair], wire: Wire, told_as: Seat | None = None) -> None:
    """Raise `Difference` if a viewer is sent other bytes in one world than in the other."""
    for pair in pairs:
        sent = []
        for world in (pair.ours, pair.theirs):
            wire.rig = world.rig
            viewer = pair.viewer if told_as is None else told_as
            sent.append(asyncio.run(everything_sent(world, pair.viewer, viewer)))
        wire.rig = None
        for what in sent[0] | sent[1]:
            if sent[0].get(what) != sent[1].get(what):
                raise Difference(f"viewer {pair.viewer}: {what}")


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """Return what lets a re-run make the draws of its world."""
    return Wire(monkeypatch)


@pytest.mark.parametrize("game", GAMES)
def test_no_page_is_sent_what_its_viewer_cannot_know(game: str, seed: str, wire: Wire) -> None:
    compare(pairs_of(game, seed, PAIRS), wire)


@pytest.mark.campaign
@pytest.mark.parametrize("game", GAMES)
def test_no_page_is_sent_what_its_viewer_cannot_know_in_many_worlds(game: str, seed: str, wire: Wire) -> None:
    compare(pairs_of(game, seed, MANY_PAIRS), wire)


def test_a_planted_leak_is_found(seed: str, wire: Wire) -> None:
    """A page that is sent the frames of the open table differs between the worlds."""
    with pytest.raises(Difference):
        compare(pairs_of("abyss", seed, PLANTED_PAIRS), wire, told_as=OPEN_TABLE)


@pytest.mark.parametrize("game", GAMES)
def test_the_story_is_that_of_the_record(game: str, seed: str, wire: Wire) -> None:
    pair = next(iter(pairs_of(game, seed, 1)))
    world = pair.ours
    wire.rig = world.rig
    for viewer in (SPECTATOR, pair.viewer):
        match = asyncio.run(_story_of(world, viewer))
        facts = list(visible_facts(world.replay, viewer))
        names = [f"player-{seat}" for seat in range(world.replay.charter.seats)]
        story = Story(settle(world.replay.charter), facts, viewer, names)
        ours = [msgspec.structs.replace(fact, by=None) for fact in match.story.told]
        assert ours == [msgspec.structs.replace(fact, by=None) for fact in story.told]
        known = {fact.number: fact.by for fact in story.told}
        # Whose answer it was is told where it is known for sure, and then it is right.
        wrong = [fact for fact in match.story.told if fact.by and fact.by != known[fact.number]]
        assert not wrong
        for page in range((max(len(facts), 1) - 1) // PAGE + 1):
            assert msgspec.json.encode(
                match.story.picture_page(page), order="deterministic"
            ) == story.picture_page(page)
        assert match.story.plots() == story.plots()


async def _story_of(world: World, viewer: Seat) -> FollowedMatch:
    match = await followed(world, viewer, viewer)
    match.close()
    return match
