"""What can happen in Abyss and who may see it, by chapter; next to each fact, how it changes the table.

The decks are face down for everyone; only the owner of a Monster token knows its value. An Ally is seen by all
when it is revealed, and goes out of sight when it enters a hand or the Council: the facts tell what everyone
saw, and a seat's view of the table shows the hands of others and the Council face down, as on a real table.
"""

from __future__ import annotations

from referee.games.abyss.facts import (
    council,
    court,
    decks,
    ending,
    explore,
    locations,
    powers,
    recruit,
    supply,
    turn,
)
from referee.kernel.facts import Fact

_CHAPTERS = (decks, turn, supply, court, explore, council, recruit, powers, locations, ending)

FACTS: tuple[type[Fact], ...] = tuple([kind for chapter in _CHAPTERS for kind in chapter.FACTS])

PLAIN: frozenset[type[Fact]] = frozenset(
    {
        supply.PearlsGained,
        supply.PearlsPaid,
        supply.KeysGained,
        supply.KeysReturned,
        turn.TurnBegan,
        explore.OfferPassed,
        explore.AllyBought,
        explore.AllyTaken,
        explore.ThreatRaised,
        explore.MonsterFought,
        explore.TrackCleared,
        recruit.AllyAffiliated,
        recruit.LordRecruited,
        powers.LordSacrificed,
        court.LordDismissed,
        powers.LordTurned,
        powers.PowerUsed,
        locations.LocationControlled,
        locations.LocationSwapped,
        turn.ExtraTurnGranted,
        ending.LastRoundBegan,
    }
)
"""Facts that only move what everyone has seen already; nothing in them comes from a deck or out of a hand."""
