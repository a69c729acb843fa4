"""The Court after a recruitment: the rule `court.refill`, "Den Hof auffüllen"."""

from __future__ import annotations

from referee.games.abyss.cards import Card, Lord
from referee.games.abyss.choices import DECLINE, HandIn, TakeLord
from referee.games.abyss.facts.court import LordsCalled
from referee.games.abyss.facts.ending import LastRoundBegan
from referee.games.abyss.facts.recruit import LordRecruited
from referee.games.abyss.facts.supply import PearlsGained
from referee.games.abyss.recruit import recruit
from referee.games.abyss.state import State
from referee.kernel.table import Table
from tests.games.abyss.tables import Playing, lords, table_of

SHEPHERD = HandIn(Card.SEAHORSE_5), HandIn(Card.SEAHORSE_3)
CORRUPTOR = HandIn(Card.SQUID_5), HandIn(Card.SQUID_4), HandIn(Card.SQUID_1)


def after_recruiting(table: Table[State], lord: Lord, *payment: HandIn) -> Playing:
    return Playing(table, recruit(table, 0, lord)).answer(*payment)


def test_three_lords_left_are_not_refilled() -> None:
    """court.refill (Den Hof auffüllen): with three or more Lords left, the recruited one is not replaced."""
    table = table_of(court="shepherd sage hermit elder", hand={0: "seahorse/5 seahorse/3"})
    playing = after_recruiting(table, Lord.SHEPHERD, *SHEPHERD)
    assert table.state.court == lords("sage hermit elder")
    assert table.state.realms[0].pearls == 0
    assert playing.facts_of(LordsCalled) == []


def test_two_lords_left_bring_two_pearls_and_a_full_court() -> None:
    """court.refill (Den Hof auffüllen): with two left, the recruiting seat gains two pearls and fills all spaces."""
    table = table_of(
        court="shepherd sage hermit",
        hand={0: "seahorse/5 seahorse/3"},
        lord_deck="jailer seeker trader peddler keeper",
    )
    playing = after_recruiting(table, Lord.SHEPHERD, *SHEPHERD)
    assert table.state.court == lords("sage hermit keeper peddler trader seeker")
    assert table.state.lord_deck == [Lord.JAILER]
    assert table.state.realms[0].pearls == 2
    assert playing.facts_of(LastRoundBegan) == []
    assert playing.paths[-2:] == ["recruit/court.refill/supply.pearls", "recruit/court.refill"]


def test_lords_move_away_from_the_deck() -> None:
    """court.refill (Den Hof auffüllen): the Lords left close up to the far end, newcomers lie next to the deck."""
    table = table_of(
        court="sage shepherd hermit elder", hand={0: "seahorse/5 seahorse/3"}, lord_deck="trader"
    )
    after_recruiting(table, Lord.SHEPHERD, *SHEPHERD)
    assert table.state.court == lords("sage hermit elder")


def test_deck_with_just_enough_lords_fills_the_court() -> None:
    """end.court (Ende des Spiels): a Court that can be filled completely does not end the game."""
    table = table_of(
        court="shepherd sage hermit",
        hand={0: "seahorse/5 seahorse/3"},
        lord_deck="jailer seeker trader peddler",
    )
    after_recruiting(table, Lord.SHEPHERD, *SHEPHERD)
    assert len(table.state.court) == 6
    assert table.state.last_round_by < 0


def test_refill_that_falls_short_still_brings_lords_and_pearls() -> None:
    """court.refill, end.court: the remaining Lords come to Court, and the end is set off."""
    table = table_of(
        court="shepherd sage hermit", hand={0: "seahorse/5 seahorse/3"}, lord_deck="seeker trader peddler"
    )
    playing = after_recruiting(table, Lord.SHEPHERD, *SHEPHERD)
    assert table.state.court == lords("sage hermit peddler trader seeker")
    assert table.state.realms[0].pearls == 2
    assert playing.facts_of(LastRoundBegan) == [LastRoundBegan(0, "court_exhausted")]


def test_court_is_refilled_after_the_power() -> None:
    """court.refill_timing, after_power: the Corruptor chooses from the old Court, and the pearls come too late."""
    table = table_of(court="corruptor trader sage", hand={0: "squid/5 squid/4 squid/1"}, pearls=[4])
    playing = after_recruiting(table, Lord.CORRUPTOR, *CORRUPTOR)
    assert playing.done
    assert table.state.realms[0].pearls == 6


def test_two_recruitments_in_one_action_are_followed_by_one_refill() -> None:
    """court.refill_timing, after_power: after the Corruptor and the Lord it brings, the Court is filled once."""
    table = table_of(court="corruptor trader sage", hand={0: "squid/5 squid/4 squid/1"}, pearls=[5])
    playing = after_recruiting(table, Lord.CORRUPTOR, *CORRUPTOR)
    playing.answer(TakeLord(Lord.TRADER))
    assert len(table.state.court) == 6
    assert playing.facts_of(PearlsGained) == [PearlsGained(0, 3), PearlsGained(0, 2)]


def test_before_the_power_each_recruitment_is_followed_by_its_refill() -> None:
    """court.refill_timing, before_power: the power sees the new Lords and the two pearls."""
    table = table_of(
        readings={"court.refill_timing": "before_power"},
        court="corruptor trader sage",
        lord_deck="keeper reaper miller peddler jailer",
        hand={0: "squid/5 squid/4 squid/1"},
        pearls=[3],
    )
    playing = after_recruiting(table, Lord.CORRUPTOR, *CORRUPTOR)
    assert playing.options == [DECLINE, *map(TakeLord, lords("trader sage jailer peddler miller reaper"))]
    playing.answer(TakeLord(Lord.PEDDLER))
    assert [type(fact) for fact in playing.facts if type(fact) in (LordRecruited, LordsCalled)] == [
        LordRecruited,
        LordsCalled,
        LordRecruited,
    ]
    assert table.state.realms[0].pearls == 3 + 2 - 5 + 2


def test_before_the_power_one_recruitment_brings_the_two_pearls_once() -> None:
    """court.refill_timing, before_power: a Court that stays short is not refilled a second time."""
    table = table_of(
        readings={"court.refill_timing": "before_power"},
        court="shepherd sage hermit",
        lord_deck="",
        hand={0: "seahorse/5 seahorse/3"},
    )
    after_recruiting(table, Lord.SHEPHERD, *SHEPHERD)
    assert table.state.realms[0].pearls == 2
