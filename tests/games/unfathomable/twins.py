"""Two tables that look the same to every onlooker: the same seats must be asked at both."""

from __future__ import annotations

from random import Random

from referee.games.unfathomable.game import GAME
from referee.games.unfathomable.options import ShipOptions
from referee.games.unfathomable.state import State
from referee.kernel.asks import Ask, Choice, InOrder, One, default_picks, fault_in, picks_of
from referee.kernel.chance import seed_from_text
from referee.kernel.facts import SPECTATOR, Fact, Recorded, Seat, as_seen
from referee.kernel.game import Setup
from referee.kernel.run import Run
from tests.games.unfathomable.matches import BOOK, Chooser, absent, seasoned


def compare_twins(seats: int, seed: str, *, edition: str = "", readings: dict[str, str] | None = None) -> int:
    """Play two equal matches up to some action, change hidden information in one, and go on with answers valid in both.

    While public information is the same in both, the same seats must be asked the same questions. Return how
    many questions were compared.
    """
    luck = Random(seed)
    chosen = {**(readings or {}), "turn.unused_actions": "may_pass"}
    setup = Setup(
        seats, ShipOptions(), BOOK.readings(edition, chosen, GAME.rules_version), GAME.rules_version
    )
    start = luck.randrange(1, 12)
    one, other = [_played_to(setup, seed, start) for _ in range(2)]
    if one is None or other is None:
        return 0
    change_hidden(other.table.state, luck)
    for run in (one, other):
        _answer_all(run, absent)
    compared = 0
    while one.outcome is None and other.outcome is None:
        asked = [
            sorted([(seat, question.ask.name) for seat, question in run.open.items()]) for run in (one, other)
        ]
        assert asked[0] == asked[1], f"{seed}: who is asked tells what is hidden: {asked[0]} or {asked[1]}"
        compared += 1
        told: list[list[Fact | None]] = [[], []]
        for seat, question in list(one.open.items()):
            twin = other.open[seat]
            picks = _answer_to_both(question.ask, twin.ask, luck)
            for place, run in enumerate((one, other)):
                told[place] += _told(_answer(run, seat, picks[place]))
        if told[0] != told[1]:
            break
    return compared


def change_hidden(state: State, luck: Random) -> None:
    """Deal new hands and new face-down loyalty cards to the humans, as many as before."""
    humans = [state.players[seat] for seat in state.humans()]
    hands = [card for player in humans for card in player.hand]
    loyalty = [card for player in humans for card in player.loyalty]
    luck.shuffle(hands)
    luck.shuffle(loyalty)
    for player in humans:
        player.hand = [hands.pop() for _ in player.hand]
        player.loyalty = [loyalty.pop() for _ in player.loyalty]


def _played_to(setup: Setup, seed: str, action: int) -> Run | None:
    """Return a match that waits for an action of the active player."""
    run = Run(GAME, setup, seed_from_text(seed))
    run.begin()
    choose = seasoned(seed)
    while run.outcome is None:
        names = [question.ask.name for question in run.open.values()]
        if names == ["unfathomable.action"] and run.table.state.actions_left:
            action -= 1
            if action == 0:
                return run
        _answer_all(run, choose)
    return None


def _answer_to_both(ask: Ask, twin: Ask, luck: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return an answer that is valid for both questions or, if there is none, the default."""
    common = [option for option in ask.options if option in twin.options]
    size = len(common)
    for _ in range(6):
        count = (
            1 if isinstance(ask, One) else size if isinstance(ask, InOrder) else luck.randint(0, min(size, 3))
        )
        if count <= size:
            choices = luck.sample(common, count)
            one, other = _valid(ask, choices), _valid(twin, choices)
            if one is not None and other is not None:
                return one, other
    return default_picks(ask), default_picks(twin)


def _valid(ask: Ask, choices: list[Choice]) -> tuple[int, ...] | None:
    picks = picks_of(ask, choices)
    return picks if isinstance(picks, tuple) and fault_in(ask, picks) is None else None


def _answer_all(run: Run, choose: Chooser) -> None:
    for seat, question in list(run.open.items()):
        _answer(run, seat, choose(run.table.state, question.ask))


def _answer(run: Run, seat: Seat, picks: tuple[int, ...]) -> tuple[Recorded, ...]:
    chosen = run.read(seat, None, picks)
    assert isinstance(chosen, tuple), chosen
    return run.answer(seat, chosen).facts


def _told(facts: tuple[Recorded, ...]) -> list[Fact | None]:
    return [as_seen(recorded.fact, SPECTATOR) for recorded in facts]
