"""A piece of rules played on a table, answer by answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Self, TypeVar

from referee.kernel.asks import Ask, Choice, One, Together, fault_in, picks_of
from referee.kernel.facts import Fact
from referee.kernel.refusals import Refused
from referee.kernel.table import GameOver, Script, Table

S = TypeVar("S")


class Playing(Generic[S]):
    """A script on its way: what is asked, and how it goes on.

    playing = Playing(table, recruit(table, 0, Lord.JAILER))
    playing.answer(HandIn(Card("crab/3")), HandIn(Card("squid/4")), ...)
    assert playing.done
    """

    def __init__(self, table: Table[S], script: Script[Any]) -> None:
        self.table = table
        self.result: Any = None
        self.done = False
        self.over = False
        self.asks: list[Ask] = []
        self._script = script
        self._go_on(None)

    @property
    def ask(self) -> Ask:
        """The one question that is open."""
        assert len(self.asks) == 1, f"{len(self.asks)} questions are open"
        return self.asks[0]

    @property
    def options(self) -> list[Choice]:
        """The options of the one question that is open."""
        return list(self.ask.options)

    @property
    def facts(self) -> list[Fact]:
        """Everything recorded on this table so far."""
        return [recorded.fact for recorded in self.table.recorded]

    @property
    def paths(self) -> list[str]:
        """The path of rules of every fact recorded so far."""
        return [recorded.path for recorded in self.table.recorded]

    def facts_of(self, kind: type[Fact]) -> list[Any]:
        """Return the facts of one kind recorded so far."""
        return [fact for fact in self.facts if type(fact) is kind]

    def refusal(self, *choices: Choice) -> Refused | None:
        """Return why these choices would be refused, or None if they would be accepted."""
        picks = _picks(self.ask, choices)
        return picks if isinstance(picks, Refused) else None

    def answer(self, *choices: Choice) -> Self:
        """Answer the one open question with these choices; they must be valid."""
        self._go_on(_taken(self.ask, choices))
        return self

    def answer_together(self, *answers: Sequence[Choice]) -> Self:
        """Answer a sealed question: the choices of each seat asked, in the order of the seats."""
        asks = sorted(self.asks, key=lambda ask: ask.seat)
        self._go_on({ask.seat: _taken(ask, choices) for ask, choices in zip(asks, answers, strict=True)})
        return self

    def _go_on(self, value: Any) -> None:
        self.asks = []
        try:
            asked = self._script.send(value)
        except StopIteration as stop:
            self.done, self.result = True, stop.value
        except GameOver:
            self.done = self.over = True
        else:
            self.asks = list(asked.asks) if isinstance(asked, Together) else [asked]


def _picks(ask: Ask, choices: Sequence[Choice]) -> tuple[int, ...] | Refused:
    picks = picks_of(ask, choices)
    return picks if isinstance(picks, Refused) else fault_in(ask, picks) or picks


def _taken(ask: Ask, choices: Sequence[Choice]) -> Any:
    """Return the options themselves, as the kernel hands them to the script."""
    picks = _picks(ask, choices)
    assert not isinstance(picks, Refused), f"{ask.name}: {choices} -> {picks}"
    taken = [ask.options[pick] for pick in picks]
    return taken[0] if isinstance(ask, One) else tuple(taken)
