"""A bot that plays Among Cultists for its side: as an Investigator, as a Cultist or as the Yellow Traitor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee_api.v1 import referee_pb2 as api
from referee_client.bot import Bot, options_in
from referee_client.bots.among_cultists import table_talk
from referee_client.bots.among_cultists.cultist import (
    cultist_action,
    cultist_announcement,
    cultist_ballot,
    cultist_gift,
    cultist_place,
    cultist_task_card,
)
from referee_client.bots.among_cultists.investigator import (
    investigator_action,
    investigator_place,
    investigator_task_card,
)
from referee_client.bots.among_cultists.situation import Situation
from referee_client.bots.among_cultists.traitor import traitor_action, traitor_place
from referee_client.bots.among_cultists.voting import ballot_choice, investigator_ballot
from referee_client.bots.among_cultists.walking import next_step
from referee_client.bots.choosing import answer, best

Choose = Callable[[Situation, api.Question], Sequence[int]]
LEAST_SEATS = 4


class SensibleBot(Bot):
    """A bot that plays Among Cultists for the side of its marker. The same seed plays the same way."""

    wants_view = False

    def __init__(self, seed: str = "") -> None:
        self._seed = seed
        self._may_talk = False
        self._at = Situation(0, LEAST_SEATS, seed)

    def seated(self, match: api.Match, seat: int) -> None:
        """Start to watch the table."""
        self._at = Situation(seat, match.seat_count, self._seed)
        self._may_talk = match.talk in (api.TALK_POLICY_PALETTE, api.TALK_POLICY_FREE)

    def told(self, facts: Sequence[Any]) -> None:
        """Watch what happens."""
        for fact in facts:
            self._at.learn(fact)
            is_own_look = fact.HasField("room_viewed") and fact.room_viewed.seat == self._at.seat
            if self._may_talk and is_own_look:
                self.say(table_talk.after_look(self._at, list(fact.room_viewed.cards)))

    def hear(self, statement: Any) -> None:
        """Listen to accusations and proposals, and deny what is false."""
        for words in table_talk.hear(self._at, statement):
            self.say(words)

    def decide(self, view: Any, question: api.Question) -> Sequence[int]:
        """Choose the best option, or the default for a question without a strategy, and talk about it."""
        picks = answer(self._at, question, CHOOSE)
        if self._may_talk:
            for words in table_talk.before_answer(self._at, question.name, options_in(question)[picks[0]]):
                self.say(words)
        return picks


def move(at: Situation, question: api.Question) -> Sequence[int]:
    """Take the next step to the best Location."""
    return next_step(at, question, _worth_of_place(at))


def _worth_of_place(at: Situation) -> Callable[[Situation, str], float]:
    if at.is_traitor:
        return traitor_place
    return cultist_place if at.is_cultist else investigator_place


def landing(at: Situation, option: Any) -> float:
    """Return the worth of landing in a Room."""
    return _worth_of_place(at)(at, option.land_in.room)


def action(at: Situation, option: Any) -> float:
    """Return the worth of an action."""
    if at.is_traitor:
        return traitor_action(at, option)
    return cultist_action(at, option) if at.is_cultist else investigator_action(at, option)


def task_card(at: Situation, option: Any) -> float:
    """Return the worth of placing a task card."""
    return cultist_task_card(at, option) if at.is_cultist else investigator_task_card(at, option)


def gift(at: Situation, question: api.Question) -> Sequence[int]:
    """Give an Alive card; a Cultist may kill."""
    receiver = at.table.receiver()
    worths = [cultist_gift(at, option, receiver) for option in options_in(question)]
    return [worths.index(max(worths))]


def announcement(at: Situation, option: Any) -> float:
    """Return the worth of an announcement; only a Cultist has a choice."""
    return cultist_announcement(at, option) if at.is_cultist else 0.0


def ballot(at: Situation, question: api.Question) -> Sequence[int]:
    """Vote, or abstain."""
    if at.is_traitor:
        return ballot_choice(question, at.seat)
    target = cultist_ballot(at) if at.is_cultist else investigator_ballot(at)
    return ballot_choice(question, None if target == at.seat else target)


def fishman(at: Situation, option: Any) -> float:
    """Return the worth of putting the Fishman on a bridge: where it is in nobody's way."""
    beside = at.table.map.steps.get(option.put_fishman.place, ())
    near = [seat for seat, place in enumerate(at.table.places) if place in beside]
    return float(len(near) if at.is_cultist else -len(near))


def fire(at: Situation, option: Any) -> float:
    """Return the worth of burning a Room: only a Cultist wants it, and only in a Room with many cards."""
    if not at.is_cultist or option.WhichOneof("kind") != "burn_room":
        return 3.5
    room = at.table.rooms[option.burn_room.room]
    return float(room.cards) if room.books else 0.0


def declaration(at: Situation, option: Any) -> float:
    """Return the worth of declaring the end: a lone Cultist knows whom it killed."""
    is_true = at.is_cultist and at.kills() >= at.table.kills_needed
    return float(is_true == (option.WhichOneof("kind") == "declare_end"))


def seer(at: Situation, option: Any) -> float:
    """Return the worth of naming a seat as the Seer: whoever voted against the Cultists."""
    target = option.name_seer.target
    return -1.0 if at.is_fellow(target) else at.table.votes_against_cultists(target)


CHOOSE: dict[str, Choose] = {
    "among_cultists.move": move,
    "among_cultists.landing": best(landing),
    "among_cultists.gift": gift,
    "among_cultists.fishman": best(fishman),
    "among_cultists.action": best(action),
    "among_cultists.task_card": best(task_card),
    "among_cultists.announcement": best(announcement),
    "among_cultists.ballot": ballot,
    "among_cultists.fire": best(fire),
    "among_cultists.declaration": best(declaration),
    "among_cultists.seer": best(seer),
}
"""The strategy for each question."""
