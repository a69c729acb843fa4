"""A sensible bot of Among Cultists in one seat, which is told facts in short and asked questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee_api.among_cultists.v1 import among_cultists_pb2 as ac
from referee_api.v1 import referee_pb2 as api
from referee_client import Utterance
from referee_client.bot import options_in
from referee_client.bots.among_cultists.sensible import SensibleBot

INVESTIGATOR_HAND = [ac.FACE_ALIVE] * 4 + [ac.FACE_SUCCESS] * 4
CULTIST_HAND = [
    ac.FACE_ALIVE,
    *[ac.FACE_DEAD] * 3,
    *[ac.FACE_SUCCESS] * 2,
    *[ac.FACE_FAILURE] * 2,
    *[ac.FACE_SABOTAGE] * 2,
]
ROOMS = (
    "orange_room_west",
    "blue_room_west",
    "orange_room_east",
    "purple_room_east",
    "light_blue_room_north",
    "green_room_south",
)
UNIVERSITY_ROOMS = ("orange_room", "blue_room", "purple_room", "light_blue_room", "green_room")


class Seated:
    """A bot in seat 0 of a match: what it is told in short, and what it answers."""

    def __init__(
        self,
        seats: int = 5,
        *,
        cultists: Sequence[int] = (),
        route: str = "A",
        talk: bool = True,
        places: Sequence[str] = (),
        cards_in: int = 2,
        round_: int = 1,
        role: ac.CharacterRole = ac.CHARACTER_ROLE_INVESTIGATOR,
        board: ac.Board = ac.BOARD_ISLANDS,
    ) -> None:
        self.bot = SensibleBot("a seed")
        policy = api.TALK_POLICY_PALETTE if talk else api.TALK_POLICY_NONE
        self.bot.seated(api.Match(game="among_cultists", seat_count=seats, talk=policy), 0)
        self.is_cultist = 0 in cultists
        role = ac.CHARACTER_ROLE_CULTIST if self.is_cultist else role
        hand = CULTIST_HAND if self.is_cultist else INVESTIGATOR_HAND
        seen = [
            ac.CHARACTER_ROLE_CULTIST
            if self.is_cultist and seat in cultists
            else ac.CHARACTER_ROLE_UNSPECIFIED
            for seat in range(seats)
        ]
        self.tell(
            ac.MatchPrepared(board=board, victory_points=10, kills=3),
            *[
                ac.CharacterPlaced(seat=seat, place=place)
                for seat, place in enumerate([*places, *["security_room"] * (seats - len(places))])
            ],
            ac.PacketDealt(seat=0, role=role, route=route, hand=hand),
            *[
                ac.RoomStocked(room=room, books=3, cards=[ac.FACE_UNSPECIFIED] * cards_in)
                for room in (ROOMS if board == ac.BOARD_ISLANDS else UNIVERSITY_ROOMS)
            ],
            ac.NightPassed(
                seat=0, roles=seen, starts=[ac.FACE_ALIVE if self.is_cultist else ac.FACE_UNSPECIFIED] * seats
            ),
            ac.RoundBegan(round=round_, first=0),
        )

    def tell(self, *facts: Any) -> None:
        """Tell the bot facts by their messages."""
        for fact in facts:
            self.bot.told([self._wrapped(fact)])

    def hear(self, statement: Any) -> Sequence[Utterance]:
        """Let the bot hear a statement; return what it replies."""
        self.bot.hear(self._wrapped(statement))
        return self.spoken()

    def spoken(self) -> Sequence[Utterance]:
        """Return what the bot has said since the last time."""
        words, self.bot.unsaid = self.bot.unsaid, ()
        return words

    def ask(self, name: str, *choices: Any) -> Any:
        """Return the choice of the bot."""
        question = api.Question(number=1, name=f"among_cultists.{name}", least=1, most=1)
        question.kind = api.QUESTION_KIND_ONE
        question.option_count = len(choices)
        for choice in choices:
            option = question.options.among_cultists.choices.add()
            field = next(
                each.name for each in option.DESCRIPTOR.fields if each.message_type is choice.DESCRIPTOR
            )
            getattr(option, field).SetInParent()
            getattr(option, field).CopyFrom(choice)
        (pick,) = self.bot.decide(None, question)
        chosen = options_in(question)[pick]
        return getattr(chosen, chosen.WhichOneof("kind"))

    def suspicion(self) -> list[float]:
        """Return the probability of each seat to be a Cultist, as the bot sees it."""
        return self.bot._at.suspicion

    @staticmethod
    def _wrapped(fact: Any) -> ac.Fact:
        wrapped = ac.Fact()
        field = next(each.name for each in wrapped.DESCRIPTOR.fields if each.message_type is fact.DESCRIPTOR)
        getattr(wrapped, field).SetInParent()
        getattr(wrapped, field).CopyFrom(fact)
        return wrapped


def gift(giver: int, seat: int, face: ac.Face = ac.FACE_UNSPECIFIED) -> ac.CardGiven:
    return ac.CardGiven(giver=giver, seat=seat, face=face)


def check(seat: int, target: int, *, is_dead: bool) -> list[Any]:
    """Return the facts of a check as another seat sees them."""
    facts: list[Any] = [
        ac.PulseViewed(seat=seat, target=target),
        ac.PulseAnnounced(seat=seat, target=target, is_dead=is_dead),
    ]
    if is_dead:
        facts.append(ac.GhostAppeared(seat=target, cause=ac.CAUSE_FOUND_DEAD))
    return facts


def killings(killer: int, checker: int) -> list[Any]:
    """Return facts that leave little doubt: seats 1 and 2 met one seat, and were both found dead."""
    gifts = [gift(killer, 1), gift(killer, 2)]
    return [*gifts, *check(checker, 1, is_dead=True), *check(checker, 2, is_dead=True)]


def ballots(seats: int = 5, ghosts: Sequence[int] = ()) -> list[Any]:
    return [ac.Abstain(), *[ac.VoteFor(target=seat) for seat in range(seats) if seat not in ghosts]]
