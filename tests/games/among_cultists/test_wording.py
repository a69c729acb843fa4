"""Sentences: every fact, choice, obstacle and ending has one, and a sentence tells no more than its viewer knows."""

from __future__ import annotations

from random import Random

import pytest

from referee.games.among_cultists import GAME
from referee.games.among_cultists.cards import CharacterRole, EventCard, Face
from referee.games.among_cultists.facts.encounters import CardGiven
from referee.games.among_cultists.facts.roles import DecksOpened, RoleRevealed, SecretsOpened
from referee.games.among_cultists.facts.setup import NightPassed
from referee.games.among_cultists.state import Gift, PlayedTask, SeenPulse, SeenRoom
from referee.games.among_cultists.wording import say_choice, say_fact
from referee.games.among_cultists.wording.choices import CHOICE_WORDS
from referee.games.among_cultists.wording.facts import CAUSES, ENDINGS, FACT_WORDS, PHASES
from referee.games.among_cultists.wording.names import TERMS, Language, Names, place_name
from referee.games.among_cultists.wording.obstacles import OBSTACLE_WORDS
from referee.kernel.facts import SPECTATOR, as_seen
from referee.kernel.run import Run
from referee.kernel.table import Ended
from tests.answers import random_picks
from tests.contracts.among_cultists import DECLARATION
from tests.contracts.playing import random_terms

NAMES = ["Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal"]


def test_everything_has_words() -> None:
    assert set(FACT_WORDS) == {*GAME.facts, Ended}
    assert set(CHOICE_WORDS) == set(GAME.choices)
    assert set(OBSTACLE_WORDS) == set(GAME.obstacles)
    assert set(ENDINGS) == set(GAME.endings)
    assert len(PHASES) == 6
    assert len(CAUSES) == 3


def test_sentences_of_random_matches_are_sentences(seed: str) -> None:
    """As every viewer is told it, and as the open table has it."""
    rng = Random(seed)
    for _ in range(6):
        terms = random_terms(DECLARATION, rng)
        run = Run(terms.game, terms.setup, terms.seed)
        facts = [each.fact for each in run.begin().facts]
        while run.outcome is None:
            seat = min(run.open)
            ask = run.open[seat].ask
            for option in ask.options:
                said = say_choice(option, NAMES)
                assert said[0].isupper(), said
                assert said.endswith("."), said
            step = run.answer(seat, tuple([ask.options[pick] for pick in random_picks(ask, rng)]))
            facts += [each.fact for each in step.facts]
        for fact in facts:
            for viewer in (-1, 0, 3, SPECTATOR):
                seen = as_seen(fact, viewer)
                if seen is not None:
                    said = say_fact(seen, NAMES)
                    assert said[0].isupper(), said
                    assert said.endswith("."), said
                    assert "?" not in said, said


def test_sentence_tells_what_its_viewer_knows() -> None:
    given = CardGiven(0, 1, Face.DEAD)
    assert say_fact(given, NAMES) == "Ann gives Dead, unseen, to Ben."
    hidden = as_seen(given, 1)
    assert hidden is not None
    assert say_fact(hidden, NAMES) == "Ann gives a pulse card to Ben."
    night = NightPassed(0, (CharacterRole.CULTIST, CharacterRole.SNITCH), (1, 0), (Face.ALIVE, Face.DEAD))
    assert say_fact(night, NAMES) == "A night passes for Ann: Ben is Snitch and Ben starts dead."


def test_sentences_about_what_is_opened_at_the_end() -> None:
    """Rule end.reveal."""
    did = SecretsOpened(
        0,
        gifts=(Gift(1, 1, Face.DEAD), Gift(2, -1, Face.ALIVE)),
        tasks=(PlayedTask(3, "green_room_south", Face.FAILURE), PlayedTask(4, "", Face.SABOTAGE)),
        seen_pulses=(SeenPulse(5, 2, 3, 1),),
        seen_rooms=(SeenRoom(6, "blue_room_west", (Face.SUCCESS, Face.SUCCESS)),),
    )
    assert say_fact(did, NAMES) == (
        "Ann secretly gave Dead to Ben in round 1, gave Alive into an Encounter in round 2, put Failure into "
        "Green Room South in round 3, put Sabotage into the Unsafe Passage deck in round 4, saw 3 Alive and 1 Dead "
        "of Cid in round 5 and saw 2 Success in Blue Room West in round 6."
    )
    assert say_fact(SecretsOpened(0, (), (), (), ()), NAMES) == "Ann secretly did nothing."
    decks = DecksOpened((Face.FAILURE,), (), (EventCard.QUIET, EventCard.LIGHTNING), (), (Face.SUCCESS,))
    assert say_fact(decks, NAMES) == (
        "The Unsafe Passage deck: 1 Failure; the Draw pile: no cards; events to come: Lightning and a quiet round; "
        "set aside: no cards; discarded unseen: 1 Success."
    )


@pytest.mark.parametrize(
    ("language", "snitch", "lightning"),
    [
        ("en", "Snitch", "Lightning"),
        ("it", "Talpa", "Fulmine"),
        ("pt", "Bufo", "Queda de Raio"),
        ("el", "Χαφιές", "Χτύπημα Κεραυνού"),
    ],
)
def test_names_follow_the_rulebooks(language: Language, snitch: str, lightning: str) -> None:
    names = Names(NAMES, language)
    assert names.role(CharacterRole.SNITCH, 2) == f"{snitch} 2"
    assert names.event(EventCard.LIGHTNING) == lightning
    assert (
        say_fact(RoleRevealed(0, CharacterRole.SNITCH, 0), NAMES, language) == f"Ann is revealed as {snitch}."
    )


def test_every_card_role_and_event_has_a_name() -> None:
    wanted = [
        each.value for kind in (Face, CharacterRole, EventCard) for each in kind if each.name != "HIDDEN"
    ]
    assert [name for name in wanted if not TERMS[name]["en"]] == []
    assert place_name("blue_room_west") == "Blue Room West"
