"""What the bot says about the cards it contributes."""

from __future__ import annotations

from collections.abc import Sequence

from referee_api.unfathomable.v1 import unfathomable_pb2 as unf
from referee_api.v1 import referee_pb2 as api
from referee_client.bot import options_in
from referee_client.bots.unfathomable.cards import CARDS
from referee_client.bots.unfathomable.position import Position
from referee_client.bots.unfathomable.skill_tests import signed
from referee_client.speech import Utterance

COUNTS = (unf.CARD_COUNT_ONE, unf.CARD_COUNT_TWO, unf.CARD_COUNT_THREE, unf.CARD_COUNT_FOUR)
A_LOT = 5
"""Value from which a contribution helps a lot."""
LITTLE = 2
"""Largest value that helps only a little."""


def description_of(at: Position, question: api.Question, picks: Sequence[int]) -> Utterance:
    """Describe a contribution as it is. A traitor describes cards that hinder as if they helped."""
    options = options_in(question)
    cards = [CARDS[options[pick].choose_card.card] for pick in picks]
    if not cards:
        return unf.HelpOffered(help=unf.HELP_NONE)
    count = COUNTS[len(cards) - 1] if len(cards) <= len(COUNTS) else unf.CARD_COUNT_MORE
    value = sum([abs(signed(at, card)) for card in cards])
    # One card must not be called moderate, because that shows its value.
    is_high = value >= A_LOT or (len(cards) == 1 and value > LITTLE)
    is_low = value <= LITTLE
    help_ = (
        unf.CONTRIBUTION_LOT if is_high else unf.CONTRIBUTION_LITTLE if is_low else unf.CONTRIBUTION_MODERATE
    )
    return unf.ContributionDescribed(cards=count, help=help_)
