"""`referee dispute try`: re-run a match under another reading and show the first difference."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from referee.games import game as game_named
from referee.log.chain import GENESIS, link
from referee.match.charters import settle
from referee.match.entries import encode
from referee.match.match import Chained, Match
from referee.match.player import RandomPlayer, play_out
from referee.replay.reading import read_replay
from referee.replay.writing import write_replay
from tests.cli.running import inside
from tests.contracts.golden import REPLAYS

GERMAN = str(REPLAYS / "unfathomable" / "4-seats.replay")
ABYSS = str(REPLAYS / "abyss" / "2-seats.replay")


@cache
def drifting() -> str:
    """Return a golden replay in which monsters drift to different spaces as a block and by steps."""
    for path in sorted((REPLAYS / "unfathomable").glob("*.replay")):
        (trial,) = inside("dispute", "try", str(path), "--ruling", "travel.drift=block", "--json").lines or [
            {}
        ]
        if trial.get("fact") and "space" in trial["fact"]["fields"]:
            return str(path)
    raise AssertionError("no monster drifts elsewhere")


def tried(*arguments: str) -> str:
    ran = inside("dispute", "try", *arguments)
    assert ran.code == 0, ran.err
    assert "\x1b" not in ran.out
    return ran.out


def test_people_read_the_first_fact_that_differs_with_both_sides_and_the_rule() -> None:
    """`travel.monster_drift`: by steps or as a block (DE 24.7, FR 44.7, PL 36.7)."""
    out = tried(drifting(), "--ruling", "travel.drift=block")
    head, _, rest = out.partition("First fact that differs: ")
    assert "Readings that change (1)\n  travel.drift  How do monsters drift" in head
    assert "as played: per_step (default, fr, pl): One space" in head
    assert "tried:     block (de): All the spaces" in head
    assert rest.count("travel.monster_drift") == 2
    assert rest.count("de 24.7 · fr 44.7 · pl 36.7") == 2
    assert "last rulings consulted before it: travel.drift" in rest
    assert "could be followed under the other reading." in rest
    assert "Outcome\n  as played: The match is over. The " in rest


def test_people_read_where_a_trial_stops_and_why() -> None:
    """`deep_one.order`: under another reading, a seat is asked a question without a recorded answer."""
    for path in sorted((REPLAYS / "unfathomable").glob("*.replay")):
        for reading in game_named("unfathomable").rulebook.rulings["deep_one.order"].readings:
            ran = inside("dispute", "try", str(path), "--ruling", f"deep_one.order={reading}")
            if "stops after fact " in ran.out:
                assert ran.code == 0
                assert ran.out.startswith("Unknown outcome: ")
                assert "tried:     not reached" in ran.out
                return
    raise AssertionError("no trial stops")


def test_reading_without_effect() -> None:
    """`explore.exhausted` cannot occur with the cards of the box."""
    out = tried(ABYSS, "--ruling", "explore.exhausted=empty_handed")
    assert out.startswith("No effect: the same questions, the same facts, the same outcome.")
    assert "First" not in out


def test_programs_read_the_same() -> None:
    ran = inside("dispute", "try", drifting(), "--ruling", "travel.drift=block", "--json")
    assert ran.code == 0
    (trial,) = ran.lines
    assert trial.keys() == {
        "edition", "readings", "effect", "question", "fact", "answers", "followed", "passed_over", "stop", "facts",
        "facts_tried", "outcome", "outcome_tried",
    }  # fmt: skip
    assert trial["readings"] == {"travel.drift": ["per_step", "block"]}
    assert trial["fact"].keys() == {"number", "entry", "record", "tried", "fields", "rulings"}
    line = inside("replay", drifting(), "--json").lines[trial["fact"]["number"] - 1]
    assert (line["kind"], line["fact"]) == (trial["fact"]["record"]["kind"], trial["fact"]["record"]["fact"])


def test_unfinished_match_is_tried_as_far_as_it_went(tmp_path: Path) -> None:
    terms = settle(read_replay(Path(ABYSS).read_bytes()).charter)
    first = Match(terms)
    entries = [first.charter_entry]
    players = [RandomPlayer(f"unfinished {seat}") for seat in range(2)]
    play_out(
        terms, players, witness=lambda made: entries.append(Chained(made.seq, made.body, made.hash)), viewers=()
    )  # fmt: skip
    file = tmp_path / "unfinished.replay"
    file.write_text(write_replay(entries[:30]))
    out = tried(str(file), "--ruling", "victory.tie=last_to_move")
    assert out.startswith("No effect so far: the same questions, the same facts.")
    assert "The record ends with a question to seat " in out
    assert out.count("not reached") == 2


BAD_INPUT = {
    "nothing to try": ((ABYSS,), "name what to try"),
    "an unknown edition": ((ABYSS, "--edition", "xx"), "unknown edition 'xx' of abyss"),
    "an unknown ruling": ((ABYSS, "--ruling", "a.b=c"), "unknown ruling 'a.b'"),
    "an unknown reading": (
        (ABYSS, "--ruling", "victory.tie=x"),
        "unknown reading 'x' of victory.tie (choose from ",
    ),
    "a ruling of no form": ((ABYSS, "--ruling", "x"), "KEY=VALUE"),
    "the edition of the match": ((GERMAN, "--edition", "de"), "already played under these readings"),
    "the reading of the match": (
        (GERMAN, "--ruling", "travel.drift=block"),
        "already played under these readings",
    ),
    "a missing file": (("nowhere.replay", "--edition", "de"), "cannot read nowhere.replay"),
}


@pytest.mark.parametrize("case", BAD_INPUT)
def test_bad_input_gets_one_line_and_exit_code_2(case: str) -> None:
    arguments, said = BAD_INPUT[case]
    ran = inside("dispute", "try", *arguments)
    assert ran.code == 2, ran
    assert ran.out == ""
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1


def test_unknown_step_is_refused() -> None:
    assert inside("dispute").code == 2
    assert inside("dispute", "guess").code == 2


def test_damaged_replay_is_not_tried(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.replay"
    damaged.write_text(Path(ABYSS).read_text().replace("winners", "losers"))
    ran = inside("dispute", "try", str(damaged), "--edition", "de")
    assert ran.code == 2
    assert "is damaged at entry" in ran.err


def test_replay_that_does_not_follow_from_the_rules_is_not_tried(tmp_path: Path) -> None:
    """A file can be well formed and still not follow from the rules: a forger can recompute its hash chain."""
    replay = read_replay(Path(ABYSS).read_bytes())
    assert replay.outcome is not None
    changed = tmp_path / "changed.replay"
    changed.write_text(rewritten(ABYSS))
    ran = inside("dispute", "try", str(changed), "--ruling", "victory.tie=last_to_move")
    assert ran.code == 2
    assert "does not follow from the rules: entry " in ran.err
    ran = inside("why", str(changed), str(len(replay.entries)))
    assert ran.code == 2
    assert "does not follow from the rules: entry " in ran.err


def rewritten(path: str) -> str:
    """Return a replay without one of its answers, with entries renumbered and hashes recomputed."""
    replay = read_replay(Path(path).read_bytes())
    body = encode(replay.charter)
    head = link(GENESIS, body)
    chained = [Chained(0, body, head)]
    for entry in [each for each in replay.entries if each.seq != 12]:
        seq = len(chained)
        forged = encode(type(entry)(seq, *[getattr(entry, name) for name in entry.__struct_fields__[1:]]))
        head = link(head, forged)
        chained.append(Chained(seq, forged, head))
    return write_replay(chained, names=replay.names)
