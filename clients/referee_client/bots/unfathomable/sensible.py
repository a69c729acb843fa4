"""The sensible player of Unfathomable: one function a question, which gives every option a worth; the best is taken.

What is good for the ship is good for a human, and bad for whoever is loyal to the Deep.

In 200 matches with three to six seats, humans and traitors of each kind: how often the ship came into port, how many
turns it lasted and how far it came.

    humans    traitors                        port  turns  distance
    random    random                            0%    9.8       2.0
    sensible  random                           16%   22.3       9.3
    sensible  sensible                          0%   18.8       8.1
    sensible  sensible, but play as humans     78%   20.2      12.4
    random    sensible, but play as humans      0%   11.5       3.3
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee_api.v1 import referee_pb2 as api
from referee_client.bot import Bot, options_in
from referee_client.bots.choosing import answer, best
from referee_client.bots.unfathomable import targets
from referee_client.bots.unfathomable.cards import CARDS
from referee_client.bots.unfathomable.checks import (
    after_roll,
    after_total,
    before_cards,
    before_roll,
    character_in_peril,
    contribute,
    passenger_in_peril,
)
from referee_client.bots.unfathomable.deeds import acting, galley_draw, wanted_skills
from referee_client.bots.unfathomable.position import Position
from referee_client.bots.unfathomable.suspicion import Suspicion
from referee_client.orders import order

Choose = Callable[[Position, api.Question], Sequence[int]]


class SensibleBot(Bot):
    """Plays Unfathomable for the side its loyalty cards put it on."""

    orders = (
        order("unfathomable.window.before_roll", unless_concerned=True),
        order("unfathomable.window.after_roll", unless_concerned=True),
        order("unfathomable.propose_exchange"),
    )

    def __init__(self, seed: str = "") -> None:
        """Take a seat. The seed is not used: the same table always gets the same answer."""
        self._suspicion = Suspicion(-1)

    def seated(self, match: api.Match, seat: int) -> None:
        """Begin to watch the others."""
        self._suspicion = Suspicion(seat)

    def told(self, facts: Sequence[Any]) -> None:
        """Watch what goes into the tests."""
        for fact in facts:
            self._suspicion.learn(fact)

    def decide(self, view: Any, question: api.Question) -> Sequence[int]:
        """Answer with the best option; questions it has no opinion on get their default."""
        return answer(Position(view, self._suspicion.of()), question, CHOOSE)


def action(at: Position, question: api.Question) -> Sequence[int]:
    """Do what is worth most."""
    worths = acting(at, list(options_in(question)))
    return [worths.index(max(worths))]


def parting(at: Position, question: api.Question) -> Sequence[int]:
    """Part with what is missed least, as few as possible."""
    cards = [CARDS[option.choose_card.card] for option in options_in(question)]
    return sorted(range(len(cards)), key=lambda place: at.missed(cards[place]))[: question.least]


def drawing(at: Position, question: api.Question) -> Sequence[int]:
    """Draw as many as possible of what is wanted."""
    return wanted_skills(at, [option.choose_skill.skill for option in options_in(question)], question.most)


def galley(at: Position, question: api.Question) -> Sequence[int]:
    """Draw as many as the food is worth."""
    offered = [option.choose_skill.skill for option in options_in(question)]
    return wanted_skills(at, offered, galley_draw(at)[0])


def default(at: Position, question: api.Question) -> Sequence[int]:
    """Leave it as it is."""
    return list(question.default_picks)


def everything(at: Position, question: api.Question) -> Sequence[int]:
    """Take all there is."""
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
    "unfathomable.galley": galley,
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
"""How each question is answered."""
