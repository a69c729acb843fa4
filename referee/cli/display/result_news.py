"""Results that officials declared, as sentences for people and as objects for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.audit.audit_state import DeclaredResult
from referee.audit.entries import Award
from referee.cli.display.printable import printable
from referee.games.sentences import listed

if TYPE_CHECKING:
    from referee_api.v1 import referee_pb2 as api


def result_as_json(result: api.DeclaredResult) -> dict[str, Any]:
    """Return a declared result as `--json` prints it."""
    return {
        "by": result.by,
        "reason": result.reason,
        "winners": None if result.is_void else list(result.winners),
        "kinds": [kind_name(kind) for kind in result.kinds],
        "is_correction": result.is_correction,
    }


def kind_name(kind: api.ResultKind) -> str:
    """Return the name of a kind of result: "no_show"."""
    # Late, because `verify` needs no messages.
    from referee_api.v1 import referee_pb2

    return referee_pb2.ResultKind.Name(kind).removeprefix("RESULT_KIND_").lower()


def result_sentence(result: api.DeclaredResult) -> str:
    """Return who declared or corrected a result, and what it is."""
    about = result_as_json(result)
    done = "corrected" if result.is_correction else "declared"
    return printable(
        f"Result {done} by {result.by}: {_won(about['winners'], about['kinds'])}. {result.reason}"
    )


def declared_sentence(result: DeclaredResult, *, is_first: bool) -> str:
    """Return the same of a result in an audit log."""
    winners = list(result.award.winners) if isinstance(result.award, Award) else None
    done = "declared" if is_first else "declared later"
    return printable(f"Result {done} by {result.by}: {_won(winners, result.kinds)}. {result.reason}")


def _won(winners: list[int] | None, kinds: Any) -> str:
    """Return who wins, and how each result came about unless an official just decided it."""
    if winners is None:
        return "the match does not count"
    won = f"won by {listed([f'seat {seat}' for seat in winners])}" if winners else "nobody wins"
    told = [
        f"seat {seat} {kind.replace('_', ' ')}"
        for seat, kind in enumerate(kinds)
        if kind not in ("ruling", "played")
    ]
    return f"{won} ({', '.join(told)})" if told else won
