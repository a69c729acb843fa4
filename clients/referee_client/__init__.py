"""The Python SDK of the referee.

    from referee_client import Bot, bots, connect

    class Mine(Bot):
        def decide(self, view, question):
            return 0    # the number of an option; `options_in(question)` lists them

    with connect("localhost:8600") as referee:
        match = referee.create_match("abyss", seats=2).match.id
        mine, other = referee.join_seat(match), referee.join_seat(match)
        outcomes = referee.play({mine: Mine(), other: bots.bot("random", "abyss", seed="1")})
        print(outcomes[mine])

`referee_client.aio` is the same for asyncio. After a lost connection the client resumes the stream and sends an answer
that may have been lost again, with the same key, so a bot does not notice.
"""

from referee_client import aio, bots, time_controls
from referee_client.bot import (
    Bot,
    Decision,
    answer_message,
    deadline_in,
    facts_in,
    options_in,
    react,
    view_in,
)
from referee_client.client import Client, connect
from referee_client.errors import RefereeError, Refused, Unreachable
from referee_client.limits import fault_in
from referee_client.luck import CommitmentMismatch
from referee_client.orders import Orders, order
from referee_client.play import Seat
from referee_client.receipts import BadKeys, ReceiptMismatch
from referee_client.speech import Utterance, speaker_of

__all__ = [
    "BadKeys",
    "Bot",
    "Client",
    "CommitmentMismatch",
    "Decision",
    "Orders",
    "ReceiptMismatch",
    "RefereeError",
    "Refused",
    "Seat",
    "Unreachable",
    "Utterance",
    "aio",
    "answer_message",
    "bots",
    "connect",
    "deadline_in",
    "facts_in",
    "fault_in",
    "options_in",
    "order",
    "react",
    "speaker_of",
    "time_controls",
    "view_in",
]
