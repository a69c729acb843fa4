"""Table talk: what the bot makes of what others say, and what it says itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee_api.among_cultists.v1 import among_cultists_pb2 as cultists
from referee_client.bots.among_cultists import cultist, voting
from referee_client.bots.among_cultists.observed import FAILURE, SABOTAGE, SUCCESS
from referee_client.bots.among_cultists.situation import Situation
from referee_client.speech import Utterance

ACCUSE = 0.6
"""Probability from which an Investigator accuses a suspect."""
SLANDER = 1.1
"""How many times as suspicious as at the start an Investigator is when a Cultist accuses it."""

_FACES = {
    cultists.CLAIMED_TASK_SUCCESS: SUCCESS,
    cultists.CLAIMED_TASK_FAILURE: FAILURE,
    cultists.CLAIMED_TASK_SABOTAGE: SABOTAGE,
}


def hear(at: Situation, statement: Any) -> Iterator[Utterance]:
    """Take into account what somebody said, and yield what the bot replies."""
    kind = statement.WhichOneof("kind")
    said = getattr(statement, kind)
    if said.seat == at.seat:
        return
    match kind:
        case "accused":
            at.inference.hear_accusation(said.seat, said.suspect)
            if said.suspect == at.seat and not at.is_traitor and at.says_first("defence", at.seat):
                yield cultists.Defended(about=at.seat)
        case "vote_proposed" | "ballot_announced":
            at.table.proposals[said.seat] = said.suspect
        case "camera_claimed" if said.worst in _FACES:
            at.inference.hear_of_room(said.seat, _FACES[said.worst])
        case _:
            pass


def before_answer(at: Situation, name: str, chosen: Any) -> Iterator[Utterance]:
    """Yield what the bot says before it answers a question with this option."""
    if name != "among_cultists.action":
        return
    yield from accusations(at)
    if chosen.WhichOneof("kind") == "call_vote":
        target = cultist.scapegoat(at) if at.is_cultist else voting.suspect(at)
        yield cultists.VoteProposed(suspect=at.seat if at.is_traitor else target)


def accusations(at: Situation) -> Iterator[Utterance]:
    """Yield an accusation, once for each suspect: a Cultist spreads suspicion on the Investigators."""
    if at.is_traitor or not voting.candidates(at):
        return
    if at.is_cultist:
        suspect = cultist.scapegoat(at)
        seen = at.inference.suspicion(at.inference.weights_of(-1))
        is_meant = seen[suspect] > SLANDER * at.table.numbers.cultists / at.table.seats
    else:
        suspect = voting.suspect(at)
        is_meant = at.suspicion[suspect] >= ACCUSE
    if is_meant and suspect != at.seat and at.says_first("accusation", suspect):
        yield cultists.Accused(suspect=suspect, ground=at.inference.ground(suspect))


def after_look(at: Situation, cards: list[int]) -> Utterance:
    """Return what the bot says about the cards of a Room that it saw: a Cultist says that all is well."""
    worst = SUCCESS if at.is_cultist else max(cards, default=SUCCESS)
    return cultists.CameraClaimed(worst=next(claim for claim, face in _FACES.items() if face == worst))
