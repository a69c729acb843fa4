"""A bot that plays Unfathomable to win. One function per question rates the options, and the best one is chosen.

What is good for the ship is good for a human and bad for a traitor.

Results of 200 matches with three to six seats for each combination: how often the ship reached the port, the average
number of turns, and the average distance.

    humans    traitors                        port  turns  distance
    random    random                            0%    9.8       2.0
    sensible  random                           16%   22.3       9.3
    sensible  sensible                          0%   18.8       8.1
    sensible  sensible, but play as humans     78%   20.2      12.4
    random    sensible, but play as humans      0%   11.5       3.3
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee_api.unfathomable.v1 import unfathomable_pb2 as unf
from referee_api.v1 import referee_pb2 as api
from referee_client.bot import Bot, options_in
from referee_client.bots.choosing import answer, best
from referee_client.bots.unfathomable import targets
from referee_client.bots.unfathomable.cards import CARDS
from referee_client.bots.unfathomable.deeds import acting, galley_draw, wanted_skills
from referee_client.bots.unfathomable.position import Position
from referee_client.bots.unfathomable.skill_tests import (
    after_roll,
    after_total,
    before_cards,
    before_roll,
    character_in_peril,
    contribute,
    passenger_in_peril,
)
from referee_client.bots.unfathomable.suspicion import SURE, Suspicion
from referee_client.bots.unfathomable.table_talk import description_of
from referee_client.orders import order

Choose = Callable[[Position, api.Question], Sequence[int]]


class SensibleBot(Bot):
    """A bot that plays Unfathomable for the side of its loyalty cards."""

    orders = (
        order("unfathomable.window.before_roll", unless_concerned=True),
        order("unfathomable.window.after_roll", unless_concerned=True),
        order("unfathomable.propose_exchange"),
    )

    def __init__(self, seed: str = "") -> None:
        """Create the bot. The seed is ignored: the same table always gets the same answer."""
        self._suspicion = Suspicion(-1)
        self._may_talk = False
        self._accused: set[int] = set()
        """Seats that the bot has called traitors."""

    def seated(self, match: api.Match, seat: int) -> None:
        """Start to watch the other seats."""
        self._suspicion = Suspicion(seat)
        self._may_talk = match.talk in (api.TALK_POLICY_PALETTE, api.TALK_POLICY_FREE)
        self._accused = set()

    def told(self, facts: Sequence[Any]) -> None:
        """Watch what goes into the tests."""
        for fact in facts:
            self._suspicion.learn(fact)

    def decide(self, view: Any, question: api.Question) -> Sequence[int]:
        """Choose the best option, or the default for a question without a strategy, and talk about it."""
        suspicion = self._suspicion.of()
        at = Position(view, suspicion)
        picks = answer(at, question, CHOOSE)
        if self._may_talk:
            self._accuse(suspicion)
            if question.name == "unfathomable.contribute":
                self.say(description_of(at, question, picks))
        return picks

    def hear(self, statement: Any) -> None:
        """Listen to accusations."""
        self._suspicion.hear(statement)

    def _accuse(self, suspicion: Mapping[int, float]) -> None:
        """Say once of each seat that it is a traitor, if that is certain."""
        for seat, much in suspicion.items():
            if much >= SURE and seat not in self._accused:
                self._accused.add(seat)
                self.say(unf.SideNamed(about=seat, side=unf.SIDE_TRAITOR))


def action(at: Position, question: api.Question) -> Sequence[int]:
    """Choose the action that is worth most."""
    worths = acting(at, list(options_in(question)))
    return [worths.index(max(worths))]


def parting(at: Position, question: api.Question) -> Sequence[int]:
    """Give up as few cards as possible, the least missed first."""
    cards = [CARDS[option.choose_card.card] for option in options_in(question)]
    return sorted(range(len(cards)), key=lambda place: at.missed(cards[place]))[: question.least]


def drawing(at: Position, question: api.Question) -> Sequence[int]:
    """Draw as many wanted cards as possible."""
    return wanted_skills(at, [option.choose_skill.skill for option in options_in(question)], question.most)


def draw_in_galley(at: Position, question: api.Question) -> Sequence[int]:
    """Draw as many cards as the food is worth."""
    offered = [option.choose_skill.skill for option in options_in(question)]
    return wanted_skills(at, offered, galley_draw(at)[0])


def default(at: Position, question: api.Question) -> Sequence[int]:
    """Choose the default."""
    return list(question.default_picks)


def everything(at: Position, question: api.Question) -> Sequence[int]:
    """Choose as many as possible."""
    return list(range(question.most))


CHOOSE: dict[str, Choose] = {
    "unfathomable.action": action,
    "unfathomable.contribute": contribute,
    "unfathomable.window.before_roll": best(before_roll),
    "unfathomable.window.after_roll": best(after_roll),
    "unfathomable.window.before_cards": best(before_cards),
    "unfathomable.window.after_total": best(after_total),
    "unfathomable.window.character_would_be_defeated": best(character_in_peril),
    "unfathomable.window.passenger_would_be_defeated": best(passenger_in_peril),
    "unfathomable.keep_ten": parting,
    "unfathomable.crisis_discard": parting,
    "unfathomable.cloud_memory": parting,
    "unfathomable.voice_of_ra_discard": parting,
    "unfathomable.first_cards": drawing,
    "unfathomable.watch_and_learn": drawing,
    "unfathomable.voice_of_ra": drawing,
    "unfathomable.identity_crisis": drawing,
    "unfathomable.heal_draw": drawing,
    "unfathomable.galley": draw_in_galley,
    "unfathomable.forgo": everything,
    "unfathomable.call_friends": targets.friends,
    "unfathomable.repair": targets.repair,
    "unfathomable.leave_brig": targets.leave_brig,
    "unfathomable.reveal_exchange": targets.exchange,
    "unfathomable.persistence": targets.persistence,
    "unfathomable.divide_and_conquer": default,
    "unfathomable.plague_of_locusts": targets.locusts,
    "unfathomable.deep_one_order": default,
    "unfathomable.defeat_order": default,
    "unfathomable.defeat_first": default,
    "unfathomable.human_order": default,
    "unfathomable.discard_order": default,
    "unfathomable.deck_order": default,
    "unfathomable.window_order": default,
    "unfathomable.foresee_bottom": default,
    **{f"unfathomable.{name}": best(worth) for name, worth in targets.WORTH.items()},
}
"""The strategy for each question."""
