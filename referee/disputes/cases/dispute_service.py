"""The `referee.api.v1.Disputes` service. Every method takes a message and returns bytes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar, get_args

import grpc

from referee.audit.entries import Award, Finding, Remedy, ReplayUnder, Rewind, Stands, Void
from referee.audit.panel_checks import is_divided
from referee.disputes.cases.case_actions import BadFactPlace, DisputeActions, FactPlace
from referee.disputes.cases.dispute_messages import (
    explanation_message,
    precedent_message,
    refusal_message,
)
from referee.disputes.cases.precedents import (
    MOST_PER_PAGE,
    PAGE_SIZE,
    decode_place,
    encode_place,
    precedent_page,
)
from referee.disputes.cases.trial_messages import trial_message
from referee.disputes.explain.attempts import TrialFault
from referee.disputes.explain.explanations import NoSuchQuestion
from referee.server.access import Access
from referee.server.matches import Matches
from referee.server.quotas import Activity
from referee.wire import guard
from referee.wire.callers import CALLER, Callers
from referee.wire.codec import codec_of
from referee.wire.deadlines import CallDeadlines
from referee.wire.downloads import chunks_of
from referee.wire.grpc_server import ExtraService
from referee.wire.guard import Context, note_fault
from referee.wire.open_streams import OpenStreams
from referee.wire.progress_streams import send_progress
from referee.wire.request_ids import tag_of
from referee.wire.standing_messages import FINDINGS
from referee.wire.statuses import CallStatus, Code, Reason, Refuse, as_sentence, invalid
from referee_api.v1 import disputes_pb2 as api
from referee_api.v1 import referee_pb2 as base

T = TypeVar("T")

NAME = api.DESCRIPTOR.services_by_name["Disputes"].full_name

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
            "WithdrawCase": (api.WithdrawCaseRequest, self.withdraw_case),
            "RuleCase": (api.RuleCaseRequest, self.rule_case),
            "WithdrawOpinion": (api.WithdrawOpinionRequest, self.withdraw_opinion),
            "SetPanel": (api.SetPanelRequest, self.set_panel),
            "AppealCase": (api.AppealCaseRequest, self.appeal_case),
            "FindPrecedents": (api.FindPrecedentsRequest, self.find_precedents),
            "ProposeUndo": (api.ProposeUndoRequest, self.propose_undo),
            "AnswerUndo": (api.AnswerUndoRequest, self.answer_undo),
        }
        callers = Callers(self._matches)
        handlers: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
            name: guard.unary_handler(name, kind, partial(_answered, behaviour), deadlines, callers)
            for name, (kind, behaviour) in unary.items()
        }
        streams: dict[str, tuple[Any, Callable[[Any, Context], Awaitable[None]]]] = {
            "TryReading": (api.TryReadingRequest, self.try_reading),
            "Export": (api.ExportRequest, self.export),
        }
        for name, (kind, send) in streams.items():
            handlers[name] = guard.stream_handler(name, kind, partial(_answered, send), callers)
        return grpc.method_handlers_generic_handler(NAME, handlers)

    async def _access(self, request: Any) -> Access:
        return await self._matches.authenticate(request.match_id, request.token, CALLER.get())

    async def explain(self, request: api.ExplainRequest) -> bytes:
        """Explain why something happened, or was refused."""
        access = await self._access(request)
        session = await self._matches.sessions.get(request.match_id)
        if request.WhichOneof("what") == "refused":
            codec = codec_of(session.charter.game)
            answer = codec.answer(request.refused.answer)
            with self._matches.quotas.holding(CALLER.get(), Activity.HEAVY):
                refused = await self._actions.explain_refusal(access, request.refused.question, answer)
            return refusal_message(refused).SerializeToString(deterministic=True)
        with self._matches.quotas.holding(CALLER.get(), Activity.HEAVY):
            explanation = await self._actions.explain(access, _place(request.fact))
        return explanation_message(explanation).SerializeToString(deterministic=True)

    async def open_case(self, request: api.OpenCaseRequest) -> bytes:
        """Open a case."""
        access = await self._access(request)
        number = await self._actions.open_case(
            access,
            _place(request.fact),
            request.rule,
            request.claim,
            request.freeze,
            tag_of(request, access),
        )
        return api.OpenCaseResponse(number=number).SerializeToString()

    async def withdraw_case(self, request: api.WithdrawCaseRequest) -> bytes:
        """Withdraw a case."""
        access = await self._access(request)
        await self._actions.withdraw(access, request.number, tag_of(request, access))
        return b""

    async def try_reading(self, request: api.TryReadingRequest, context: Context) -> None:
        """Run a match again under another reading."""
        access = await self._access(request)
        session = await self._matches.sessions.get(request.match_id)
        with (
            self._matches.quotas.holding(CALLER.get(), Activity.HEAVY),
            self._streams.open(context.write) as stream,
        ):
            trial = await send_progress(
                stream,
                lambda note: self._actions.try_reading(
                    access,
                    request.number,
                    request.edition,
                    dict(request.rulings),
                    note,
                    tag_of(request, access),
                ),
                lambda progress: api.TryReadingResponse(progress=progress).SerializeToString(),
            )
            report = trial_message(trial, session.charter.game)
            await stream.send(api.TryReadingResponse(report=report).SerializeToString())

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
            tag_of(request, access),
        )
        state = (await self._matches.sessions.get(request.match_id)).audit_log.state
        return api.RuleCaseResponse(
            successor=successor,
            is_in_force=not state.cases[request.number].is_unsettled,
            is_divided=is_divided(state, request.number),
        ).SerializeToString()

    async def withdraw_opinion(self, request: api.WithdrawOpinionRequest) -> bytes:
        """Take back the opinion of a member of the panel."""
        access = await self._access(request)
        await self._actions.withdraw_opinion(access, request.number, tag_of(request, access))
        return b""

    async def set_panel(self, request: api.SetPanelRequest) -> bytes:
        """Let a panel rule on the appeals of a match."""
        access = await self._access(request)
        members = tuple(request.members)
        await self._matches.set_panel(access, request.needed, members, tag_of(request, access))
        return b""

    async def appeal_case(self, request: api.AppealCaseRequest) -> bytes:
        """Appeal against a ruling."""
        access = await self._access(request)
        await self._actions.appeal(access, request.number, request.reason, tag_of(request, access))
        return b""

    async def find_precedents(self, request: api.FindPrecedentsRequest) -> bytes:
        """Find rulings that were kept as precedents."""
        if not request.rule:
            raise invalid("Give the id of a rule, or the key of a ruling.", "rule")
        try:
            before = decode_place(request.page_token)
        except ValueError:
            raise invalid("This is not the token of a page.", "page_token") from None
        size = min(request.page_size or PAGE_SIZE, MOST_PER_PAGE)
        with self._matches.quotas.holding(CALLER.get(), Activity.HEAVY):
            page = await self._matches.auditing.read(
                partial(
                    precedent_page,
                    rule=request.rule,
                    size=size,
                    before=before,
                    game=request.game,
                    with_unapproved=request.include_unapproved,
                )
            )
        return api.FindPrecedentsResponse(
            precedents=[precedent_message(kept) for kept in page.precedents],
            next_page_token="" if page.next_before is None else encode_place(page.next_before),
        ).SerializeToString()

    async def propose_undo(self, request: api.ProposeUndoRequest) -> bytes:
        """Propose an undo."""
        access = await self._access(request)
        await self._actions.propose_undo(access, tag_of(request, access))
        return b""

    async def answer_undo(self, request: api.AnswerUndoRequest) -> bytes:
        """Consent to an undo, or not."""
        access = await self._access(request)
        tag = tag_of(request, access)
        successor = await self._actions.answer_undo(access, request.consents, tag)
        return api.AnswerUndoResponse(successor=successor).SerializeToString()

    async def export(self, request: api.ExportRequest, context: Context) -> None:
        """Send a bundle in pieces."""
        access = await self._access(request)
        with self._streams.open(context.write) as stream:
            with self._matches.quotas.holding(CALLER.get(), Activity.HEAVY):
                text = await send_progress(
                    stream,
                    lambda note: self._actions.export(access, note),
                    lambda progress: api.ExportResponse(progress=progress).SerializeToString(),
                )
            for chunk, file in chunks_of(text.encode()):
                await stream.send(api.ExportResponse(chunk=chunk, file=file).SerializeToString())


async def _answered(behaviour: Callable[..., Awaitable[T]], request: Any, *context: Context) -> T:
    """Answer a call, and map the errors that only this service raises to statuses."""
    try:
        return await behaviour(request, *context)
    except BadFactPlace as unnamed:
        raise invalid(as_sentence(str(unnamed)), "fact") from None
    except NoSuchQuestion as unknown:
        text, field = as_sentence(str(unknown)), "refused.question"
        status = CallStatus(Code.INVALID_ARGUMENT, text, Reason.NO_SUCH_QUESTION, field)
        raise Refuse(status) from None
    except TrialFault as fault:
        note_fault(fault, method="TryReading", match=getattr(request, "match_id", ""))
        text = "The rules fail under this reading, which is a fault of the referee; its log has the details."
        raise Refuse(CallStatus(Code.FAILED_PRECONDITION, text, Reason.READING_FAILS)) from None


def _place(place: api.FactPlace) -> FactPlace:
    match place.WhichOneof("place"):
        case "fact":
            return FactPlace(fact=place.fact)
        case "in_frame" if place.in_frame.frame:
            return FactPlace(frame=place.in_frame.frame, place=place.in_frame.place)
        case _:
            raise invalid("Name a fact, by its number or by its place in a frame of yours.", "fact")


def _finding(number: base.Finding) -> Finding:
    found = _FOUND.get(number)
    if found is None:
        raise invalid("Give the finding: upheld, overturned, or no effect.", "finding")
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
            raise invalid(
                "Give the remedy: everything stands, rewind, replay under other readings, or award.", "remedy"
            )


DISPUTES = ExtraService(
    NAME, lambda matches, deadlines, streams: Disputes(matches, streams).handlers(deadlines)
)
"""The service, to be added to a server."""
