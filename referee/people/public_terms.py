"""The terms of a match on a server, as far as they are public."""

from __future__ import annotations

from referee.kernel.game import Charter
from referee.match.charters import Terms, settle
from referee_api.v1 import referee_pb2 as api

_NO_SEED = "00" * 64


def public_terms(match: api.Match) -> Terms:
    """Return the terms of a match as far as they are public: all but the seed."""
    return settle(
        Charter(
            game=match.game,
            rules_version=match.rules_version,
            seats=match.seat_count,
            seed=_NO_SEED,
            edition=match.edition,
            rulings=dict(match.rulings),
            options=dict(match.options),
        )
    )
