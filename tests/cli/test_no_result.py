"""`referee replay --no-result`: nothing that is printed says how the match ended."""

from __future__ import annotations

import pytest

from referee.cli.match_files import open_replay
from referee.games.fact_sentences import outcome_sentence
from referee.replay.format import seat_names
from tests.cli.running import inside
from tests.tidy.tree import ROOT


@pytest.mark.parametrize("file", ["abyss/2-seats.replay", "unfathomable/disputed.bundle"])
def test_the_result_can_be_left_out(file: str) -> None:
    path = str(ROOT / "replays" / file)
    replay = open_replay(path)
    result = outcome_sentence(replay.charter.game, replay.outcome, seat_names(replay))
    for options in ((), ("--as", "1"), ("--step",)):
        spoiled, kept = inside("replay", path, *options), inside("replay", path, *options, "--no-result")
        assert (spoiled.out.count(result), kept.out.count(result)) == (2, 0)
        assert "The match is over" not in kept.out
        assert "result by ruling" not in kept.out
        assert set(kept.out.splitlines()) < set(spoiled.out.splitlines())
    kinds = [line["kind"] for line in inside("replay", path, "--json").lines]
    assert [line["kind"] for line in inside("replay", path, "--json", "--no-result").lines] == kinds[:-1]
