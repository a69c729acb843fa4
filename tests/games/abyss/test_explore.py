"""Exploring the depths: the rules `explore` and `explore.*`, "Erkunde die Tiefen"."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.games.abyss.cards import MONSTERS, THREAT_TRACK, TRACK_SPACES, Card, Race
from referee.games.abyss.choices import (
    BuyAlly,
    ChooseReward,
    Explore,
    FightMonster,
    GoOn,
    PassOffer,
    StopExploring,
    TakeAlly,
)
from referee.games.abyss.explore import explore, obstacle_to_explore
from referee.games.abyss.facts.decks import ExplorationShuffled
from referee.games.abyss.facts.explore import (
    AllyBought,
    AllyTaken,
    CardRevealed,
    MonsterFought,
    OfferPassed,
    ThreatRaised,
    TrackCleared,
)
from referee.games.abyss.facts.supply import KeysGained, PearlsGained, TokensDrawn
from referee.games.abyss.obstacles import Obstacle, no
from referee.games.abyss.state import State
from referee.games.abyss.turn import take_turn
from referee.kernel.table import Table
from tests.games.abyss.tables import Playing, cards, table_of

ANY_DECK = "squid/1 squid/1 squid/1 squid/1 squid/2 squid/2"


def exploring(table: Table[State]) -> Playing:
    return Playing(table, explore(table, 0))


def pearls(table: Table[State]) -> list[int]:
    return [realm.pearls for realm in table.state.realms]


def test_example_of_the_book() -> None:
    """explore.* (Erkunde die Tiefen, example): seven cards, two sales, a Monster left, the last space and its pearl."""
    table = table_of(
        4,
        deck="crab/5 seahorse/1 jellyfish/2 shellfish/4 monster squid/3 crab/1",
        pearls=[1, 4, 1, 4],
    )
    playing = exploring(table)
    # The first card is offered, nobody wants it, and the active seat goes on.
    for seat in (1, 2, 3):
        assert playing.ask.seat == seat
        assert playing.options == [PassOffer(), BuyAlly(Card.CRAB_1, 1)]
        playing.answer(PassOffer())
    playing.answer(GoOn())
    # The second goes to the third opponent for one pearl, after the others have passed.
    playing.answer(PassOffer()).answer(PassOffer())
    assert playing.ask.seat == 3
    playing.answer(BuyAlly(Card.SQUID_3, 1))
    assert pearls(table) == [2, 4, 1, 3]
    # The third is laid on the second space again; it is a Monster, and is left there.
    assert playing.facts[-1] == CardRevealed(Card.MONSTER, 2)
    assert (playing.ask.seat, playing.ask.name) == (0, "abyss.monster")
    playing.answer(GoOn())
    assert table.state.threat == 2
    # The fourth is the second Ally sold, for two pearls, to the first opponent.
    assert playing.options == [PassOffer(), BuyAlly(Card.SHELLFISH_4, 2)]
    playing.answer(BuyAlly(Card.SHELLFISH_4, 2))
    assert pearls(table) == [4, 2, 1, 3]
    # Nobody may or can buy the last three. The seventh is on the last space: it must be taken and brings a pearl.
    playing.answer(GoOn()).answer(GoOn())
    assert playing.done
    assert [fact.space for fact in playing.facts_of(CardRevealed)] == [1, 2, 2, 3, 3, 4, 5]
    assert playing.facts_of(AllyTaken) == [AllyTaken(0, Card.CRAB_5)]
    assert pearls(table) == [5, 2, 1, 3]
    # The rest goes to the Council, the Monster to the discard pile.
    assert table.state.council == {
        Race.SQUID: [],
        Race.SHELLFISH: [],
        Race.CRAB: cards("crab/1"),
        Race.SEAHORSE: cards("seahorse/1"),
        Race.JELLYFISH: cards("jellyfish/2"),
    }
    assert table.state.discard == [Card.MONSTER]
    assert [realm.hand for realm in table.state.realms] == [
        cards("crab/5"),
        cards("shellfish/4"),
        [],
        cards("squid/3"),
    ]


# Offers


def test_offer_goes_clockwise_from_the_left() -> None:
    """explore.offer (Verbündeter): the others are asked in turn, clockwise, beginning left of the active seat."""
    table = table_of(4, deck=ANY_DECK, pearls=[1, 1, 1, 1])
    playing = Playing(table, explore(table, 2))
    asked = []
    while playing.ask.name == "abyss.offer":
        asked.append(playing.ask.seat)
        playing.answer(PassOffer())
    assert asked == [3, 0, 1]
    assert [fact.seat for fact in playing.facts_of(OfferPassed)] == [3, 0, 1]
    assert playing.ask.seat == 2


def test_first_who_pays_has_it() -> None:
    """explore.offer (Verbündeter): after a sale nobody else is asked about this Ally."""
    table = table_of(3, deck=ANY_DECK, pearls=[0, 1, 0])
    playing = exploring(table).answer(BuyAlly(Card.SQUID_2, 1))
    assert playing.ask.name == "abyss.unsold_ally"
    assert playing.facts_of(AllyBought) == [AllyBought(1, 0, Card.SQUID_2, 1)]
    assert table.state.realms[1].hand == [Card.SQUID_2]


def test_price_rises_with_every_sale() -> None:
    """explore.price (Verbündeter): one pearl, then two, then three, no matter who buys, paid to the active seat."""
    table = table_of(4, deck=ANY_DECK, pearls=[0, 3, 3, 3])
    playing = exploring(table)
    playing.answer(PassOffer()).answer(PassOffer()).answer(BuyAlly(Card.SQUID_2, 1))
    playing.answer(BuyAlly(Card.SQUID_2, 2))
    playing.answer(BuyAlly(Card.SQUID_1, 3))
    assert pearls(table) == [6, 1, 0, 2]
    assert [
        path for path, fact in zip(playing.paths, playing.facts, strict=True) if type(fact) is AllyBought
    ] == ["explore/explore.ally/explore.offer/explore.price"] * 3


def test_price_does_not_rise_without_a_sale() -> None:
    """explore.price (Verbündeter): it rises with every purchase, not with every card."""
    playing = exploring(table_of(deck=ANY_DECK, pearls=[0, 9])).answer(PassOffer()).answer(GoOn())
    assert playing.options == [PassOffer(), BuyAlly(Card.SQUID_2, 1)]


def test_one_purchase_a_turn_for_each_opponent() -> None:
    """explore.offer (Verbündeter, Wichtig): a seat that has bought in this turn is not asked again."""
    table = table_of(3, deck=ANY_DECK, pearls=[0, 9, 9])
    playing = exploring(table).answer(BuyAlly(Card.SQUID_2, 1))
    assert playing.ask.seat == 2
    playing.answer(BuyAlly(Card.SQUID_2, 2))
    assert playing.ask.name == "abyss.unsold_ally"


def test_who_cannot_pay_is_not_asked() -> None:
    """explore.offer, pearls.visibility open: pearls are counted in the open, so not asking reveals nothing."""
    table = table_of(4, deck=ANY_DECK, pearls=[0, 0, 1, 1])
    playing = exploring(table)
    assert playing.ask.seat == 2
    playing.answer(BuyAlly(Card.SQUID_2, 1))
    # The price is two by now, and nobody has two.
    assert playing.ask.name == "abyss.unsold_ally"


def test_under_cups_everyone_is_asked() -> None:
    """explore.offer, pearls.visibility cupped: a seat that cannot pay is still asked, and can only pass."""
    table = table_of(3, readings={"pearls.visibility": "cupped"}, deck=ANY_DECK, pearls=[0, 0, 1])
    playing = exploring(table)
    assert (playing.ask.seat, playing.options) == (1, [PassOffer()])
    assert playing.refusal(BuyAlly(Card.SQUID_2, 1)) == no(Obstacle.PEARLS_SHORT, "explore.price")
    playing.answer(PassOffer())
    assert (playing.ask.seat, playing.options) == (2, [PassOffer(), BuyAlly(Card.SQUID_2, 1)])


def test_active_seat_must_go_on_after_a_sale() -> None:
    """Rule explore (Verbündeter): a sale frees the space; the next card is revealed at once and laid there."""
    table = table_of(deck=ANY_DECK, pearls=[0, 1])
    playing = exploring(table).answer(BuyAlly(Card.SQUID_2, 1))
    assert [fact.space for fact in playing.facts_of(CardRevealed)] == [1, 1]
    assert playing.options == [TakeAlly(Card.SQUID_2), GoOn()]


def test_ally_on_the_last_space_is_offered_too() -> None:
    """explore.last_space (Verbündeter): it is offered first; after a sale, another card takes the last space."""
    table = table_of(deck="crab/1 crab/2", track="squid/1 squid/1 squid/1 squid/2", pearls=[0, 1])
    playing = exploring(table)
    assert playing.options == [PassOffer(), BuyAlly(Card.CRAB_2, 1)]
    playing.answer(BuyAlly(Card.CRAB_2, 1))
    assert playing.done
    assert playing.facts_of(AllyTaken) == [AllyTaken(0, Card.CRAB_1)]
    # One pearl from the buyer, one for the last space.
    assert pearls(table) == [2, 0]


# Taking an Ally


def test_unsold_ally_is_taken_for_free_and_ends_the_exploration() -> None:
    """explore.take (Verbündeter): into the hand, free of charge, and the exploration is over."""
    table = table_of(deck=ANY_DECK, pearls=[3])
    playing = exploring(table)
    assert playing.options == [TakeAlly(Card.SQUID_2), GoOn()]
    assert playing.answer(TakeAlly(Card.SQUID_2)).done
    assert table.state.realms[0].hand == [Card.SQUID_2]
    assert pearls(table)[0] == 3
    assert len(playing.facts_of(CardRevealed)) == 1


def test_last_space_brings_a_pearl_and_leaves_no_choice() -> None:
    """explore.last_space (Verbündeter): an unsold Ally there must be taken, and brings a pearl."""
    table = table_of(deck="crab/1", track="squid/1 squid/1 squid/1 squid/2")
    playing = exploring(table)
    assert playing.done
    assert table.state.realms[0].hand == [Card.CRAB_1]
    assert playing.facts_of(PearlsGained) == [PearlsGained(0, 1)]
    assert playing.paths[2] == "explore/explore.ally/explore.take/explore.last_space/supply.pearls"


def test_no_pearl_before_the_last_space() -> None:
    """explore.last_space (Verbündeter): on the fourth space there is a choice, and no pearl."""
    table = table_of(deck="crab/1 crab/2", track="squid/1 squid/1 squid/1")
    playing = exploring(table)
    assert playing.options == [TakeAlly(Card.CRAB_2), GoOn()]
    playing.answer(TakeAlly(Card.CRAB_2))
    assert playing.facts_of(PearlsGained) == []


# Monsters


def test_monster_is_never_offered() -> None:
    """explore.monster (Monster): only the active seat is asked, to fight or to go on."""
    playing = exploring(table_of(3, deck="squid/1 monster", pearls=[9, 9, 9]))
    assert playing.ask.seat == 0
    assert playing.options == [FightMonster(), GoOn()]


def test_monster_left_raises_the_threat_and_stays() -> None:
    """explore.threat (Monster): the token moves one space on, the Monster stays on the track."""
    table = table_of(deck="squid/1 squid/1 monster monster", threat=3)
    playing = exploring(table).answer(GoOn())
    assert table.state.track == [Card.MONSTER, Card.MONSTER]
    playing.answer(GoOn())
    assert playing.facts_of(ThreatRaised) == [ThreatRaised(4), ThreatRaised(5)]
    assert playing.facts[-1] == CardRevealed(Card.SQUID_1, 3)


def test_threat_goes_no_further_than_the_last_space() -> None:
    """explore.threat: from the sixth space the token does not move on."""
    table = table_of(deck="squid/1 monster", threat=6)
    playing = exploring(table).answer(GoOn())
    assert table.state.threat == 6
    assert playing.facts_of(ThreatRaised) == []


@pytest.mark.parametrize(
    ("space", "rewards"),
    [
        (1, "P M"),
        (2, "PP PM MM"),
        (3, "K"),
        (4, "KP KM"),
        (5, "KPP KPM KMM"),
        (6, "KK"),
    ],
)
def test_rewards_of_the_threat_track(space: int, rewards: str) -> None:
    """explore.reward (Monster, Feld 1-6): P a pearl, M a Monster token, K a key."""
    printed = [Counter(reward) for reward in rewards.split()]
    options = [ChooseReward(each["P"], each["M"], each["K"]) for each in printed]
    for option in options:
        table = table_of(deck="squid/1 monster", threat=space)
        playing = exploring(table).answer(FightMonster())
        if len(options) > 1:
            assert playing.options == options
            playing.answer(option)
        realm = table.state.realms[0]
        assert (realm.pearls, len(realm.tokens), realm.key_tokens) == (
            option.pearls,
            option.tokens,
            option.keys,
        )
        assert playing.done


def test_every_space_of_the_threat_track_is_tested() -> None:
    """explore.reward (Monster, Feld 1-6): there are six spaces."""
    assert list(THREAT_TRACK) == [1, 2, 3, 4, 5, 6]


def test_fight_is_won_and_ends_the_exploration() -> None:
    """explore.fight (Monster): the token goes back to the first space, the Monster to the discard pile."""
    table = table_of(deck="squid/1 monster", threat=3)
    playing = exploring(table).answer(FightMonster())
    assert playing.done
    assert table.state.threat == 1
    assert table.state.discard == [Card.MONSTER]
    assert playing.facts == [
        CardRevealed(Card.MONSTER, 1),
        MonsterFought(0, 3),
        KeysGained(0, 1),
        TrackCleared((), 1),
    ]


def test_monster_on_the_last_space_must_be_fought_and_brings_a_pearl_more() -> None:
    """explore.last_space (Monster, Wichtig): the reward of the track and a pearl; going on is not offered."""
    table = table_of(deck="squid/3 monster", track="squid/1 squid/1 squid/1 squid/2", threat=6)
    playing = exploring(table)
    assert playing.done
    assert table.state.realms[0].key_tokens == 2
    assert pearls(table)[0] == 1


def test_last_space_leaves_the_choice_of_the_reward() -> None:
    """explore.reward, explore.last_space: the Monster there must be fought, the reward is still chosen."""
    table = table_of(deck="monster", track="squid/1 squid/1 squid/1 squid/2")
    playing = exploring(table)
    assert playing.ask.name == "abyss.reward"
    playing.answer(ChooseReward(1, 0, 0))
    assert pearls(table)[0] == 2


def test_tokens_come_from_the_top_of_the_mixed_pile() -> None:
    """supply.tokens (Monster): drawn at random, that is, from the pile mixed at the setup."""
    table = table_of(deck="monster squid/1 monster", threat=2, token_pile=[2, 3, 4])
    playing = exploring(table).answer(FightMonster()).answer(ChooseReward(0, 2, 0))
    assert sorted(table.state.realms[0].tokens) == [3, 4]
    assert table.state.token_pile == [2]
    assert [len(fact.tokens) for fact in playing.facts_of(TokensDrawn)] == [2]


def test_tokens_that_are_used_up_cannot_be_chosen() -> None:
    """explore.reward, tokens.exhausted: a reward that cannot be given in full is not offered."""
    playing = exploring(table_of(deck="squid/1 monster", threat=5, token_pile=[2])).answer(FightMonster())
    assert playing.options == [ChooseReward(2, 0, 1), ChooseReward(1, 1, 1)]


# The end of the exploration


def test_allies_left_go_to_the_council_and_monsters_to_the_discard_pile() -> None:
    """explore.end (Ende der Erkundungsphase): each Ally to its race, on top of what lies there."""
    table = table_of(deck="crab/4 monster crab/2 squid/5 monster", council="crab/1", threat=1)
    playing = exploring(table).answer(GoOn()).answer(GoOn()).answer(GoOn()).answer(GoOn())
    assert playing.done
    assert table.state.track == []
    assert table.state.council[Race.CRAB] == cards("crab/1 crab/2")
    assert table.state.council[Race.SQUID] == cards("squid/5")
    assert table.state.discard == cards("monster monster")
    assert playing.facts_of(TrackCleared) == [TrackCleared((Card.SQUID_5, Card.CRAB_2), 2)]
    assert playing.paths[-1] == "explore/explore.end"


def test_nothing_is_cleared_from_an_empty_track() -> None:
    """explore.end (Ende der Erkundungsphase): after taking the first card nothing is left to clear."""
    playing = exploring(table_of(deck=ANY_DECK)).answer(TakeAlly(Card.SQUID_2))
    assert playing.facts_of(TrackCleared) == []


# The deck


def test_discard_pile_becomes_the_new_deck_in_the_middle_of_an_exploration() -> None:
    """explore.reshuffle (Unterstützung vom Rat erbitten, Hinweis): the track, the Council and hands stay out of it."""
    table = table_of(
        deck="monster",
        discard="crab/1 crab/2 crab/3",
        council="squid/1",
        hand={0: "squid/2"},
        affiliated={0: "squid/3"},
    )
    playing = exploring(table).answer(GoOn())
    (shuffled,) = playing.facts_of(ExplorationShuffled)
    assert sorted(shuffled.cards) == sorted(cards("crab/1 crab/2 crab/3"))
    assert table.state.discard == []
    assert table.state.track == [Card.MONSTER, shuffled.cards[-1]]
    place = playing.facts.index(shuffled)
    assert playing.paths[place] == "explore/explore.reveal/explore.reshuffle"


def test_deck_is_not_shuffled_before_a_card_is_needed() -> None:
    """explore.reshuffle: the last card may be taken, and the pile is shuffled before the next card is revealed."""
    table = table_of(deck="squid/2", discard="crab/1")
    playing = exploring(table).answer(TakeAlly(Card.SQUID_2))
    assert playing.facts_of(ExplorationShuffled) == []
    assert table.state.deck == []
    assert obstacle_to_explore(table) is None


def test_with_the_cards_of_the_box_there_is_always_one_to_reveal() -> None:
    """explore.exhausted: six Monsters, five spaces, and Monsters never leave deck, track and discard pile."""
    assert MONSTERS > TRACK_SPACES


def test_exploring_without_a_card_is_refused() -> None:
    """explore.exhausted, refused: without cards in the deck or discard pile, exploring cannot be chosen."""
    table = table_of(deck="", council="crab/1")
    playing = Playing(table, take_turn(table, 0))
    assert Explore() not in playing.options
    assert playing.refusal(Explore()) == no(Obstacle.EXPLORATION_EXHAUSTED, "explore.reshuffle")


@pytest.mark.parametrize(("card", "kind"), [("squid/1", AllyTaken), ("monster", MonsterFought)])
def test_last_card_there_is_must_be_taken_or_fought(card: str, kind: type[AllyTaken | MonsterFought]) -> None:
    """explore.exhausted, refused: without another card, going on is not offered."""
    playing = exploring(table_of(deck=card, threat=3))
    assert playing.done
    assert len(playing.facts_of(kind)) == 1


def test_exploration_ends_when_the_last_card_is_sold() -> None:
    """explore.exhausted, refused: after a sale of the last card the exploration just ends."""
    table = table_of(deck="squid/1 crab/1", pearls=[0, 1])
    playing = exploring(table).answer(PassOffer()).answer(GoOn()).answer(BuyAlly(Card.SQUID_1, 1))
    assert playing.done
    assert table.state.council[Race.CRAB] == cards("crab/1")


def test_exploration_may_end_empty_handed() -> None:
    """explore.exhausted, empty_handed: exploring can be chosen, and the last card may be left."""
    table = table_of(readings={"explore.exhausted": "empty_handed"}, deck="squid/1")
    playing = exploring(table)
    assert playing.options == [TakeAlly(Card.SQUID_1), StopExploring()]
    assert playing.answer(StopExploring()).done
    assert table.state.council[Race.SQUID] == cards("squid/1")
    assert exploring(table_of(readings={"explore.exhausted": "empty_handed"}, deck="")).done
