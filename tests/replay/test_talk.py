"""Talk in replays: written in one way, read strictly, run again, and checked by programs that share no code."""

from __future__ import annotations

from hashlib import sha256
from itertools import count

import pytest

from referee.kernel.game import Charter
from referee.kernel.talk import STATEMENTS_BETWEEN_NEWS, Said
from referee.log.chain import GENESIS, chain
from referee.match.entries import encode, said_in
from referee.match.match import Chained, Decided, Match
from referee.replay.format import BadReplay
from referee.replay.reading import read_replay
from referee.replay.verification import verify_entries, verify_replay
from referee.replay.writing import write_replay
from tests.match import toy
from tests.match.played import logged

TERMS = toy.settle(toy.talking(3, "talk in replays"))
TEXT = 'No: "never" @ talk {"seat":1} > ~'


def record() -> str:
    match = Match(TERMS)
    decisions = [match.begin(), match.say(1, Said(1, TEXT)), match.submit(2, 1, (1,))]
    decisions += [match.say(2, toy.Pointed(2, 0)), match.say(0, toy.Boasted(0, toy.Card.BLUE_3))]
    decisions += [match.submit(0, 1, (0,)), match.submit(1, 1, (0,))]
    assert all([isinstance(each, Decided) for each in decisions])
    return write_replay(logged(match, [each for each in decisions if isinstance(each, Decided)]))


REPLAY = record()


def marked(header: str) -> str:
    """Return a header with the mark that fits it."""
    lines = header.rpartition("\nmark ")[0]
    return f"{lines}\nmark {sha256(lines.encode()).hexdigest()[:16]}"


def with_header(old: str, new: str) -> bytes:
    header, _, rest = REPLAY.partition("\n\n")
    assert old in header
    return f"{marked(header.replace(old, new, 1))}\n\n{rest}".encode()


def test_talk_has_its_own_first_line_and_one_fact() -> None:
    assert "\ntalk free\nmark " in REPLAY
    entry = REPLAY.split("\n\n")[2].split("\n")
    assert entry[0].startswith("2 talk 1 ")
    assert entry[1:] == ['  - talk.said {"seat":1,"text":"No: \\"never\\" @ talk {\\"seat\\":1} > ~"} @ talk']
    assert '  - toy.boasted {"seat":0,"card":"blue/3"} @ talk/play' in REPLAY.split("\n")


def test_a_replay_with_talk_is_read_and_verified() -> None:
    found = read_replay(REPLAY.encode(), settle=toy.settle)
    said = [said_in(entry) for entry in found.entries if entry.by == "talk"]
    assert said == [Said(1, TEXT), toy.Pointed(2, 0), toy.Boasted(0, toy.Card.BLUE_3)]
    assert found.charter == TERMS.charter
    verdict = verify_replay(REPLAY.encode(), settle=toy.settle)
    assert verdict.ok, verdict.first_difference


CHANGES = {
    "another speaker": ("2 talk 1 ", "2 talk 0 ", "entry 2, statement"),
    "another word": ("never", "often", "entry 2, hash"),
    "a seat that does not exist": ('{"seat":2,"at":0}', '{"seat":2,"at":7}', "entry 4, statement"),
    "a forbidden statement": ('"card":"blue/3"', '"card":"red/1"', "entry 5, statement"),
    "a card face down": ('"card":"blue/3"', '"card":"?"', "entry 5, statement"),
    "another path": (" @ talk/play", " @ talk", "entry 5, fact 1"),
    "an answer": ("\n  - toy.pointed", "\n  > toy.listen\n  - toy.pointed", "entry 4"),
    "a second fact": ("@ talk\n\n5", '@ talk\n  - talk.said {"seat":2,"text":"a"} @ talk\n\n5', "entry 4"),
    "a fact that is no statement": (
        '  - toy.pointed {"seat":2,"at":0} @ talk',
        '  - toy.bid {"seat":2,"amount":0} @ talk',
        "entry 4",
    ),
    "a question": ("2 talk 1 ", "2 talk 1  0 ", "entry 2, line"),
    "no seat": ("2 talk 1 ", "2 talk ", "entry 2, line"),
    "an answer instead": ("2 talk 1 ", "2 seat 1 toy.bid 1 ", "entry 2"),
}


@pytest.mark.parametrize(("old", "new", "where"), CHANGES.values(), ids=CHANGES.keys())
def test_a_change_in_talk_is_found(old: str, new: str, where: str) -> None:
    assert old in REPLAY
    verdict = verify_replay(REPLAY.replace(old, new, 1).encode(), settle=toy.settle)
    assert not verdict.ok
    assert str(verdict.first_difference).startswith(where), verdict.first_difference


@pytest.mark.parametrize(
    ("charter", "refusal"),
    [
        (toy.charter(3, "talk in replays"), "no_talk"),
        (toy.talking(3, "talk in replays", "palette"), "not_in_palette"),
    ],
)
def test_talk_that_the_charter_does_not_allow_is_found(charter: Charter, refusal: str) -> None:
    """The record is written with hashes that fit, so only running it again finds the talk."""
    bodies = [
        encode(charter),
        *[encode(entry) for entry in read_replay(REPLAY.encode(), settle=toy.settle).entries],
    ]
    log = [Chained(*each) for each in zip(count(), bodies, chain(GENESIS, bodies), strict=False)]
    replay = write_replay(log).encode()
    for verdict in (verify_replay(replay, settle=toy.settle), verify_entries(log, settle=toy.settle)):
        expected = "entry 2, statement: expected one that is allowed"
        assert str(verdict.first_difference).startswith(expected)
        assert refusal in str(verdict.first_difference)


@pytest.mark.parametrize("line", ["talk none", "talk", "talk loud", 'talk "free"'])
def test_only_two_policies_are_written(line: str) -> None:
    with pytest.raises(BadReplay):
        read_replay(with_header("talk free", line), settle=toy.settle)


def test_the_start_is_written_in_one_way_only() -> None:
    digits = REPLAY.split("\n\n")[1].split("\n")[0].rpartition(" ")[2]
    longer = REPLAY.replace(f"1 start {digits}", f"1 start -1  0 {digits}", 1)
    assert not verify_replay(longer.encode(), settle=toy.settle).ok


def test_a_flood_in_a_record_is_found() -> None:
    match = Match(TERMS)
    decisions = [match.begin()]
    decisions += [match.say(0, Said(0, "Hm.")) for _ in range(STATEMENTS_BETWEEN_NEWS)]
    match._spoken.clear()
    decisions.append(match.say(0, Said(0, "Hm.")))
    log = logged(match, [each for each in decisions if isinstance(each, Decided)])
    verdict = verify_replay(write_replay(log).encode(), settle=toy.settle)
    assert "too_much_talk" in str(verdict.first_difference)
