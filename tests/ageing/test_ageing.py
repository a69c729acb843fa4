"""A record of an old shape verifies, folds, explains and exports under the rules of today.

`harbour-1.replay` was written by version 1 of the game, before the kinds it holds were retired; `harbour-2.replay` by
version 2. Neither is ever written again.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import referee.games
from referee.cli import main
from referee.disputes.explain.explanations import explain
from referee.disputes.explain.trace import trace_of
from referee.feeds.frames import viewers_of
from referee.feeds.views import View
from referee.kernel.facts import Fact
from referee.kernel.game import Charter, Game
from referee.match.charters import Settle, Terms, settle_with
from referee.proof.keys import Keyring
from referee.replay.format import BadReplay, Replay
from referee.replay.reading import read_replay
from referee.replay.rerun import Rerun
from referee.replay.verification import Verification, verify_replay
from tests.ageing import harbour
from tests.ageing.harbour import (
    ASK_AGAIN,
    GAME,
    RULEBOOK,
    DieRolled,
    DieRolled2,
    PlayOn,
    RoundWon,
    Stake,
    Stake2,
    Token,
)

RECORDS = {version: Path(__file__).with_name(f"harbour-{version}.replay") for version in (1, 2)}


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the game for functions and commands that look it up by name. It has no messages on the wire."""
    monkeypatch.setattr(referee.games, "GAMES", (*referee.games.GAMES, "harbour"))
    monkeypatch.setitem(sys.modules, "referee.games.harbour", harbour)
    codec = SimpleNamespace(leaf=lambda frame: repr(frame).encode())
    monkeypatch.setattr("referee.wire.codec.codec_of", lambda name: codec)


def record(version: int) -> Replay:
    return read_replay(RECORDS[version].read_bytes(), settle=harbour.settle)


def facts_of(replay: Replay) -> list[Fact]:
    return [recorded.fact for entry in replay.entries for recorded in entry.facts]


def kinds_in(replay: Replay) -> set[type]:
    """Return the kinds of fact and choice in a record."""
    chosen = [choice for entry in replay.entries for choice in entry.answer]
    return {type(thing) for thing in [*facts_of(replay), *chosen]}


def settling(game: Game) -> Settle:
    def settle(charter: Charter) -> Terms:
        return settle_with(game, charter)

    return settle


def under(game: Game, version: int) -> Verification:
    """Verify a record under other rules than those of the module."""
    return verify_replay(RECORDS[version].read_bytes(), settle=settling(game))


# --- verify ---


@pytest.mark.parametrize("version", RECORDS)
def test_every_rules_version_has_a_record_that_verifies(version: int) -> None:
    assert sorted(RECORDS) == list(range(1, GAME.rules_version + 1))
    assert record(version).charter.rules_version == version
    assert under(GAME, version).ok


def test_each_record_has_the_kinds_of_its_own_version() -> None:
    old, new = kinds_in(record(1)), kinds_in(record(2))
    assert {DieRolled, Stake, PlayOn} <= old
    assert old.isdisjoint({DieRolled2, Stake2})
    assert {DieRolled2, Stake2} <= new
    assert new.isdisjoint(GAME.retired)
    assert {entry.asked for entry in record(1).entries} - {entry.asked for entry in record(2).entries} == {
        ASK_AGAIN.name
    }


def test_a_match_created_today_is_played_by_the_new_ruling() -> None:
    assert harbour.settle(record(1).charter).setup.readings == {"ties": "first"}
    assert harbour.settle(record(2).charter).setup.readings == {"ties": "nobody"}
    wins = [
        len([fact for fact in facts_of(record(version)) if isinstance(fact, RoundWon)]) for version in RECORDS
    ]
    assert wins == [3, 2], "each record has a tie"


# --- fold ---


@pytest.mark.parametrize("version", RECORDS)
def test_a_record_folds_into_the_view_of_every_viewer(version: int) -> None:
    replay = record(version)
    terms = harbour.settle(replay.charter)
    viewers = viewers_of(terms.charter.seats)
    views = {viewer: View(terms.game, terms.setup, viewer) for viewer in viewers}
    rerun = Rerun(terms, viewers=viewers)
    for entry in replay.entries:
        for viewer, frame in rerun.follow_entry(entry).frames.items():
            views[viewer].take(frame)
    outcome = replay.outcome
    assert outcome is not None
    for viewer, view in views.items():
        assert view.outcome == outcome
        assert tuple(view.state.points) == outcome.scores
        assert view.state.face == [fact.face for fact in facts_of(replay) if hasattr(fact, "face")][-1]
        assert [seat for seat, hand in enumerate(view.state.hands) if Token.HIDDEN not in hand] == (
            [viewer] if viewer >= 0 else []
        )


