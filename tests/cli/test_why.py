"""`referee why`: explain a fact by its rules, answers, readings and draws, or an answer by the rule that forbids it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.disputes.evidence.bundles import RefusedIntent, write_bundle
from referee.kernel.refusals import Refusal
from referee.replay.reading import read_replay
from tests.cli.running import inside
from tests.contracts.golden import REPLAYS
from tests.disputes.recordings import STARTED, RandomRecording

SHIP = str(REPLAYS / "unfathomable" / "4-seats.replay")
ARRIVED = str(REPLAYS / "unfathomable" / "arrived.replay")
ABYSS = str(REPLAYS / "abyss" / "2-seats.replay")


def facts(path: str) -> list[Any]:
    return inside("replay", path, "--json").lines


def number_of(path: str, kind: str) -> str:
    """Return the number of the first fact of a kind."""
    return str(next(line["seq"] for line in facts(path) if line["kind"] == kind))


def test_text_shows_the_fact_the_answers_the_rules_and_the_draws() -> None:
    """`die.d8`: before a roll everyone is asked, and the face is drawn."""
    number = number_of(SHIP, "unfathomable.die_rolled")
    ran = inside("why", SHIP, number)
    assert ran.code == 0, ran.err
    assert ran.out.startswith(f"Fact {number}  ")
    for said in (
        "rules: German Rules Reference",
        "(seat 0) answered: A die is about to be rolled.",
        "Rules, outermost first\n  turn.order  ",
        "\n      de 53.0 · fr 24.0 · pl 17.0\n",
        "here: stream die, word 0, a number below 8: ",
    ):
        assert said in ran.out, said
    assert "\x1b" not in ran.out
    assert not any(line.endswith(" ") for line in ran.out.splitlines())


def test_people_read_the_reading_in_force_and_the_others() -> None:
    """`travel.drift`: the editions differ."""
    number = next(str(line["seq"]) for line in facts(ARRIVED) if line["rule"] == "travel.monster_drift")
    ran = inside("why", ARRIVED, number)
    assert "travel.drift  How do monsters drift" in ran.out
    assert "The editions differ." in ran.out
    assert "in force and applied here: per_step (default, fr, pl): " in ran.out
    assert "other: block (de): " in ran.out


def test_people_read_the_shuffle_that_put_a_card_there() -> None:
    """`skill_set.draw`: cards come from the top of their decks."""
    ran = inside("why", SHIP, number_of(SHIP, "unfathomable.cards_drawn"))
    assert "shuffled before fact " in ran.out
    assert ": taken from place " in ran.out


def test_printed_rule_is_not_a_house_rule() -> None:
    line = next(line for line in facts(SHIP) if any(rule.startswith("skill.") for rule in line["path"]))
    said = inside("why", SHIP, str(line["seq"])).out
    assert "printed on the card or the board" in said
    assert "house rule" not in said


def test_first_fact_and_last_fact_are_explained() -> None:
    assert "Nobody was asked: the fact is part of the setup." in inside("why", ABYSS, "1").out
    last = facts(ABYSS)[-1]
    assert (
        f"match.ended, entry {len(read_replay(Path(ABYSS).read_bytes()).entries)} of "
        in inside("why", ABYSS, str(last["seq"])).out
    )


def test_programs_read_the_same() -> None:
    number = number_of(SHIP, "unfathomable.die_rolled")
    (told,) = inside("why", SHIP, number, "--json").lines
    assert told.keys() == {
        "number", "entry", "kind", "sentence", "fact", "path", "rulings", "answers", "draws", "shuffles",
            "readings",
    }  # fmt: skip
    line = facts(SHIP)[int(number) - 1]
    assert [rule["rule"] for rule in told["path"]] == line["path"]
    assert told["fact"] == line["fact"]
    assert told["draws"][-1].keys() == {"entry", "label", "word", "size", "result", "fact"}


def turn_question() -> tuple[str, str]:
    """Return the seat and the number of the first question about a turn of Abyss."""
    entries = read_replay(Path(ABYSS).read_bytes()).entries
    entry = next(entry for entry in entries if entry.asked == "abyss.turn")
    return str(entry.seat), str(entry.question)


@pytest.mark.parametrize("answer", ['{"kind":"abyss.end_turn"}', "abyss.end_turn", "  > abyss.end_turn"])
def test_refused_answer_comes_with_the_rule_that_forbids_it(answer: str) -> None:
    """`action`: a turn is not ended before its action."""
    seat, question = turn_question()
    ran = inside("why", ABYSS, "--seat", seat, "--question", question, "--answer", answer)
    assert ran.code == 0, ran.err
    assert "refused: You must carry out an action before you end your turn. (action_owed)" in ran.out
    assert "The rule that forbids it\n  action  In its turn" in ran.out
    assert "Rules under which it was asked, outermost first" in ran.out


@pytest.mark.parametrize("answer", ["[99]", "[0, 0]", "[]"])
def test_answer_that_no_rule_forbids_comes_with_the_rule_that_asks(answer: str) -> None:
    seat, question = turn_question()
    ran = inside("why", ABYSS, "--seat", seat, "--question", question, "--answer", answer)
    assert ran.code == 0, ran.err
    assert "The rule that asks\n  action  In its turn" in ran.out
    assert "forbids" not in ran.out


def test_allowed_answer_is_said_to_be_allowed() -> None:
    seat, question = turn_question()
    ran = inside("why", ABYSS, "--seat", seat, "--question", question, "--answer", "0")
    assert ran.code == 0
    assert "allowed: the rules accept this answer." in ran.out


def test_programs_read_a_refusal() -> None:
    seat, question = turn_question()
    arguments = ("why", ABYSS, "--seat", seat, "--question", question, "--json", "--answer")
    (told,) = inside(*arguments, "[99]").lines
    assert (told["is_allowed"], told["refusal"]) == (False, "out_of_range")
    (told,) = inside(*arguments, json.dumps({"kind": "abyss.no_such_thing"})).lines
    assert told["refusal"] == "malformed"
    (told,) = inside(*arguments, "[0]", "--after", "9").lines
    assert told["refusal"] in ("stale_question", "not_asked")


BAD_INPUT = {
    "no fact": ((ABYSS,), "give the number of a fact"),
    "half a question": ((ABYSS, "--seat", "1"), "--seat, --question and --answer"),
    "a fact and a question": ((ABYSS, "3", "--seat", "1", "--question", "1", "--answer", "0"), "or all of"),
    "fact 0": ((ABYSS, "0"), "there is no fact 0; the match has facts 1 to "),
    "a fact beyond the end": ((ABYSS, "99999"), "there is no fact 99999"),
    "a fact that is none": ((ABYSS, "many"), "many"),
    "a seat beyond the table": (
        (ABYSS, "--seat", "5", "--question", "1", "--answer", "0"),
        "seats 0 to 1",
    ),
    "a question never asked": ((ABYSS, "--seat", "1", "--question", "9999", "--answer", "0"), "never asked"),
    "an answer that is none": (
        (ABYSS, "--seat", "1", "--question", "1", "--answer", "{"),
        "cannot parse --answer",
    ),
    "a missing file": (("nowhere.replay", "1"), "cannot read nowhere.replay"),
}


@pytest.mark.parametrize("case", BAD_INPUT)
def test_bad_input_gets_one_line_and_exit_code_2(case: str) -> None:
    arguments, said = BAD_INPUT[case]
    ran = inside("why", *arguments)
    assert ran.code == 2, ran
    assert ran.out == ""
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_damaged_replay_is_not_explained(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.replay"
    damaged.write_text(Path(ABYSS).read_text().replace("abyss.explore\n", "abyss.explorr\n", 1))
    ran = inside("why", str(damaged), "5")
    assert ran.code == 2
    assert "is damaged at entry" in ran.err
    assert len(ran.err.splitlines()) == 1


# --- intents that a server refused ---


@pytest.fixture
def bundle(tmp_path: Path) -> str:
    """A bundle with two refused intents: ending a turn without an action, and an answer that was not recorded."""
    recording = RandomRecording(answers=9)
    made = recording.bundle()
    wanted = (b'{"question":1,"answer":[{"kind":"abyss.end_turn"}]}', b'{"question":1,"answer_bytes":9999}')
    asked = next(entry.seat for entry in read_replay(made.replay.encode()).entries if entry.seat >= 0)
    owed = b'{"question":1,"refused":{"refusal":"not_offered","rule":"action","obstacle":"action_owed"}}'
    replies = (owed, b'{"question":1,"refused":{"refusal":"malformed"}}')
    refusals = [
        RefusedIntent(asked, STARTED, msgspec.Raw(intent), msgspec.Raw(reply))
        for intent, reply in zip(wanted, replies, strict=True)
    ]
    path = tmp_path / "refused.bundle"
    path.write_text(
        write_bundle(msgspec.structs.replace(made, refusals=tuple(refusals)), recording.keys.signer)
    )
    return str(path)


def test_refused_intents_of_a_bundle_are_listed_and_explained(bundle: str) -> None:
    """For any refused intent: the rule that forbids it."""
    listed = inside("why", bundle, "--refused").out.splitlines()
    assert [line.rpartition("question 1: ")[2].strip() for line in listed] == [
        '[{"kind":"abyss.end_turn"}]',
        "You must carry out an action before you end your turn. (action_owed, action)",
        "an answer that was not recorded",
        f"{Refusal.MALFORMED.meaning} (malformed)",
    ]
    lines = inside("why", bundle, "--refused", "--json").lines
    assert [line["number"] for line in lines] == [1, 2]
    assert lines[0].keys() == {"number", "seat", "at", "intent", "reply"}
    told = inside("why", bundle, "--refused", "1").out
    assert "refused: You must carry out an action before you end your turn. (action_owed)" in told
    assert "The rule that forbids it\n  action  " in told
    assert "(malformed)" in inside("why", bundle, "--refused", "2").out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--refused", "3"), "no refused intent 3 in "),
        (("--refused", "-1"), "no refused intent -1 in "),
        (("--refused", "1", "--seat", "1"), "--refused cannot be combined"),
        (("7", "--refused"), "--refused cannot be combined"),
    ],
)
def test_unknown_refused_intent_gets_one_line(bundle: str, arguments: tuple[str, ...], why: str) -> None:
    ran = inside("why", bundle, *arguments)
    assert ran.code == 2
    assert why in ran.err


def test_a_replay_has_no_refused_intents() -> None:
    ran = inside("why", ABYSS, "--refused")
    assert ran.code == 2
    assert "is a replay, which has no refused intents" in ran.err
