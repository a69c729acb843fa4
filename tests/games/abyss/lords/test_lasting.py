"""Lasting powers on the path of a fact: a power that changed it under another rule is named there."""

from __future__ import annotations

import pytest

from referee.games.abyss.cards import Lord, Race
from referee.games.abyss.choices import Affiliate, HandIn, TakeLord, TakeStack
from referee.games.abyss.explore import fight
from referee.games.abyss.facts.council import StackTaken
from referee.games.abyss.facts.explore import MonsterFought
from referee.games.abyss.facts.recruit import AllyAffiliated, CostPaid
from referee.games.abyss.facts.supply import PearlsGained, PearlsPaid
from referee.games.abyss.state import State
from referee.kernel.facts import Fact
from referee.kernel.table import Table
from tests.games.abyss.lords.service import recruiting, run_out, serve
from tests.games.abyss.tables import Playing, cards, table_of


def paths_of(playing: Playing, kind: type[Fact]) -> list[str]:
    """Return the paths of all facts of a kind."""
    return [path for path, fact in zip(playing.paths, playing.facts, strict=True) if isinstance(fact, kind)]


def paid(table: Table[State], hand: str) -> Playing:
    """Let seat 0 recruit the Reaper (seven points in two races with a Seahorse) for these Allies."""
    return run_out(recruiting(table, 0, Lord.REAPER).answer(*[HandIn(ally) for ally in cards(hand)]))


@pytest.mark.parametrize(
    ("free", "hand", "under"),
    [
        ({}, "seahorse/4 crab/5", ""),
        ({1: "recruiter"}, "seahorse/4 crab/5", "/lord.recruiter"),
        ({0: "shaman", 1: "recruiter"}, "seahorse/4 crab/5", ""),
        ({0: "treasurer"}, "seahorse/4 crab/5", "/lord.treasurer"),
        ({0: "treasurer", 1: "recruiter"}, "seahorse/4 crab/5", "/lord.recruiter/lord.treasurer"),
        ({0: "diplomat"}, "squid/4 crab/5", "/lord.diplomat"),
        ({0: "diplomat"}, "seahorse/4 crab/5", ""),
        (
            {0: "treasurer diplomat", 1: "recruiter"},
            "squid/4 crab/5",
            "/lord.recruiter/lord.treasurer/lord.diplomat",
        ),
    ],
)
def test_who_changed_a_cost(free: dict[int, str], hand: str, under: str) -> None:
    """lord.recruiter, lord.treasurer, lord.diplomat: the last only if the required race was left out."""
    table = table_of(free=free, court="reaper", hand={0: hand})
    assert paths_of(paid(table, hand), CostPaid) == [f"recruit/recruit.cost{under}"]


@pytest.mark.parametrize(("reading", "under"), [("flat", ""), ("adjusted", "/lord.treasurer")])
def test_who_changed_the_price_of_the_corruptor(reading: str, under: str) -> None:
    """lord.corruptor, lord.treasurer, ruling corruptor.price."""
    table = table_of(
        free={0: "treasurer"}, court="corruptor keeper", pearls=(5,), readings={"corruptor.price": reading}
    )
    playing = serve(table, 0, Lord.CORRUPTOR).answer(TakeLord(Lord.KEEPER))
    assert paths_of(playing, PearlsPaid) == [f"lord.corruptor{under}"]


@pytest.mark.parametrize(
    ("threat", "owner", "under"), [(3, 1, "/lord.tamer"), (1, 1, ""), (3, 0, ""), (2, 1, "/lord.tamer")]
)
def test_who_changed_a_reward(threat: int, owner: int, under: str) -> None:
    """lord.tamer (Ausbilderin): on the path of the fight and its reward, if it lowered the reward."""
    table = table_of(free={owner: "tamer"}, track="monster", threat=threat)
    playing = run_out(Playing(table, fight(table, 0)))
    assert paths_of(playing, MonsterFought) == [f"explore.fight{under}"]
    assert {path.partition("/supply")[0] for path in paths_of(playing, PearlsGained)} <= {
        f"explore.fight{under}"
    }


@pytest.mark.parametrize(("free", "under"), [({}, ""), ({0: "master_of_magic"}, "/lord.master_of_magic")])
def test_who_chose_the_ally_that_joins(free: dict[int, str], under: str) -> None:
    """lord.master_of_magic (Meister der Magie)."""
    table = table_of(free=free, court="reaper", hand={0: "seahorse/4 crab/4"})
    playing = recruiting(table, 0, Lord.REAPER).answer(*[HandIn(ally) for ally in cards("seahorse/4 crab/4")])
    run_out(playing.answer(Affiliate(cards("crab/4")[0])))
    assert paths_of(playing, AllyAffiliated) == [f"recruit/recruit.affiliate{under}"]


def test_who_doubled_the_apprentice() -> None:
    """lord.apprentice, lord.alchemist, ruling apprentice.alchemist."""
    table = table_of(
        court="apprentice",
        free={0: "alchemist"},
        council="crab/1 squid/2",
        readings={"apprentice.alchemist": "doubled"},
    )
    playing = run_out(serve(table, 0, Lord.APPRENTICE).answer(TakeStack(Race.SQUID)))
    assert paths_of(playing, StackTaken) == ["lord.apprentice", "lord.apprentice/lord.alchemist"]
