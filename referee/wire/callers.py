"""Callers: who sends a request, by address and API key, and whether the quotas admit it.

The caller of the call in progress is in `CALLER`; every call runs in a task of its own. To keep the path of an answer
short, requests are counted in batches: a connection is admitted for a number of requests at a time.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from contextvars import ContextVar
from typing import Any, Protocol

from referee.server.quotas import IN_PROCESS, Activity, Caller, Quotas, address_of_peer

CALLER: ContextVar[Caller] = ContextVar("caller", default=IN_PROCESS)
"""The caller of the call in progress."""

REQUESTS_AT_A_TIME = 64
"""Number of requests for which a connection is admitted at a time."""

CONNECTIONS_REMEMBERED = 4096

_SCHEME = "bearer "

TOKENLESS = frozenset(
    {
        "ListGames",
        "DescribeGame",
        "GetServerInfo",
        "CreateMatch",
        "ListMatches",
        "ListMatchEvents",
        "JoinSeat",
        "GetKeys",
        "FindPrecedents",
        "ListEvents",
        "GetEvent",
        "GetStandings",
        "GetPairings",
    }
)
"""Calls that need no token, so that anyone can make them."""


CHANGES = frozenset({"CreateMatch", "JoinSeat", "SetOrders"})
"""Calls that begin something, of which one caller may have a few in progress; more of them wait."""


class _Connection:
    """A connection, and how many more requests it may send before it is counted again."""

    __slots__ = ("caller", "left")

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.left = 0


class KnowsCallers(Protocol):
    """Finds out who calls."""

    def caller(self, address: str, key_text: str = "") -> Caller:
        """Return the caller with this address and, if it sent one, its API key; raises `KeyRefused`."""


class LimitsCallers(Protocol):
    """What a server knows of its callers."""

    @property
    def access(self) -> KnowsCallers:
        """Who calls."""

    @property
    def quotas(self) -> Quotas:
        """What they may use."""


class Callers:
    """The connections of a server."""

    def __init__(self, server: LimitsCallers) -> None:
        self._access = server.access
        self._quotas = server.quotas
        self._known: OrderedDict[tuple[str, str], _Connection] = OrderedDict()

    def admit(self, method: str, context: Any) -> None:
        """Find out who calls, and count the request; raises `KeyRefused` or `OverQuota`."""
        peer, key = context.peer(), ""
        for name, value in context.invocation_metadata() or ():
            if name == "authorization" and value[:7].lower() == _SCHEME:
                key = value[7:]
        known = self._known.get((peer, key))
        if known is None or known.left <= 0:
            known = self._count(peer, key)
        known.left -= 1
        CALLER.set(known.caller)
        if method in TOKENLESS and known.caller.key is None:
            self._quotas.admit(known.caller, Activity.ANONYMOUS)

    def _count(self, peer: str, key: str) -> _Connection:
        """Admit a connection for some requests. Its key is verified again, because it may have been revoked."""
        known = _Connection(self._access.caller(address_of_peer(peer), key))
        self._quotas.admit(known.caller, Activity.REQUEST, count=REQUESTS_AT_A_TIME)
        known.left = REQUESTS_AT_A_TIME
        self._known[peer, key] = known
        if len(self._known) > CONNECTIONS_REMEMBERED:
            self._known.popitem(last=False)
        return known

    def denied(self) -> None:
        """Count a failed authentication; raises `OverQuota` if a caller guesses too much."""
        self._quotas.admit(CALLER.get(), Activity.ANONYMOUS)

    def count_anonymous(self) -> None:
        """Count a request without a token on an open stream; raises `OverQuota`."""
        if CALLER.get().key is None:
            self._quotas.admit(CALLER.get(), Activity.ANONYMOUS)

    def changing(self) -> AbstractAsyncContextManager[None]:
        """Wait for the turn of a call of `CHANGES`."""
        return self._quotas.changing(CALLER.get())

    def holding_stream(self) -> AbstractContextManager[None]:
        """Count an open stream of the caller; raises `OverQuota` on entry if it has too many."""
        return self._quotas.holding(CALLER.get(), Activity.STREAM)
