"""A toy game that has changed: version 1 recorded other facts, offered other choices and broke ties differently.

Each round everyone stakes at once, the die is rolled, and the highest stake wins as many points as it shows. Since
version 2 a stake can be doubled, the fact of the die says who rolled it, there are always three rounds, and a tie wins
nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from referee.kernel.asks import Choice, Together
from referee.kernel.facts import Fact, OwnerSees, Public, Seat
from referee.kernel.game import Charter, Game, Options, Setup
from referee.kernel.questions import OneOf, by_name
from referee.kernel.table import Folds, Script, Table, folding, rule
from referee.match.charters import Terms, settle_with
from referee.rulebook import Rule, Rulebook, Ruling
from tests.kernel.scripts import plain_wording

ROUNDS = 3


class Token(StrEnum):
    HIDDEN = "?"
    COPPER = "copper"
    SILVER = "silver"


class Obstacle(StrEnum):
    TOO_POOR = "too_poor"


class Ending(StrEnum):
    LAST_ROUND = "last_round"


class State(msgspec.Struct):
    hands: list[list[Token]]
    points: list[int]
    number: int = 0
    face: int = 0


def new_state(setup: Setup, viewer: Seat) -> State:
    return State([[] for _ in range(setup.seats)], [0] * setup.seats)


FOLDS: Folds = {}
folds = folding(FOLDS)


class TokensDealt(Fact, frozen=True, tag="harbour.tokens_dealt"):
    """A seat was dealt tokens."""

    seat: Public[Seat]
    tokens: OwnerSees[tuple[Token, ...]]


@folds(TokensDealt)
def _tokens_dealt(state: State, fact: TokensDealt) -> None:
    state.hands[fact.seat] = list(fact.tokens)


class RoundBegan(Fact, frozen=True, tag="harbour.round_began"):
    """A round began."""

    number: Public[int]


@folds(RoundBegan)
def _round_began(state: State, fact: RoundBegan) -> None:
    state.number = fact.number


class Staked(Fact, frozen=True, tag="harbour.staked"):
    """A seat staked points."""

    seat: Public[Seat]
    amount: Public[int]


@folds(Staked)
def _staked(state: State, fact: Staked) -> None:
    state.points[fact.seat] -= fact.amount


class DieRolled(Fact, frozen=True, tag="harbour.die_rolled"):
    """The die was rolled. Version 1."""

    face: Public[int]


@folds(DieRolled)
def _die_rolled(state: State, fact: DieRolled) -> None:
    state.face = fact.face


class DieRolled2(Fact, frozen=True, tag="harbour.die_rolled_2"):
    """A seat rolled the die."""

    seat: Public[Seat]
    face: Public[int]


@folds(DieRolled2)
def _die_rolled_2(state: State, fact: DieRolled2) -> None:
    state.face = fact.face


class RoundWon(Fact, frozen=True, tag="harbour.round_won"):
    """A seat won the round."""

    seat: Public[Seat]
    points: Public[int]


@folds(RoundWon)
def _round_won(state: State, fact: RoundWon) -> None:
    state.points[fact.seat] += fact.points


class Stake(Choice, frozen=True, tag="harbour.stake"):
    """Stake this many points. Version 1."""

    amount: int


class Stake2(Choice, frozen=True, tag="harbour.stake_2"):
    """Stake this many points, or twice as many."""

    amount: int
    doubled: bool


class PlayOn(Choice, frozen=True, tag="harbour.play_on"):
    """Play another round, or stop. Version 1."""

    do: bool


ASK_STAKE = OneOf("harbour.stake", "How much do you stake?", Stake, Stake2)
ASK_AGAIN = OneOf("harbour.again", "Do you play another round?", PlayOn)


@rule("play")
def play(table: Table[State]) -> Script[None]:
    tokens = table.chance("tokens").shuffled((Token.COPPER, Token.SILVER) * table.seats)
    for seat in range(table.seats):
        table.record(TokensDealt(seat, tokens[2 * seat : 2 * seat + 2]))
    for number in range(1, ROUNDS + 1):
        table.record(RoundBegan(number))
        stakes = yield from stake(table)
        roll(table)
        win(table, stakes)
        if table.rules_version == 1 and number < ROUNDS and not (yield from wants_another(table)):
            break
    points = tuple(table.state.points)
    winners = tuple([seat for seat in range(table.seats) if points[seat] == max(points)])
    table.end(Ending.LAST_ROUND, winners, points)


@rule("stake")
def stake(table: Table[State]) -> Script[dict[Seat, int]]:
    options: list[Choice]
    if table.rules_version == 1:
        options = [Stake(amount) for amount in range(4)]
    else:
        options = [Stake2(amount, doubled) for amount in range(4) for doubled in (False, True)]
    answers: Mapping[Seat, Stake | Stake2]
    answers = yield Together([ASK_STAKE.to(seat, options) for seat in range(table.seats)])
    stakes = {seat: amount_of(answer) for seat, answer in answers.items()}
    for seat, amount in stakes.items():
        table.record(Staked(seat, amount))
    return stakes


def amount_of(answer: Stake | Stake2) -> int:
    return 2 * answer.amount if isinstance(answer, Stake2) and answer.doubled else answer.amount


@rule("roll")
def roll(table: Table[State]) -> None:
    face = table.chance("die").below(6) + 1
    if table.rules_version == 1:
        table.record(DieRolled(face))
    else:
        table.record(DieRolled2(table.state.number % table.seats, face))


@rule("win")
def win(table: Table[State], stakes: dict[Seat, int]) -> None:
    best = [seat for seat, amount in stakes.items() if amount == max(stakes.values())]
    if len(best) == 1 or table.ruling("ties") == "first":
        table.record(RoundWon(best[0], table.state.face))


def wants_another(table: Table[State]) -> Script[bool]:
    """Version 1 asked after each round."""
    answer: PlayOn = yield ASK_AGAIN.to(0, (PlayOn(do=True), PlayOn(do=False)))
    return answer.do


RULEBOOK = Rulebook(
    game="harbour",
    editions={},
    rules={
        "play": Rule("Play three rounds."),
        "stake": Rule("All stake at once."),
        "roll": Rule("The die is rolled."),
        "win": Rule("The highest stake wins as many points as the die shows."),
    },
    rulings={
        "ties": Ruling(
            "Who wins a tie for the highest stake?",
            ("win",),
            {"first": "The first seat.", "nobody": "Nobody."},
            default="nobody",
            reason="The first seat had an advantage.",
            since=2,
            before="first",
        )
    },
)

GAME = Game(
    name="harbour",
    title="Harbour",
    rules_version=2,
    seats=range(2, 4),
    facts=(TokensDealt, RoundBegan, Staked, DieRolled, DieRolled2, RoundWon),
    choices=(Stake, Stake2, PlayOn),
    questions=by_name(ASK_STAKE, ASK_AGAIN),
    obstacles=Obstacle,
    endings=Ending,
    options=Options,
    state=State,
    new_state=new_state,
    folds=FOLDS,
    play=play,
    rulebook=RULEBOOK,
    wording=plain_wording(Obstacle, Ending),
    turn_fact=RoundBegan,
    retired={DieRolled: 1, Stake: 1, PlayOn: 1, ASK_AGAIN: 1},
)


def settle(charter: Charter) -> Terms:
    """Settle a charter of this game, which is not registered."""
    return settle_with(GAME, charter)