# --- explain ---


@pytest.mark.usefixtures("registered")
def test_an_old_fact_is_explained_in_its_old_shape() -> None:
    replay = record(1)
    facts = facts_of(replay)
    number = facts.index(DieRolled(6)) + 1
    found = explain(replay.charter, replay.entries, number)
    assert (found.kind, found.fact) == ("harbour.die_rolled", {"face": 6})
    assert found.sentence == GAME.wording.say_fact(facts[number - 1], [])
    assert [citation.statement for citation in found.path][-1] == RULEBOOK.rules["roll"].statement
    assert [given.answer for given in found.answers] == [
        ({"kind": "harbour.stake", "amount": amount},) for amount in (1, 2, 3)
    ]
    assert [(luck.label, luck.result) for luck in found.draws] == [("die", (5,))]


@pytest.mark.usefixtures("registered")
def test_a_retired_question_and_the_old_reading_are_explained() -> None:
    replay = record(1)
    facts = facts_of(replay)
    traced = trace_of(harbour.settle(replay.charter), replay.entries)
    assert ASK_AGAIN.name in [each.question.ask.name for each in traced.questions]
    began = next(number for number, fact in enumerate(facts, 1) if fact == harbour.RoundBegan(2))
    # It begins a turn, and no answer contributed to that.
    assert explain(replay.charter, replay.entries, began).answers == ()
    won = max(number for number, fact in enumerate(facts, 1) if isinstance(fact, RoundWon))
    assert [(each.ruling, each.reading) for each in explain(replay.charter, replay.entries, won).rulings] == [
        ("ties", "first")
    ]


# --- export ---


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("version", RECORDS)
def test_a_record_is_exported_as_a_bundle_that_verifies(
    version: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = tmp_path / "harbour.bundle"
    Keyring(tmp_path / "keys")
    export = [
        "export",
        str(RECORDS[version]),
        "--match",
        "m-1",
        "-o",
        str(bundle),
        "--data-dir",
        str(tmp_path),
    ]
    assert main(export) == 0, capsys.readouterr().err
    assert main(["verify", str(bundle)]) == 0, capsys.readouterr()
    assert RECORDS[version].read_text(encoding="utf-8") in bundle.read_text(encoding="utf-8")


# --- what goes wrong without each part of the mechanism ---


def without(kind: Any) -> Game:
    """Return the game after somebody deleted a kind instead of retiring it."""
    return msgspec.structs.replace(
        GAME,
        facts=tuple([each for each in GAME.facts if each is not kind]),
        choices=tuple([each for each in GAME.choices if each is not kind]),
    )


@pytest.mark.parametrize("kind", [DieRolled, Stake, PlayOn])
def test_a_deleted_kind_makes_old_records_unreadable(kind: type) -> None:
    settle = settling(without(kind))
    with pytest.raises(BadReplay, match="harbour"):
        read_replay(RECORDS[1].read_bytes(), settle=settle)
    assert read_replay(RECORDS[2].read_bytes(), settle=settle).entries


def test_a_script_that_ignores_the_version_does_not_reproduce_old_records(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def roll(table: Any) -> None:
        table.record(DieRolled2(table.state.number % table.seats, table.chance("die").below(6) + 1))

    monkeypatch.setattr(harbour, "roll", roll)
    found = under(GAME, 1)
    assert not found.ok
    assert found.first_difference is not None
    assert found.first_difference.entry == 4


def test_a_ruling_without_its_old_reading_does_not_reproduce_old_records() -> None:
    ties = msgspec.structs.replace(RULEBOOK.rulings["ties"], since=1)
    newer = msgspec.structs.replace(GAME, rulebook=msgspec.structs.replace(RULEBOOK, rulings={"ties": ties}))
    assert not under(newer, 1).ok
    assert under(newer, 2).ok
