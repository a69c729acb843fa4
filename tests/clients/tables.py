"""Matches between bots in one process."""

from collections.abc import Sequence

from referee.kernel.table import Ended
from referee.local.local_match import LocalMatch
from referee.match.charters import new_charter, settle
from referee_client import Bot
from referee_client.bots import bot


def play(game: str, names: Sequence[str], seed: str, **rulings: str) -> Ended:
    """Play a match between bots given by name."""
    return play_with(
        game, [bot(name, game, f"{seed}/{seat}") for seat, name in enumerate(names)], seed, **rulings
    )


def play_with(game: str, bots: Sequence[Bot], seed: str, **rulings: str) -> Ended:
    """Play a match between these bots. A refused answer is an error."""
    table = LocalMatch(settle(new_charter(game, len(bots), seed=seed, rulings=rulings)), bots)
    table.play()
    assert table.match.outcome is not None
    return table.match.outcome
