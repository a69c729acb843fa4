"""The calls of the service Disputes: explanations, cases, trials, rulings and undos."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar

from google.protobuf.message import Message

from referee_api.v1 import disputes_pb2 as disputes
from referee_api.v1 import referee_pb2 as api
from referee_client.bot import Decision, answer_message
from referee_client.play import Seat

T = TypeVar("T")

ProgressReport = Callable[[int, int], object]
"""Called with the number of log entries that have been run again, and with their number in all."""

Finding = Literal["upheld", "overturned", "no_effect"]

Remedy = disputes.Stands | disputes.Rewind | disputes.ReplayUnder | api.Award
"""What is done about a case, as a message of the API."""

_FINDINGS = {
    "upheld": api.FINDING_UPHELD,
    "overturned": api.FINDING_OVERTURNED,
    "no_effect": api.FINDING_NO_EFFECT,
}
_REMEDIES: dict[type[Message], str] = {
    disputes.Stands: "stands",
    disputes.Rewind: "rewind",
    disputes.ReplayUnder: "replay_under",
    api.Award: "award",
}


def fact_place(fact: int = 0, frame: int = 0, nth: int = 1) -> disputes.FactPlace:
    """Identify a fact by its number in the match, or as the `nth` fact of one of your frames."""
    if frame:
        return disputes.FactPlace(in_frame=disputes.FramePlace(frame=frame, place=nth))
    return disputes.FactPlace(fact=fact)


def new_request_id() -> str:
    """Return an id for a request, so that it can be sent again if the reply is lost."""
    return secrets.token_hex(8)


class DisputeCalls:
    """The dispute calls of a client. A call whose reply is lost is made again, and counts once."""

    _disputes: Any

    async def _ask(self, method: Callable[..., Awaitable[T]], request: Message) -> T:
        raise NotImplementedError

    async def _collect(
        self, method: Callable[..., Any], request: Message, on_progress: ProgressReport | None = None
    ) -> list[Any]:
        raise NotImplementedError

    async def _download(
        self, method: Callable[..., Any], request: Message, on_progress: ProgressReport | None = None
    ) -> bytes:
        raise NotImplementedError

    async def explain(
        self, match: str, token: str, *, fact: int = 0, frame: int = 0, nth: int = 1
    ) -> disputes.ExplainResponse:
        """Explain why a fact happened. It is given by its number, or as the `nth` fact of one of your frames."""
        request = disputes.ExplainRequest(match_id=match, token=token, fact=fact_place(fact, frame, nth))
        return await self._ask(self._disputes.Explain, request)

    async def explain_refusal(
        self, seat: Seat, question: api.Question, decision: Decision
    ) -> disputes.ExplainResponse:
        """Explain why an answer was refused, or would be."""
        refused = disputes.RefusedAnswer(question=question.number, answer=answer_message(question, decision))
        request = disputes.ExplainRequest(match_id=seat.match, token=seat.token, refused=refused)
        return await self._ask(self._disputes.Explain, request)

    async def open_case(
        self,
        match: str,
        token: str,
        rule: str,
        claim: str,
        *,
        fact: int = 0,
        frame: int = 0,
        nth: int = 1,
        freeze: bool = False,
    ) -> int:
        """Open a case about a fact, given as for `explain`, and return its number.

        With `freeze` the match waits for the ruling.
        """
        request = disputes.OpenCaseRequest(
            match_id=match,
            token=token,
            fact=fact_place(fact, frame, nth),
            rule=rule,
            claim=claim,
            freeze=freeze,
            request_id=new_request_id(),
        )
        response: disputes.OpenCaseResponse = await self._ask(self._disputes.OpenCase, request)
        return response.number

    async def withdraw_case(self, match: str, token: str, number: int) -> None:
        """Withdraw a case that you opened and nobody has ruled on."""
        request = disputes.WithdrawCaseRequest(
            match_id=match, token=token, number=number, request_id=new_request_id()
        )
        await self._ask(self._disputes.WithdrawCase, request)

    async def try_reading(
        self,
        match: str,
        token: str,
        *,
        number: int = 0,
        edition: str = "",
        rulings: Mapping[str, str] | None = None,
        on_progress: ProgressReport | None = None,
    ) -> disputes.TrialReport:
        """Run a match again under another reading. With the `number` of a case, the trial is recorded there."""
        request = disputes.TryReadingRequest(
            match_id=match,
            token=token,
            number=number,
            edition=edition,
            rulings=rulings,
            request_id=new_request_id(),
        )
        (response,) = await self._collect(self._disputes.TryReading, request, on_progress)
        report: disputes.TrialReport = response.report
        return report

    async def rule_case(
        self,
        match: str,
        token: str,
        number: int,
        finding: Finding,
        reason: str,
        rules: Sequence[str],
        remedy: Remedy | None = None,
        *,
        is_precedent: bool = False,
    ) -> str:
        """Rule on a case. Return the id of the match that continues this one, if the remedy makes one, or "".

        Where a panel rules on appeals, this gives the opinion of a member; the case stays appealed until enough agree.
        """
        request = disputes.RuleCaseRequest(
            match_id=match,
            token=token,
            number=number,
            finding=_FINDINGS[finding],
            reason=reason,
            rules=rules,
            is_precedent=is_precedent,
            request_id=new_request_id(),
        )
        done = disputes.Stands() if remedy is None else remedy
        field: Message = getattr(request, _REMEDIES[type(done)])
        field.SetInParent()
        field.MergeFrom(done)
        response: disputes.RuleCaseResponse = await self._ask(self._disputes.RuleCase, request)
        return response.successor

    async def withdraw_opinion(self, match: str, token: str, number: int) -> None:
        """Take back your opinion on an appeal, as a member of the panel, before the panel has ruled."""
        request = disputes.WithdrawOpinionRequest(
            match_id=match, token=token, number=number, request_id=new_request_id()
        )
        await self._ask(self._disputes.WithdrawOpinion, request)

    async def set_panel(self, match: str, token: str, members: Sequence[str], needed: int) -> None:
        """Let these head judges ("head_judge/2") rule on appeals together, as soon as `needed` of them agree.

        It takes the token of the organiser. Without members, one head judge rules on an appeal again.
        """
        request = disputes.SetPanelRequest(
            match_id=match, token=token, needed=needed, members=members, request_id=new_request_id()
        )
        await self._ask(self._disputes.SetPanel, request)

    async def appeal_case(self, match: str, token: str, number: int, reason: str) -> None:
        """Appeal against the first ruling on a case."""
        request = disputes.AppealCaseRequest(
            match_id=match, token=token, number=number, reason=reason, request_id=new_request_id()
        )
        await self._ask(self._disputes.AppealCase, request)

    async def find_precedents(
        self, rule: str, *, game: str = "", include_unapproved: bool = False, limit: int = 50
    ) -> list[disputes.Precedent]:
        """Return up to `limit` rulings kept as precedents for a rule, newest first, from as many pages as needed.

        Only rulings by approved officials, whom the operator of the server has given an API key, are returned, unless
        the others are included.
        """
        found: list[disputes.Precedent] = []
        request = disputes.FindPrecedentsRequest(rule=rule, game=game, include_unapproved=include_unapproved)
        while len(found) < limit:
            request.page_size = limit - len(found)
            response: disputes.FindPrecedentsResponse = await self._ask(
                self._disputes.FindPrecedents, request
            )
            found += response.precedents
            request.page_token = response.next_page_token
            if not request.page_token:
                break
        return found

    async def propose_undo(self, seat: Seat) -> None:
        """Ask the other seats to let a seat take its last answer back."""
        request = disputes.ProposeUndoRequest(
            match_id=seat.match, token=seat.token, request_id=new_request_id()
        )
        await self._ask(self._disputes.ProposeUndo, request)

    async def answer_undo(self, seat: Seat, *, consents: bool) -> str:
        """Agree to an undo or refuse it. Return the id of the match that continues this one once all agreed, or ""."""
        request = disputes.AnswerUndoRequest(
            match_id=seat.match, token=seat.token, consents=consents, request_id=new_request_id()
        )
        response: disputes.AnswerUndoResponse = await self._ask(self._disputes.AnswerUndo, request)
        return response.successor

    async def export(self, match: str, token: str, *, on_progress: ProgressReport | None = None) -> bytes:
        """Return the bundle of a match: all evidence in one file, which `referee verify` checks."""
        request = disputes.ExportRequest(match_id=match, token=token)
        return await self._download(self._disputes.Export, request, on_progress)
