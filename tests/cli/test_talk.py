"""Talk on the command line: played, shown in replays as every seat heard it, and listed among what was refused."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import inside
from tests.tidy.tree import ROOT

TALK = ROOT / "replays/unfathomable/talk.replay"
CULTISTS_TALK = ROOT / "replays/among_cultists/talk.replay"


def test_play_with_talk_and_read_it_again(tmp_path: Path) -> None:
    played = inside("play", "unfathomable", "--seats", "3", "--talk", "palette", "--save", str(tmp_path))
    assert played.code == 0, played
    (file,) = tmp_path.glob("*.replay")
    assert "\ntalk palette\n" in file.read_text(encoding="utf-8")
    assert inside("verify", str(file)).code == 0


def test_among_cultists_is_played_with_its_palette(tmp_path: Path) -> None:
    for talk, line in (([], "talk palette"), (["--talk", "none"], "")):
        played = inside("play", "among_cultists", "--seats", "4", *talk, "--save", str(tmp_path))
        assert played.code == 0, played
        (file,) = tmp_path.glob("*.replay")
        found = [each for each in file.read_text(encoding="utf-8").split("\n") if each.startswith("talk ")]
        assert found == [line][: bool(line)]
        assert inside("verify", str(file)).code == 0
        file.unlink()


def test_a_palette_that_a_game_does_not_have_is_refused() -> None:
    played = inside("play", "abyss", "--seats", "2", "--talk", "palette")
    assert played.code == 2
    assert "choose from none, free" in played.err


def test_every_seat_and_spectator_reads_what_was_said() -> None:
    for viewer in ("open", "spectator", "0", "2"):
        shown = inside("replay", str(TALK), "--as", viewer)
        assert shown.code == 0
        assert "says: “Trust me.”" in shown.out
        assert "talk" in shown.out
        assert "suspects" in shown.out


def test_talk_counts_as_facts_and_not_as_decisions() -> None:
    counts = {}
    for talk in ("none", "free"):
        played = inside("play", "unfathomable", "--seats", "3", "--talk", talk, "--json")
        counts[talk] = json.loads(played.out)
    assert counts["none"]["decisions"] == counts["free"]["decisions"]
    assert counts["none"]["facts"] < counts["free"]["facts"]


def test_why_does_not_look_for_a_cause() -> None:
    facts = inside("replay", str(TALK), "--json").lines
    number = next(fact["seq"] for fact in facts if fact["path"][0] == "talk")
    assert "of its own accord" in inside("why", str(TALK), str(number)).out


def test_claims_of_cultists_are_read_by_everyone() -> None:
    for viewer in ("open", "spectator", "0", "6"):
        shown = inside("replay", str(CULTISTS_TALK), "--as", viewer)
        assert shown.code == 0
        for words in ("says: I am ", "accuses", "on my Route card for this round", "says: I vote for"):
            assert words in shown.out, words


def test_claim_is_explained_by_the_rules_of_the_game() -> None:
    facts = inside("replay", str(CULTISTS_TALK), "--json").lines
    number = next(fact["seq"] for fact in facts if fact["path"] == ["talk", "talk.accusations"])
    explained = inside("why", str(CULTISTS_TALK), str(number)).out
    assert "Everyone may talk at any time" in explained
    assert "reconstructed: publisher FAQ for Ghosts" in explained
    assert "Players may call anyone a Cultist" in explained
    assert "house rule" in explained
