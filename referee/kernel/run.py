"""Run a script: keep its open questions, and advance it with each answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from referee.kernel.asks import Ask, Choice, One, Some, Together, chosen_of, fault_in, picks_of
from referee.kernel.chance import Chance, Draw, Rig
from referee.kernel.facts import OPEN_TABLE, Recorded, Seat
from referee.kernel.game import Game, Setup
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.table import Ended, GameOver, Table

Answer = Sequence[int] | Sequence[Choice]
"""An answer as it is submitted: option numbers, or the choices themselves."""


class ScriptFault(Exception):
    """An error in the rules as programmed. The match is stopped rather than continued by guessing."""


class Question(msgspec.Struct, frozen=True):
    """An ask that is open for a seat."""

    number: int
    """Counted per seat from 1, so that it reveals nothing about the questions of others."""
    ask: Ask
    path: str
    """The rules in force when it was asked, outermost first."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """What one answer caused: the facts recorded and the draws made."""

    facts: tuple[Recorded, ...]
    draws: tuple[Draw, ...]


SEALED = Step((), ())
"""The step of a sealed answer while other seats have yet to answer: nothing."""


class Run:
    """One match in memory, from its setup to its end."""

    __slots__ = (
        "_asked",
        "_chance",
        "_sealed",
        "_send",
        "_single_seats",
        "game",
        "open",
        "table",
        "waiting_for",
    )

    def __init__(self, game: Game, setup: Setup, seed: bytes, rig: Rig | None = None) -> None:
        self.game = game
        self._chance = Chance(seed, rig)
        state = game.new_state(setup, OPEN_TABLE)
        self.table: Table[Any] = Table(
            state, setup.seats, game.folds, self._chance, setup.readings, setup.rules_version
        )
        self._send = game.play(self.table).send
        self._asked = dict.fromkeys(range(setup.seats), 0)
        """Number of questions each seat has been asked."""
        self._single_seats = [(seat,) for seat in range(setup.seats)]
        self._sealed: dict[Seat, Any] | None = None
        """The answers to a `Together` so far, in the order of the seats; None if no such ask is open."""
        self.open: dict[Seat, Question] = {}
        self.waiting_for: tuple[Seat, ...] = ()
        """The seats that the last ask went to. Which of them have answered a sealed ask is not public."""

    @property
    def outcome(self) -> Ended | None:
        """How the match ended; None until then."""
        return self.table.outcome

    def begin(self, entropy: Sequence[bytes] = ()) -> Step:
        """Run the script to its first question; the seats' entropy, if any, is mixed into the seed first."""
        if entropy:
            self._chance.mix(entropy)
        return self._advance(None)

    def read(self, seat: Seat, number: int | None, answer: Answer | None) -> tuple[Choice, ...] | Refused:
        """Return the options that an answer chooses, or why it is refused. Changes nothing.

        Without a number, the answer is to whatever question the seat has open. An answer of None is one that could not
        be decoded. The options of a `Some` are returned in the order in which they were offered, so that equal answers
        are equal in the record.
        """
        question = self.open.get(seat)
        if question is None or (question.number != number and number is not None):
            return self._not_open(seat, number)
        ask = question.ask
        if type(ask) is One:
            option = _single_option(ask, answer)
            if option is not None:
                return (option,)
        chosen = _chosen(ask, answer)
        if type(chosen) is Refused and not chosen.rule and chosen.refusal is not Refusal.MALFORMED:
            return msgspec.structs.replace(chosen, rule=question.path.rpartition("/")[2])
        return chosen

    def _not_open(self, seat: Seat, number: int | None) -> Refused:
        if seat not in self._asked:
            return Refused(Refusal.NOT_ASKED)
        if seat in self.open:
            return Refused(Refusal.STALE_QUESTION)
        if self.outcome is not None:
            return Refused(Refusal.MATCH_OVER)
        was_asked = number is not None and 0 < number <= self._asked[seat]
        return Refused(Refusal.STALE_QUESTION if was_asked else Refusal.NOT_ASKED)

    def answer(self, seat: Seat, chosen: tuple[Choice, ...]) -> Step:
        """Accept a valid answer, as `read` returns it, and run the script to its next question."""
        ask = self.open.pop(seat).ask
        value: Any = chosen[0] if type(ask) is One else chosen
        sealed = self._sealed
        if sealed is None:
            return self._advance(value)
        sealed[seat] = value
        if self.open:
            return SEALED
        self._sealed = None
        return self._advance(sealed)

    def _advance(self, value: Any) -> Step:
        table, chance, send = self.table, self._chance, self._send
        try:
            asked = send(value)
            # A window in which nobody can be asked closes at once.
            while type(asked) is Together and not asked.asks:
                asked = send({})
        except GameOver:
            self.waiting_for = ()
        except StopIteration:
            raise ScriptFault(f"the script of {self.game.name} stopped without an ending") from None
        else:
            if table.outcome is not None:
                raise ScriptFault(f"the script of {self.game.name} continued after its ending")
            if type(asked) is not Together:
                self._open_question(asked)
                self.waiting_for = self._single_seats[asked.seat]
            else:
                for ask in asked.asks:
                    if ask.seat in self.open:
                        raise ScriptFault(
                            f"{ask.name} was put to seat {ask.seat}, which has another open question"
                        )
                    self._open_question(ask)
                self.waiting_for = tuple(sorted(self.open))
                self._sealed = dict.fromkeys(self.waiting_for)
        facts = tuple(table.recorded)
        table.recorded = []
        return Step(facts, chance.take_draws() if chance.draws else ())

    def _open_question(self, ask: Ask) -> None:
        seat, count = ask.seat, self._asked
        try:
            number = count[seat] + 1
        except KeyError:
            fault = f"{ask.name} was put to seat {seat}, but there are {len(count)} seats"
            raise ScriptFault(fault) from None
        if not ask.options and type(ask) is One:
            raise ScriptFault(f"{ask.name} was put to seat {seat} with nothing to choose")
        count[seat] = number
        self.open[seat] = Question(number, ask, self.table.path)


def _single_option(ask: One, answer: Answer | None) -> Choice | None:
    """Return the option that an answer to a choice of one chooses, or None if the answer is not valid.

    Nearly every answer is of this kind. `_chosen` finds the same option, and says what is wrong with an answer that
    is not valid, but takes longer over it: 7 % of a match of Abyss, 5 % of one of Unfathomable.
    """
    if answer is None or len(answer) != 1:
        return None
    part = answer[0]
    if type(part) is int:
        return ask.options[part] if 0 <= part < len(ask.options) else None
    return ask.options[ask.options.index(part)] if part in ask.options else None


def _chosen(ask: Ask, answer: Answer | None) -> tuple[Choice, ...] | Refused:
    """Return the options that an answer chooses, or why it is refused."""
    if answer is None:
        return Refused(Refusal.MALFORMED)
    picks: Any = answer
    is_by_number = all([type(part) is int for part in answer])
    if not is_by_number:
        if not all([isinstance(part, Choice) for part in answer]):
            return Refused(Refusal.MALFORMED)
        picks = picks_of(ask, answer)  # type: ignore[arg-type]
        if type(picks) is Refused:
            return picks
    fault = fault_in(ask, picks)
    if fault is not None:
        return fault
    if type(ask) is Some:
        # The first of equal options are taken, so that numbers and choices give the same answer.
        options = ask.options
        if is_by_number and any([options.index(options[pick]) != pick for pick in picks]):
            picks = picks_of(ask, chosen_of(ask, picks))
        picks = sorted(picks)
    return chosen_of(ask, picks)
