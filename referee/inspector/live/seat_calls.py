"""What a person at a page does with a seat. Each call carries the seat's token, and the server checks it."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.inspector.live.followed_match import FollowedMatch
from referee.people.asked_question import AskedQuestion, BadAnswer
from referee.people.palette import Palette
from referee_api.v1 import referee_pb2 as api
from referee_client import Seat, aio, order


class NotASeat(Exception):
    """The token is not that of a seat, and the call needs one."""


class OrderSwitch(msgspec.Struct, frozen=True):
    """A standing order as a switch."""

    name: str
    """The order for the API: a question's name, `*` for all, `unless_concerned` or `until_turn`."""
    sentence: str
    is_on: bool


class SayingKind(msgspec.Struct, frozen=True):
    """A kind of statement with everything that can be said with it."""

    sentences: list[str]


UNLESS_CONCERNED = "unless_concerned"
UNTIL_TURN = "until_turn"
ORDERS = {
    UNLESS_CONCERNED: "Pass on questions that do not concern me.",
    UNTIL_TURN: "Pass on everything until my next turn.",
}
"""Orders that every game has, as sentences."""


class SeatCalls:
    """The calls for one seat."""

    def __init__(self, client: aio.Client, followed: FollowedMatch, token: str) -> None:
        if followed.viewer < 0:
            raise NotASeat
        self._client = client
        self._followed = followed
        self._seat = Seat(followed.match_id, followed.viewer, token, b"", b"")

    async def replay(self) -> bytes:
        """Return the replay, with everything that was hidden; the referee refuses before the end of the match."""
        return await self._client.get_replay(self._seat.match, self._seat.token)

    async def answer(self, number: int, picks: list[int], key: str) -> None:
        """Answer a question. Raise `BadAnswer` or `Refused`.

        A question that is not open any more is still sent: the answer may be a repetition whose reply was lost, and
        otherwise the referee says why it refuses it.
        """
        question = self._followed.question(number)
        if question is None:
            question = api.Question(number=number)
        else:
            AskedQuestion(self._followed.terms.game.name, question, self._followed.names).check(picks)
        await self._client.submit(self._seat, question, picks, key)
        self._followed.note_answer(number, picks)

    # --- talk ---

    def _palette(self) -> Palette:
        return Palette(self._followed.terms.game.name, self._seat.number, self._followed.match.seat_count)

    def sayings(self) -> list[SayingKind]:
        """Return what may be said, by kind, as sentences."""
        palette, names = self._palette(), self._followed.names
        return [
            SayingKind([palette.sentence(words, names) for words in kind]) for kind in palette.kinds() if kind
        ]

    async def say(self, text: str, kind: int, place: int, key: str) -> None:
        """Say a text, or the statement at a place of a kind if there is no text. Raise `Refused`."""
        if text:
            await self._client.say(self._seat, text, key)
            return
        kinds = [each for each in self._palette().kinds() if each]
        if not (0 <= kind < len(kinds) and 0 <= place < len(kinds[kind])):
            raise BadAnswer("There is no such statement.")
        await self._client.say(self._seat, kinds[kind][place], key)

    # --- standing orders ---

    async def orders(self) -> list[OrderSwitch]:
        """Return the standing orders that can be switched on or off."""
        given = {_name(each) for each in await self._client.get_orders(self._seat)}
        names = dict.fromkeys([*ORDERS, *given])
        asked = self._followed.state().question
        if asked is not None and asked.passing is not None:
            names[asked.name] = None
        return [OrderSwitch(name, self._order_sentence(name), name in given) for name in names]

    async def switch_order(self, name: str, *, is_on: bool) -> None:
        """Give a standing order, or take it back; the others stay."""
        kept = [each for each in await self._client.get_orders(self._seat) if _name(each) != name]
        await self._client.set_orders(self._seat, [*kept, *([_order(name)] if is_on else [])])

    def _order_sentence(self, name: str) -> str:
        if name in ORDERS:
            return ORDERS[name]
        if name == "*":
            return "Pass on everything."
        declared = self._followed.terms.game.questions.get(name)
        return f"Always pass on: {name if declared is None else declared.sentence}"

    # --- by consent ---

    async def propose(self, what: str, reason: str) -> None:
        """Ask the others for an undo, a pause, or to resume the match."""
        match, token = self._seat.match, self._seat.token
        if what == "undo":
            await self._client.propose_undo(self._seat)
        elif what == "pause":
            await self._client.pause_match(match, token, reason)
        else:
            await self._client.resume_match(match, token, reason)

    async def consent(self, what: str, *, consents: bool) -> None:
        """Agree to what is proposed, or refuse."""
        match, token = self._seat.match, self._seat.token
        if what == "undo":
            await self._client.answer_undo(self._seat, consents=consents)
        elif what == "resume":
            await self._client.resume_match(match, token, consents=consents)
        else:
            await self._client.pause_match(match, token, consents=consents, adjourn=what == "adjourn")

    # --- disputes ---

    async def open_case(self, fact: int, rule: str, claim: str, *, freeze: bool) -> int:
        """Open a case about a fact that the seat was told, and return its number."""
        if not 1 <= fact <= len(self._followed.story):
            raise BadAnswer("There is no such fact.")
        place = self._followed.story.places[fact - 1]
        return await self._client.open_case(
            self._seat.match, self._seat.token, rule, claim, frame=place.frame, nth=place.nth, freeze=freeze
        )


def _name(given: api.Order) -> str:
    """Return what an order is called here."""
    if given.questions == "*" and given.unless_concerned:
        return UNLESS_CONCERNED
    if given.questions == "*" and given.until == api.ORDER_UNTIL_TURN:
        return UNTIL_TURN
    return given.questions


def _order(name: str) -> Any:
    if name == UNLESS_CONCERNED:
        return order("*", unless_concerned=True)
    if name == UNTIL_TURN:
        return order("*", until="turn")
    return order(name)
