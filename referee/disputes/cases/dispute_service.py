"""The `referee.api.v1.Disputes` service. Every method takes a message and returns bytes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, get_args

import grpc

from referee.audit.entries import Award, Finding, Remedy, ReplayUnder, Rewind, Stands, Void
from referee.disputes.cases.case_actions import BadFactPlace, DisputeActions, FactPlace
from referee.disputes.cases.dispute_messages import (
    EFFECTS,
    explanation_message,
    precedent_message,
    refusal_message,
    say_trial,
)
from referee.disputes.explain.attempts import TrialFault
from referee.disputes.explain.explanations import NoSuchQuestion
from referee.disputes.explain.trial_reports import report_of
from referee.server.access import Access
from referee.server.matches import Matches
from referee.wire import guard
from referee.wire.codec import codec_of
from referee.wire.deadlines import CallDeadlines
from referee.wire.grpc_server import ExtraService
from referee.wire.guard import Code, Context, Refuse, note_fault
from referee.wire.open_streams import OpenStreams
from referee.wire.standing_messages import FINDINGS
from referee_api.v1 import disputes_pb2 as api
from referee_api.v1 import referee_pb2 as base

NAME = api.DESCRIPTOR.services_by_name["Disputes"].full_name

EXPORT_CHUNK = 1 << 18

_FINDINGS: tuple[Finding, ...] = get_args(Finding)
_FOUND = {FINDINGS[finding]: finding for finding in _FINDINGS}


class Disputes:
    """The calls of the service."""

    def __init__(self, matches: Matches, streams: OpenStreams) -> None:
        self._matches = matches
        self._streams = streams
        self._actions = DisputeActions(matches)

    def handlers(self, deadlines: CallDeadlines) -> grpc.GenericRpcHandler:
        """Return the handlers of all calls."""
        unary: dict[str, tuple[Any, Callable[[Any], Awaitable[bytes]]]] = {
            "Explain": (api.ExplainRequest, self.explain),
            "OpenCase": (api.OpenCaseRequest, self.open_case),
            "TryReading": (api.TryReadingRequest, self.try_reading),
            "RuleCase": (api.RuleCaseRequest, self.rule_case),
            "AppealCase": (api.AppealCaseRequest, self.appeal_case),
            "FindPrecedents": (api.FindPrecedentsRequest, self.find_precedents),
            "ProposeUndo": (api.ProposeUndoRequest, self.propose_undo),
            "AnswerUndo": (api.AnswerUndoRequest, self.answer_undo),
        }
        handlers: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
            name: guard.unary_handler(name, kind, partial(_answered, behaviour), deadlines)
            for name, (kind, behaviour) in unary.items()
        }
        handlers["Export"] = guard.stream_handler("Export", api.ExportRequest, self.export)
        return grpc.method_handlers_generic_handler(NAME, handlers)

    async def _access(self, request: Any) -> Access:
        return await self._matches.authenticate(request.match, request.token)

    async def explain(self, request: api.ExplainRequest) -> bytes:
        """Explain why something happened, or was refused."""
        access = await self._access(request)
        session = await self._matches.sessions.get(request.match)
        if request.WhichOneof("what") == "refused":
            codec = codec_of(session.charter.game)
            answer = codec.answer(request.refused.answer)
            refused = await self._actions.explain_refusal(access, request.refused.question, answer)
            return refusal_message(refused).SerializeToString(deterministic=True)
        explanation = await self._actions.explain(access, _place(request.fact))
        return explanation_message(explanation).SerializeToString(deterministic=True)

    async def open_case(self, request: api.OpenCaseRequest) -> bytes:
        """Open a case."""
        access = await self._access(request)
        number = await self._actions.open_case(
            access, _place(request.fact), request.rule, request.claim, request.freeze
        )
        return api.OpenCaseResponse(number=number).SerializeToString()

    async def try_reading(self, request: api.TryReadingRequest) -> bytes:
        """Run a match again under another reading."""
        access = await self._access(request)
        trial = await self._actions.try_reading(
            access, request.number, request.edition, dict(request.rulings)
        )
        return api.TryReadingResponse(
            sentence=say_trial(trial), report=bytes(report_of(trial)).decode(), effect=EFFECTS[trial.effect]
        ).SerializeToString()

    async def rule_case(self, request: api.RuleCaseRequest) -> bytes:
        """Rule on a case."""
        access = await self._access(request)
        successor = await self._actions.rule(
            access,
            request.number,
            _finding(request.finding),
            request.reason,
            tuple(request.rules),
            _remedy(request),
            request.is_precedent,
        )
        return api.RuleCaseResponse(successor=successor).SerializeToString()

    async def appeal_case(self, request: api.AppealCaseRequest) -> bytes:
        """Appeal against a ruling."""
        await self._actions.appeal(await self._access(request), request.number, request.reason)
        return b""

    async def find_precedents(self, request: api.FindPrecedentsRequest) -> bytes:
        """Find rulings that were kept as precedents."""
        found = await self._actions.precedents(request.rule)
        precedents = [precedent_message(kept) for kept in found]
        return api.FindPrecedentsResponse(precedents=precedents).SerializeToString()

    async def propose_undo(self, request: api.ProposeUndoRequest) -> bytes:
        """Propose an undo."""
        await self._actions.propose_undo(await self._access(request))
        return b""

    async def answer_undo(self, request: api.AnswerUndoRequest) -> bytes:
        """Consent to an undo, or not."""
        successor = await self._actions.answer_undo(await self._access(request), request.consents)
        return api.AnswerUndoResponse(successor=successor).SerializeToString()

    async def export(self, request: api.ExportRequest, context: Context) -> None:
        """Send a bundle in pieces."""
        text = (await self._actions.export(await self._access(request))).encode()
        with self._streams.open(context.write) as stream:
            for start in range(0, len(text), EXPORT_CHUNK):
                chunk = text[start : start + EXPORT_CHUNK]
                await stream.send(api.ExportResponse(chunk=chunk).SerializeToString())


async def _answered(behaviour: Callable[[Any], Awaitable[bytes]], request: Any) -> bytes:
    """Answer a call, and map the errors that only this service raises to statuses."""
    try:
        return await behaviour(request)
    except BadFactPlace as unnamed:
        raise Refuse(Code.INVALID_ARGUMENT, f"{unnamed}.") from None
    except NoSuchQuestion as unknown:
        raise Refuse(Code.INVALID_ARGUMENT, str(unknown)) from None
    except TrialFault as fault:
        note_fault(fault, method="TryReading", match=getattr(request, "match", ""))
        text = "The rules fail under this reading, which is a fault of the referee; its log has the details."
        raise Refuse(Code.FAILED_PRECONDITION, text) from None


def _place(place: api.FactPlace) -> FactPlace:
    match place.WhichOneof("place"):
        case "fact":
            return FactPlace(fact=place.fact)
        case "in_frame" if place.in_frame.frame:
            return FactPlace(frame=place.in_frame.frame, place=place.in_frame.place)
        case _:
            raise Refuse(
                Code.INVALID_ARGUMENT, "Name a fact, by its number or by its place in a frame of yours."
            )


def _finding(number: base.Finding) -> Finding:
    found = _FOUND.get(number)
    if found is None:
        raise Refuse(Code.INVALID_ARGUMENT, "Give the finding: upheld, overturned, or no effect.")
    return found


def _remedy(request: api.RuleCaseRequest) -> Remedy:
    match request.WhichOneof("remedy"):
        case "stands":
            return Stands()
        case "rewind":
            return Rewind(request.rewind.fact)
        case "replay_under":
            under = request.replay_under
            return ReplayUnder(under.edition, dict(sorted(under.rulings.items())))
        case "award":
            award: base.Award = request.award
            return Void() if award.is_void else Award(tuple(award.winners))
        case _:
            raise Refuse(
                Code.INVALID_ARGUMENT,
                "Give the remedy: everything stands, rewind, replay under other readings, or award.",
            )


DISPUTES = ExtraService(
    NAME, lambda matches, deadlines, streams: Disputes(matches, streams).handlers(deadlines)
)
"""The service, to be added to a server."""
