"""Statements: which a seat may make, as a table, and what every game must declare about its own."""

from __future__ import annotations

from enum import Enum
from typing import get_type_hints

import pytest

from referee.games import GAMES, game
from referee.kernel.facts import visibility_of
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.talk import TEXT_BYTES, TEXT_LENGTH, Said, Statement, TalkPolicy, is_plain, refusal_of
from tests.match.toy import GAME, Boasted, Card, Pointed

SEATS = 3

ROWS: list[tuple[TalkPolicy, Statement, Refused | None]] = [
    ("none", Said(1, "Hello."), Refused(Refusal.NO_TALK)),
    ("none", Pointed(1, 0), Refused(Refusal.NO_TALK)),
    ("palette", Said(1, "Hello."), Refused(Refusal.NOT_IN_PALETTE)),
    ("palette", Pointed(1, 0), None),
    ("palette", Pointed(1, 2), None),
    ("palette", Pointed(1, 3), Refused(Refusal.BAD_STATEMENT)),
    ("palette", Pointed(1, -1), Refused(Refusal.BAD_STATEMENT)),
    ("palette", Pointed(0, 1), Refused(Refusal.BAD_STATEMENT)),  # said by another seat
    ("palette", Boasted(1, Card.BLUE_3), None),
    ("palette", Boasted(1, Card.HIDDEN), Refused(Refusal.BAD_STATEMENT, "play")),
    ("palette", Boasted(1, Card.RED_1), Refused(Refusal.BAD_STATEMENT, "play")),
    ("free", Boasted(1, Card.BLUE_3), None),
    ("free", Said(1, 'Zoë: "So?" @ talk {1}'), None),
    ("free", Said(0, "Hello."), Refused(Refusal.BAD_STATEMENT)),
    ("free", Said(1, ""), Refused(Refusal.BAD_STATEMENT)),
    ("free", Said(1, "  "), Refused(Refusal.BAD_STATEMENT)),
    ("free", Said(1, "a\nb"), Refused(Refusal.BAD_STATEMENT)),
    ("free", Said(1, "\x1b[2K"), Refused(Refusal.BAD_STATEMENT)),
    ("free", Said(1, "\u202eback"), Refused(Refusal.BAD_STATEMENT)),
    ("free", Said(1, "\udc80"), Refused(Refusal.BAD_STATEMENT)),
    ("free", Said(1, "x" * TEXT_LENGTH), None),
    ("free", Said(1, "x" * (TEXT_LENGTH + 1)), Refused(Refusal.TEXT_TOO_LONG)),
    ("free", Said(1, "\U0001f980" * (TEXT_BYTES // 4)), None),
    ("free", Said(1, "\U0001f980" * (TEXT_BYTES // 4 + 1)), Refused(Refusal.TEXT_TOO_LONG)),
]


@pytest.mark.parametrize(("policy", "statement", "refused"), ROWS)
def test_what_may_be_said_is_a_table(
    policy: TalkPolicy, statement: Statement, refused: Refused | None
) -> None:
    assert refusal_of(statement, 1, SEATS, policy, GAME.statements) == refused


def test_a_statement_of_another_game_is_not_in_the_palette() -> None:
    assert refusal_of(Pointed(1, 0), 1, SEATS, "free", ()) == Refused(Refusal.NOT_IN_PALETTE)


def test_the_sentence_of_a_refusal_has_the_limits() -> None:
    assert str(TEXT_LENGTH) in Refusal.TEXT_TOO_LONG.meaning
    assert str(TEXT_BYTES) in Refusal.TEXT_TOO_LONG.meaning


def test_the_path_of_a_statement_ends_with_its_rule() -> None:
    assert (Said(0, "Hm.").path, Pointed(0, 1).path, Boasted(0, Card.BLUE_1).path) == (
        "talk",
        "talk",
        "talk/play",
    )


def test_plain_text_is_the_same_in_every_version_of_unicode() -> None:
    assert is_plain("\u0378"), "not assigned yet"


def faults_in(kind: type[Statement]) -> list[str]:
    """Return what is wrong with a kind of statement."""
    faults = [] if visibility_of(kind).is_public else ["not everyone hears all of it"]
    if kind.__struct_fields__[0] != "seat":
        faults.append("its first field is not the speaker")
    for field, hint in get_type_hints(kind).items():
        if field not in kind.__struct_fields__ or field == "seat":
            continue
        is_enum = isinstance(hint, type) and issubclass(hint, Enum)
        if not is_enum and not (hint is int and field in kind.seats_named):
            faults.append(f"{field} is neither an enum nor the number of a seat")
    return faults


@pytest.mark.parametrize("name", GAMES)
def test_statements_of_a_game_have_only_what_can_be_checked(name: str) -> None:
    for kind in game(name).statements:
        assert faults_in(kind) == [], kind
        assert kind.rule in game(name).rulebook.rules, kind
        assert kind not in game(name).folds


def test_control_a_field_that_cannot_be_checked_is_found() -> None:
    assert faults_in(Said) == ["text is neither an enum nor the number of a seat"]
