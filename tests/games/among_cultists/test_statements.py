"""The palette: what each statement says, which are refused, and that no refusal knows what lies face down."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import product
from random import Random
from typing import Any, get_type_hints

import pytest

from referee.games.among_cultists import GAME
from referee.games.among_cultists.cards import CULTIST_ROLES, CharacterRole, Colour
from referee.games.among_cultists.ending import is_dead
from referee.games.among_cultists.statements import (
    AbstentionAnnounced,
    Accused,
    Asked,
    BallotAnnounced,
    CameraClaimed,
    CheckClaimed,
    ClaimedPulse,
    ClaimedTask,
    Defended,
    DestinationAnnounced,
    GiftClaimed,
    GiftGuessed,
    Ground,
    MeetingPlan,
    MeetingPlanned,
    PulseGuessed,
    Replied,
    RoleClaimed,
    RoleGuessed,
    RouteClaimed,
    RouteDenied,
    SuspicionAsked,
    TaskCardClaimed,
    TaskCardDenied,
    Topic,
    VoteProposed,
    YesOrNo,
)
from referee.games.among_cultists.wording import say_fact
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.talk import Said, Statement, refusal_of
from referee.match.charters import new_charter, settle
from referee.match.match import Decided, Match
from tests.answers import random_picks

SEATS = 4
NAMES = ["Ann", "Ben", "Cid", "Dot"]
ALIVE, DEAD = ClaimedPulse.ALIVE, ClaimedPulse.DEAD

SENTENCES: list[tuple[Statement, str]] = [
    (RoleClaimed(0, CharacterRole.INVESTIGATOR), "Ann says: I am an Investigator."),
    (RoleClaimed(0, CharacterRole.CULTIST), "Ann says: I am a Cultist."),
    (RoleClaimed(0, CharacterRole.GENTLE_SOUL), "Ann says: I am the Gentle Soul."),
    (RoleGuessed(0, 1, CharacterRole.YELLOW_TRAITOR), "Ann says: I think that Ben is the Yellow Traitor."),
    (RoleGuessed(0, 0, CharacterRole.SLEEPER), "Ann says: I think that I am the Sleeper."),
    (CheckClaimed(0, 1, DEAD), "Ann says: I looked at the pulse of Ben, who is dead."),
    (PulseGuessed(0, 1, ALIVE), "Ann says: I think that Ben is alive."),
    (PulseGuessed(0, 0, DEAD), "Ann says: I think that I am dead."),
    (GiftClaimed(0, 1, ALIVE), "Ann says: I gave Ben an Alive card."),
    (GiftGuessed(0, 1, 2, DEAD), "Ann says: I think that Ben gave Cid a Dead card."),
    (GiftGuessed(0, 1, 0, DEAD), "Ann says: I think that Ben gave me a Dead card."),
    (MeetingPlanned(0, 3, MeetingPlan.MEET), "Ann says: I want to meet Dot."),
    (MeetingPlanned(0, 3, MeetingPlan.AVOID), "Ann says: I keep away from Dot."),
    (RouteClaimed(0, Colour.ORANGE), "Ann says: an orange Room is on my Route card for this round."),
    (RouteDenied(0, Colour.LIGHT_BLUE), "Ann says: no light blue Room is on my Route card for this round."),
    (DestinationAnnounced(0, Colour.GREEN), "Ann says: I am going to a green Room."),
    (TaskCardClaimed(0, ClaimedTask.SUCCESS), "Ann says: I placed a Success card."),
    (TaskCardDenied(0, ClaimedTask.SABOTAGE), "Ann says: I never placed a Sabotage card."),
    (
        CameraClaimed(0, ClaimedTask.FAILURE),
        "Ann says: the worst that I saw through the camera is a Failure card.",
    ),
    (Accused(0, 1, Ground.KILLING), "Ann accuses Ben of killing somebody."),
    (Accused(0, 0, Ground.HUNCH), "Ann accuses itself on a hunch."),
    (Defended(0, 1), "Ann defends Ben."),
    (Defended(0, 0), "Ann defends itself."),
    (VoteProposed(0, 1), "Ann asks for a vote against Ben."),
    (BallotAnnounced(0, 1), "Ann says: I vote for Ben."),
    (BallotAnnounced(0, 0), "Ann says: I vote for myself."),
    (AbstentionAnnounced(0), "Ann says: I vote for nobody."),
    (Asked(0, 1, Topic.ROUTE), "Ann asks Ben about its Route card."),
    (SuspicionAsked(0, 1, 2), "Ann asks Ben whether Cid is a Cultist."),
    (SuspicionAsked(0, 1, 1), "Ann asks Ben whether Ben is a Cultist."),
    (Replied(0, 1, YesOrNo.YES), "Ann says yes to Ben."),
    (Replied(0, 1, YesOrNo.NO), "Ann says no to Ben."),
    (Replied(0, 1, YesOrNo.REFUSE), "Ann will not answer Ben."),
]

REFUSED: list[tuple[Statement, str]] = [
    (CheckClaimed(0, 0, ALIVE), "action.check"),  # a Pulse deck that nobody looks at
    (GiftClaimed(0, 0, ALIVE), "encounter.gift"),
    (GiftGuessed(0, 1, 1, DEAD), "encounter.gift"),
    (MeetingPlanned(0, 0, MeetingPlan.MEET), "encounter.who"),
    (Asked(0, 0, Topic.ROLE), "talk.questions"),
    (SuspicionAsked(0, 0, 1), "talk.questions"),
    (Replied(0, 0, YesOrNo.YES), "talk.questions"),
    (RoleClaimed(0, CharacterRole.HIDDEN), "talk.roles"),
    (RoleGuessed(0, 1, CharacterRole.HIDDEN), "talk.roles"),
    (RoleClaimed(1, CharacterRole.SEER), "talk.roles"),  # said by another seat
    (RoleGuessed(0, SEATS, CharacterRole.SEER), "talk.roles"),
    (CheckClaimed(0, -1, DEAD), "talk.checks"),
    (PulseGuessed(0, SEATS, DEAD), "talk.checks"),
    (GiftClaimed(0, SEATS, DEAD), "talk.encounters"),
    (GiftGuessed(0, SEATS, 1, DEAD), "talk.encounters"),
    (GiftGuessed(0, 1, SEATS, DEAD), "talk.encounters"),
    (MeetingPlanned(0, SEATS, MeetingPlan.AVOID), "talk.encounters"),
    (Accused(0, SEATS, Ground.LIE), "talk.accusations"),
    (Defended(0, SEATS), "talk.accusations"),
    (VoteProposed(0, SEATS), "talk.votes"),
    (BallotAnnounced(0, -1), "talk.votes"),
    (Asked(0, SEATS, Topic.GIFT), "talk.questions"),
    (SuspicionAsked(0, SEATS, 1), "talk.questions"),
    (SuspicionAsked(0, 1, SEATS), "talk.questions"),
    (Replied(0, SEATS, YesOrNo.NO), "talk.questions"),
]


def everything(kind: type[Statement], seat: Seat, seats: int) -> Iterator[Statement]:
    """Yield all statements of a kind that a seat can form, those with a missing value or a missing seat included."""
    hints = get_type_hints(kind)
    values: list[list[Any]] = []
    for field in kind.__struct_fields__:
        is_enum = isinstance(hints[field], type) and issubclass(hints[field], Enum)
        values.append([seat] if field == "seat" else list(hints[field]) if is_enum else [*range(seats + 1)])
    yield from [kind(*chosen) for chosen in product(*values)]


def reply(statement: Statement) -> Refused | None:
    return refusal_of(statement, 0, SEATS, "palette", GAME.statements)


def test_match_has_the_palette_unless_it_chooses_otherwise() -> None:
    """talk: the game is played with words."""
    assert new_charter("among_cultists", 4, seed="x").talk_policy == "palette"
    assert new_charter("among_cultists", 4, seed="x", talk="none").talk_policy == "none"
    assert new_charter("among_cultists", 4, seed="x", talk="free").talk_policy == "free"


@pytest.mark.parametrize(("statement", "words"), SENTENCES)
def test_statement(statement: Statement, words: str) -> None:
    assert say_fact(statement, NAMES) == words
    assert reply(statement) is None


def test_all_kinds_are_in_the_table() -> None:
    assert {type(statement) for statement, _ in SENTENCES} == set(GAME.statements)


@pytest.mark.parametrize(("statement", "rule"), REFUSED)
def test_refused_statement(statement: Statement, rule: str) -> None:
    assert reply(statement) == Refused(Refusal.BAD_STATEMENT, rule)


def test_all_refusals_are_in_the_table() -> None:
    """Every kind that can be refused for its own words is refused in the table, by each rule that may refuse it."""
    found = {
        (kind, refused.rule)
        for kind in GAME.statements
        for statement in everything(kind, 0, SEATS)
        if (refused := reply(statement)) is not None
    }
    assert found == {(type(statement), rule) for statement, rule in REFUSED}


def test_everything_that_may_be_said_is_a_sentence() -> None:
    for kind in GAME.statements:
        for statement in everything(kind, 0, SEATS):
            if reply(statement) is None:
                said = say_fact(statement, NAMES)
                assert said.startswith("Ann "), said
                assert said.endswith("."), said
                assert "_" not in said, said
                assert "?" not in said, said


def test_names_follow_the_rulebooks() -> None:
    assert say_fact(RoleClaimed(0, CharacterRole.SNITCH), NAMES, "it") == "Ann says: I am the Talpa."
    assert (
        say_fact(TaskCardClaimed(0, ClaimedTask.SUCCESS), NAMES, "pt") == "Ann says: I placed a Sucesso card."
    )
    assert say_fact(DestinationAnnounced(0, Colour.RED), NAMES, "el") == (
        "Ann says: I am going to a κόκκινη Αίθουσα."
    )
    assert say_fact(DestinationAnnounced(0, Colour.GREEN), NAMES, "el") == (
        "Ann says: I am going to a green Room."
    )


@pytest.mark.parametrize("kind", GAME.statements)
def test_statement_cites_a_rule_of_talk(kind: type[Statement]) -> None:
    assert kind.rule.startswith("talk.")
    assert kind.rule in GAME.rulebook.rules


@pytest.mark.parametrize(
    ("rule", "kinds"),
    [
        ("talk.routes", {RouteClaimed, RouteDenied, DestinationAnnounced}),
        ("talk.task_cards", {TaskCardClaimed, TaskCardDenied, CameraClaimed}),
    ],
)
def test_statements_of_a_rule(rule: str, kinds: set[type[Statement]]) -> None:
    """Rules talk.routes, talk.task_cards: what may be claimed, and denied."""
    assert {kind for kind in GAME.statements if kind.rule == rule} == kinds


def test_replies_never_depend_on_the_table(seed: str) -> None:
    """talk, talk.lies, ghost.actions, traps 1, 2 and 13: the dead who do not know it, Ghosts and Cultists talk alike.

    The reply to every statement is the one that its words alone give, at every question of a match, whoever speaks.
    """
    rng = Random(seed)
    seats = 6
    match = Match(settle(new_charter("among_cultists", seats, seed=seed)))
    assert isinstance(match.begin(), Decided)
    kinds = [(kind, seat) for kind in GAME.statements for seat in range(seats)]
    said = {pair: [*everything(*pair, seats), Said(pair[1], "Hm.")] for pair in kinds}
    expected = {
        pair: [refusal_of(each, pair[1], seats, "palette", GAME.statements) for each in statements]
        for pair, statements in said.items()
    }
    met: set[str] = set()
    while match.outcome is None:
        for seat, character in enumerate(match.table.state.characters):
            state = "Ghost" if character.is_ghost else "dead" if is_dead(character) else "alive"
            side = "Cultist" if character.role in CULTIST_ROLES else "other"
            if f"{state} {side}" not in met or rng.random() < 0.02:
                for kind in GAME.statements:
                    replies = [match.check_statement(seat, each) for each in said[kind, seat]]
                    assert replies == expected[kind, seat], (kind, state, side)
            met.add(f"{state} {side}")
        seat = min(match.questions)
        question = match.questions[seat]
        assert isinstance(match.submit(seat, question.number, random_picks(question.ask, rng)), Decided)
    assert {"alive other", "alive Cultist", "dead other"} <= met


def test_ghost_talks_while_ballots_are_cast(seed: str) -> None:
    """talk.votes: seats say how they vote before the ballots are opened, whether or not they have cast theirs."""
    rng = Random(seed)
    for number in range(20):
        match = Match(settle(new_charter("among_cultists", 4, seed=f"{seed} {number}")))
        assert isinstance(match.begin(), Decided)
        while match.outcome is None:
            seat = min(match.questions)
            question = match.questions[seat]
            ghosts = [other for other, each in enumerate(match.table.state.characters) if each.is_ghost]
            is_ballot = question.ask.name == "among_cultists.ballot"
            if is_ballot and ghosts and len(match.questions) < 4:
                for speaker in {ghosts[0], seat, 0}:
                    decided = match.say(speaker, BallotAnnounced(speaker, 1))
                    assert isinstance(decided, Decided)
                    assert {each.facts[0].path for each in decided.frames.values()} == {"talk/talk.votes"}
                return
            assert isinstance(match.submit(seat, question.number, random_picks(question.ask, rng)), Decided)
    pytest.fail("no Ghost voted in twenty matches")
