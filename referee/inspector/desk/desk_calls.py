"""The calls of the officials' desk over HTTP. A token or an API key comes in the body of a call, and is not kept."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec

from referee.audit.entries import OfficialRole
from referee.inspector.case_desk import CaseStep
from referee.inspector.desk.official_desk import OfficialDesk
from referee_client import aio

_KEY = re.compile(r"[!-~]{1,256}")
"""What can be sent as an API key."""


class BadDeskCall(Exception):
    """A call that the desk cannot carry out; the text says why."""


class DeskCall(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a call; each call uses some of the fields."""

    match: str = ""
    token: str = ""
    api_key: str = ""
    reason: str = ""
    seat: int = 0
    seconds: int = 0
    name: str = ""
    role: OfficialRole = "judge"
    winners: list[int] = []
    is_void: bool = False
    key_id: str = ""
    party: str = ""
    case: int = 0
    members: list[str] = []
    needed: int = 0
    step: CaseStep | None = None
    freeze: bool = False
    status: str = ""
    kinds: list[str] = []
    page: str = ""
    """Where a part of a list begins."""


async def _step(desk: OfficialDesk, call: DeskCall) -> Any:
    if call.step is None:
        raise BadDeskCall("Say which step to take.")
    return await desk.take(call.step, freeze=call.freeze)


async def _who(desk: OfficialDesk, _: DeskCall) -> Any:
    return {"role": await desk.who()}


Act = Callable[[OfficialDesk, DeskCall], Awaitable[Any]]


def _by_official(act: Act) -> Act:
    """Return a call that is refused, with nothing changed, unless an official of the match makes it."""

    async def acted(desk: OfficialDesk, call: DeskCall) -> Any:
        await desk.check()
        return await act(desk, call)

    return acted


CALLS: Mapping[str, Act] = {
    "who": _who,
    "matches": lambda desk, call: desk.matches(call.status, call.page),
    "match": lambda desk, _: desk.page(),
    "pause": _by_official(lambda desk, call: desk.pause(call.reason)),
    "adjourn": _by_official(lambda desk, call: desk.adjourn(call.reason)),
    "resume": _by_official(lambda desk, call: desk.resume(call.reason)),
    "extend": _by_official(lambda desk, call: desk.extend(call.seat, call.seconds, call.reason)),
    "cancel": _by_official(lambda desk, call: desk.cancel(call.reason)),
    "appoint": _by_official(lambda desk, call: desk.appoint(call.name, call.role, call.key_id)),
    "dismiss": _by_official(lambda desk, call: desk.dismiss(call.party, call.reason)),
    "result": _by_official(
        lambda desk, call: desk.declare_result(call.winners, call.kinds, call.reason, is_void=call.is_void)
    ),
    "panel": _by_official(lambda desk, call: desk.set_panel(call.members, call.needed)),
    "withdraw_opinion": _by_official(lambda desk, call: desk.withdraw_opinion(call.case)),
    "step": _by_official(_step),
    "case_files": _by_official(lambda desk, _: desk.case_files()),
    "log": lambda desk, call: desk.log(call.match, call.kinds, call.page),
}
"""What each path below `/api/desk` does."""


def desk_of(client: aio.Client, call: DeskCall) -> OfficialDesk:
    """Return the desk of whoever makes a call. Raise `BadDeskCall`."""
    return OfficialDesk(client_of(client, call.api_key), client.with_api_key(""), call.match, call.token)


def client_of(client: aio.Client, api_key: str) -> aio.Client:
    """Return a client that sends this API key; without one, the client of the pages. Raise `BadDeskCall`."""
    if not api_key:
        return client
    if not _KEY.fullmatch(api_key):
        raise BadDeskCall("This is not an API key.")
    return client.with_api_key(api_key)
