"""Taking steps of disputes from the page: what can be asked for, and who may ask.

`CaseDesk` is what the pages need of a place that keeps cases, be it a file or a server. A step arrives as a POST
request. It is accepted only from the page itself: a request that another page in the same browser makes has another
origin and cannot have the header `STEP_HEADER`; another user of this machine does not know the token, which only the
address that the command printed has.
"""

from __future__ import annotations

import hmac
import secrets
from ipaddress import ip_address
from typing import Protocol

import msgspec
from starlette.requests import Request

from referee.audit.entries import Finding

STEP_HEADER = "x-referee-step"
"""A header without which no step is taken; a page from elsewhere cannot send it."""
TOKEN_PARAMETER = "sign"
"""The name of the token in the address that the command prints."""
LARGEST_STEP = 64 * 1024
"""Largest request, in bytes."""


class StepBase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="step"):
    """Base class of the steps."""


class OpenStep(StepBase, frozen=True, tag="open"):
    """Open a case about a fact."""

    fact: int
    rule: str
    claim: str
    by: str = ""
    """Who claims it; a server knows."""


class TryStep(StepBase, frozen=True, tag="try"):
    """Run the match again under another reading, and record the result for a case."""

    case: int
    edition: str = ""
    rulings: dict[str, str] = {}


class RuleStep(StepBase, frozen=True, tag="rule"):
    """Rule on a case."""

    case: int
    finding: Finding
    reason: str
    rules: str
    """Ids, separated by commas."""
    remedy: str = "stands"
    """As on the command line: `award:0,2`, for example."""
    is_precedent: bool = False


class AppealStep(StepBase, frozen=True, tag="appeal"):
    """Appeal the first ruling on a case."""

    case: int
    reason: str
    by: str = ""


class WithdrawStep(StepBase, frozen=True, tag="withdraw"):
    """Withdraw a case before any ruling."""

    case: int
    by: str = ""


CaseStep = OpenStep | TryStep | RuleStep | AppealStep | WithdrawStep
"""A step of a dispute."""


class StepRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step, and the version of the cases that whoever takes it has seen."""

    seen: str
    take: CaseStep


class StepRefused(Exception):
    """A step that was not taken; nothing was changed, and the text says why."""


class DeskState(msgspec.Struct, frozen=True):
    """Whether steps can be taken."""

    is_writable: bool
    why_not: str = ""
    """What is in the way, and what to do about it."""
    signer: str = ""
    """The name and the id of the key that signs the steps."""
    version: str = ""
    """The version of the cases; it changes with every step."""


class CaseDesk(Protocol):
    """A place that keeps the cases of matches."""

    def state(self, name: str) -> DeskState:
        """Return whether steps can be taken on the cases of a match."""

    def take(self, name: str, step: CaseStep, seen: str) -> None:
        """Take a step; raise `StepRefused` if it is not allowed, or if the cases are no longer those that were seen."""


class StepGuard:
    """Decides which requests may take a step."""

    def __init__(self, *, is_remote_allowed: bool = False) -> None:
        self.token = secrets.token_urlsafe(24)
        self._is_remote_allowed = is_remote_allowed

    def knows(self, token: str) -> bool:
        """Return whether this is the token."""
        return hmac.compare_digest(token.encode(), self.token.encode())

    def is_known(self, request: Request) -> bool:
        """Return whether a request comes from a browser that opened the printed address."""
        return self.knows(request.cookies.get(cookie_of(request), ""))

    def fault(self, request: Request) -> str:
        """Return why a request may not take a step, or ""."""
        if not self._is_remote_allowed and not _is_local(request):
            return "Steps are taken only from the machine where the inspector runs; --remote-signing allows others."
        headers = request.headers
        origin = f"{request.url.scheme}://{headers.get('host', '')}"
        is_own = headers.get("origin") == origin
        is_own = is_own and headers.get("sec-fetch-site", "same-origin") == "same-origin"
        if not is_own or STEP_HEADER not in headers:
            return "A step is taken only by the page of this inspector; this request came from elsewhere."
        if not self.is_known(request):
            return "This browser may only read. Open the address that 'referee inspect --sign' printed."
        return ""


def cookie_of(request: Request) -> str:
    """Return the name of the cookie with the token. Browsers share cookies between the ports of a host."""
    return f"referee-sign-{request.url.port or 80}"


def _is_local(request: Request) -> bool:
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:
        return False


def read_step(body: bytes) -> StepRequest:
    """Decode a request; raise `StepRefused` if it is malformed."""
    try:
        return msgspec.json.decode(body, type=StepRequest)
    except msgspec.DecodeError as error:
        raise StepRefused(f"This is not a step of a dispute: {error}.") from None
