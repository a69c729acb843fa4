"""What a person may say: every statement that the game allows, also about oneself."""

from __future__ import annotations

import pytest

from referee.people.palette import Palette

NAMES = ["Ann", "Ben", "Cid", "Dot"]


def sentences(game: str) -> list[str]:
    """Return everything that the first seat can say, in order."""
    palette = Palette(game, 0, len(NAMES))
    return [palette.sentence(words, NAMES) for kind in palette.kinds() for words in kind]


@pytest.mark.parametrize(
    "sentence",
    [
        "Ann says: I think that Ben gave me a Dead card.",
        "Ann says: I think that I am dead.",
        "Ann accuses itself on a hunch.",
        "Ann defends itself.",
        "Ann says: I vote for myself.",
    ],
)
def test_statements_about_oneself_can_be_made(sentence: str) -> None:
    """Rule talk.accusations of Among Cultists: the Yellow Traitor wants to be voted out."""
    assert sentence in sentences("among_cultists")


def test_statements_that_contradict_themselves_are_not_offered() -> None:
    said = sentences("among_cultists")
    assert "Ann says: I looked at the pulse of Ben, who is dead." in said
    assert not [sentence for sentence in said if "I looked at the pulse of Ann" in sentence]
    assert not [sentence for sentence in said if "gave Ann" in sentence]


def test_statements_about_others_come_first() -> None:
    palette = Palette("among_cultists", 0, len(NAMES))
    first = [palette.sentence(kind[0], NAMES) for kind in palette.kinds()]
    assert not [sentence for sentence in first if "itself" in sentence or "myself" in sentence]


def test_game_without_statements_offers_none() -> None:
    assert sentences("abyss") == []
