"""Who was told which secret token or card."""

from __future__ import annotations

from referee.games.abyss import GAME
from referee.games.abyss.cards import Card, Location, Race
from referee.games.abyss.facts.council import StackDiscarded, StackTaken
from referee.games.abyss.facts.ending import TokensRevealed
from referee.games.abyss.facts.explore import TrackCleared
from referee.games.abyss.facts.locations import LocationDeckSearched
from referee.games.abyss.facts.supply import TokensDrawn, TokenStolen
from referee.kernel.facts import SPECTATOR, Fact, as_seen

NAMES = ["Ada", "Bob", "Cleo"]


def told(*facts: Fact, viewer: int | None = None) -> list[list[tuple[str, str, object]]]:
    """Return for each fact the secrets it tells: identity, answer, and whom."""
    seen = [fact if viewer is None else as_seen(fact, viewer) for fact in facts]
    tellings = GAME.secrets(NAMES, [fact for fact in seen if fact is not None])
    return [
        [(each.secret, each.value, "everyone" if each.is_public else each.seats) for each in found]
        for found in tellings
    ]


TOKENS: list[Fact] = [
    TokensDrawn(0, (2, 3)),
    TokenStolen(1, 0, 3),
    TokensRevealed(0, (2,)),
    TokensRevealed(1, (3,)),
]


def test_a_token_is_the_same_secret_when_it_is_stolen() -> None:
    assert told(*TOKENS) == [
        [("token/1", "2", (0,)), ("token/2", "3", (0,))],
        [("token/2", "3", (1, 0))],
        [("token/1", "2", "everyone")],
        [("token/2", "3", "everyone")],
    ]


def test_the_thief_cannot_say_which_of_two_tokens_it_took() -> None:
    assert told(*TOKENS, viewer=1)[1:] == [
        [("token/3", "3", (1, 0))],
        [],
        [("token/3", "3", "everyone")],
    ]
    only = told(TokensDrawn(0, (4,)), TokenStolen(1, 0, 4), viewer=1)
    assert only == [[("token/1", "", (0,))], [("token/1", "4", (1, 0))]]


def test_others_cannot_say_which_token_it_was() -> None:
    assert told(*TOKENS, viewer=SPECTATOR)[1:] == [
        [("token/3", "", (1, 0))],
        [],
        [("token/3", "3", "everyone")],
    ]
    assert told(TOKENS[0], TokensRevealed(0, (3, 2)), viewer=2)[1] == [
        ("token/1", "2 or 3", "everyone"),
        ("token/2", "2 or 3", "everyone"),
    ]


def test_everyone_saw_the_cards_of_a_council_stack() -> None:
    crabs = (Card.CRAB_3, Card.CRAB_1)
    facts: list[Fact] = [TrackCleared(crabs, 0), StackTaken(1, Race.CRAB, crabs)]
    for viewer in (0, 1, None):
        assert told(*facts, viewer=viewer) == [
            [("stack/1", "Crab 3 and Crab 1", "everyone")],
            [("stack/1", "Crab 3 and Crab 1", (1,))],
        ]
    again = told(*facts, TrackCleared(crabs[:1], 0), StackDiscarded(Race.CRAB, crabs[:1]))
    assert again[2][0][0] != "stack/1"
    assert again[3] == []


def test_a_look_through_the_location_deck_is_a_secret() -> None:
    tile = next(tile for tile in Location if tile is not Location.HIDDEN)
    ((look,),) = told(LocationDeckSearched(2, (tile,)))
    assert look[2] == (2,)
    assert look[1]
    ((hidden,),) = told(LocationDeckSearched(2, (tile,)), viewer=0)
    assert hidden[1:] == ("", (2,))
