"""Quotas: how much one caller may use of the server, so that the others do not notice.

A caller is counted by its API key, or without one by its address; an IPv6 address by its /64, because one machine has a
whole network of that size. Everything is in memory and starts again with the server. The number of callers remembered
is bounded: the least recently used one without a stream is forgotten, so a flood of addresses cannot fill the memory.

Kinds of limits:

- a rate, as a token bucket: a burst is allowed, and the bucket fills again with time;
- a number at once, such as open streams: `with quotas.holding(caller, Activity.STREAM)`. Calls that begin something
  wait for their turn instead of being refused: `async with quotas.changing(caller)`.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from enum import Enum
from functools import lru_cache
from math import ceil

import msgspec

from referee.server.api_keys import ApiKey, KeyQuotas

MOST_SECONDS = 3600
"""Longest time after which a caller is told to try again, in seconds."""

_CACHED = 4096
"""Number of addresses and keys whose limits are remembered, because this is on the path of every answer."""


class Activity(Enum):
    """What a caller wants to do, as far as it is limited."""

    CREATE = "create a match"
    """Create a match: limited per minute, and by the number of open matches."""
    STREAM = "open a stream"
    """Read or play: limited by the number at once."""
    HEAVY = "run a match again"
    """A call that costs much processor time, such as a replay, a verification or a trial."""
    REQUEST = "send a request"
    """Any other request, from a caller with a token or a key."""
    ANONYMOUS = "send a request without a token"
    """A request without a token or a key, or with one that is not valid."""


class Rate(msgspec.Struct, frozen=True):
    """A limit on how often something may happen."""

    per_second: float
    burst: float
    """Number that may happen at once after a quiet time."""


class QuotaSettings(msgspec.Struct, frozen=True):
    """The limits of one caller. A normal bot never reaches them."""

    open_matches: int = 1_000
    """Maximum number of matches of one caller that are not over."""
    creations: Rate = Rate(per_second=2.0, burst=120.0)
    """Creations of matches: 120 per minute."""
    streams: int = 256
    """Maximum number of concurrent streams. One Play stream carries thousands of matches."""
    heavy_at_once: int = 2
    """Maximum number of concurrent calls that run a match again."""
    heavy: Rate = Rate(per_second=1.0, burst=60.0)
    """Calls that run a match again."""
    requests: Rate = Rate(per_second=5_000.0, burst=20_000.0)
    """Requests of callers with a token or a key; an answer on a Play stream counts as one."""
    changes_at_once: int = 2
    """Maximum number of concurrent calls that create a match, take a seat or give orders. Others are not refused, but
    wait: a burst of them would delay everyone who plays."""
    anonymous: Rate = Rate(per_second=50.0, burst=500.0)
    """Requests of callers without a valid token or key."""
    addresses: int = 10_000
    """Maximum number of callers remembered, in addition to those that have a stream open."""


LOCAL = QuotaSettings(
    open_matches=1_000_000,
    creations=Rate(per_second=100_000.0, burst=1_000_000.0),
    streams=10_000,
    heavy_at_once=64,
    heavy=Rate(per_second=10_000.0, burst=100_000.0),
    requests=Rate(per_second=1_000_000.0, burst=10_000_000.0),
    changes_at_once=64,
    anonymous=Rate(per_second=100_000.0, burst=1_000_000.0),
)
"""Limits for callers on the same machine of a server in the mode `open`: a benchmark creates thousands of matches."""


class OverQuota(Exception):
    """A caller that asked for too much. Nothing was done; the text says what to do."""

    def __init__(self, activity: Activity, reason: str, retry_after_seconds: float, subject: str) -> None:
        super().__init__(f"{reason} Try again in {max(1, ceil(retry_after_seconds))} s.")
        self.activity = activity
        self.reason = reason
        """What there is too much of, as a sentence."""
        self.retry_after_seconds = retry_after_seconds
        """When it is worth trying again, in seconds."""
        self.subject = subject
        """Who is over the limit: "key k7f3q2" or "address 192.0.2.7"."""


class Caller(msgspec.Struct, frozen=True):
    """Who is calling, as far as the server knows."""

    address: str
    """Address of the client without its port, or "" for a call within this process."""
    key: ApiKey | None = None
    """The verified API key of the caller."""

    @property
    def is_local(self) -> bool:
        """Whether the caller is on this machine."""
        return is_loopback(self.address)

    @property
    def key_id(self) -> str:
        """Id of the API key, or ""."""
        return "" if self.key is None else self.key.id

    @property
    def subject(self) -> str:
        """The caller as limits count it: by its key, or by its network."""
        return f"address {network_of(self.address)}" if self.key is None else f"key {self.key.id}"


IN_PROCESS = Caller("")
"""The program that contains the server, which calls it directly."""


def address_of_peer(peer: str) -> str:
    """Return the address in a gRPC peer, without the port.

    >>> address_of_peer("ipv4:192.0.2.7:50321"), address_of_peer("ipv6:%5B2001:db8::1%5D:443")
    ('192.0.2.7', '2001:db8::1')
    >>> address_of_peer("unix:/run/referee")
    'localhost'
    """
    scheme, _, rest = peer.partition(":")
    if scheme not in ("ipv4", "ipv6"):
        return "localhost" if scheme == "unix" else "unknown"
    host = rest.replace("%5B", "[").replace("%5D", "]").rpartition(":")[0]
    return host.strip("[]").partition("%")[0]


@lru_cache(_CACHED)
def is_loopback(address: str) -> bool:
    """Return whether an address is of this machine; a name is, if it is `localhost`.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("0.0.0.0"), is_loopback("::ffff:127.0.0.1")
    (True, True, False, True)
    """
    if address in ("", "localhost"):
        return True
    found = _parsed(address)
    return found is not None and found.is_loopback


@lru_cache(_CACHED)
def network_of(address: str) -> str:
    """Return what an address is counted by: itself, or its /64 network.

    >>> network_of("192.0.2.7"), network_of("2001:db8::1"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    found = _parsed(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False))
    return address if found is None else str(found)


def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


class _Bucket:
    """A token bucket."""

    __slots__ = ("at", "level")

    def __init__(self, level: float, at: float) -> None:
        self.level = level
        self.at = at

    def fill(self, rate: Rate, now: float) -> None:
        self.level = min(rate.burst, self.level + max(0.0, now - self.at) * rate.per_second)
        self.at = now


class _Usage:
    """What one subject uses."""

    __slots__ = ("buckets", "changing", "held", "open_matches")

    def __init__(self) -> None:
        self.changing: asyncio.Semaphore | None = None
        self.buckets: dict[Activity, _Bucket] = {}
        self.held: dict[Activity, int] = {}
        self.open_matches: set[str] = set()

    @property
    def is_holding(self) -> bool:
        """Whether it has a stream or a call in progress, which the number of connections bounds."""
        return any(self.held.values())


class Quotas:
    """Counts what each caller uses, and refuses what is too much. Use it on one event loop."""

    def __init__(
        self,
        settings: QuotaSettings = QuotaSettings(),  # noqa: B008 - frozen
        *,
        local: QuotaSettings | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create the counters; `local` replaces the settings for callers on this machine without a key."""
        self._settings = settings
        self._local = local
        self._clock = clock
        self._usages: OrderedDict[str, _Usage] = OrderedDict()
        self._openers: dict[str, str] = {}
        self.refused: Counter[Activity] = Counter()
        """Number of requests that were refused."""
        self.held: Counter[Activity] = Counter()
        """Number of things that last, such as streams, of all callers."""

    def __len__(self) -> int:
        """Return the number of callers remembered."""
        return len(self._usages)

    # --- once ---

    def admit(self, caller: Caller, activity: Activity, *, count: int = 1) -> None:
        """Count a request; raises `OverQuota` if it is one too many, and then counts nothing."""
        limits = self._limits(caller)
        subject, usage = self._usage(caller)
        if activity is Activity.CREATE and len(usage.open_matches) >= limits.open_matches:
            reason = (
                f"You have reached the limit of open matches ({limits.open_matches}); finish or cancel one."
            )
            raise self._refusal(activity, reason, 60.0, subject)
        rate = _rate(limits, activity)
        if rate is None:
            return
        now, bucket = self._clock(), usage.buckets.get(activity)
        if bucket is None:
            bucket = usage.buckets[activity] = _Bucket(rate.burst, now)
        bucket.fill(rate, now)
        if bucket.level < count:
            wait = min(MOST_SECONDS, (count - bucket.level) / rate.per_second)
            raise self._refusal(activity, _too_often(activity, rate), wait, subject)
        bucket.level -= count

    # --- at once ---

    @contextmanager
    def holding(self, caller: Caller, activity: Activity) -> Iterator[None]:
        """Count something that lasts, such as a stream; raises `OverQuota` if there are too many at once."""
        self.admit(caller, activity)
        limits = self._limits(caller)
        subject, usage = self._usage(caller)
        most = limits.heavy_at_once if activity is Activity.HEAVY else limits.streams
        if usage.held.get(activity, 0) >= most:
            what = "calls that run a match again" if activity is Activity.HEAVY else "streams"
            raise self._refusal(
                activity, f"You have reached the limit of {what} at once ({most}); close one.", 1.0, subject
            )
        usage.held[activity] = usage.held.get(activity, 0) + 1
        self.held[activity] += 1
        try:
            yield
        finally:
            usage.held[activity] -= 1
            self.held[activity] -= 1

    def changing(self, caller: Caller) -> AbstractAsyncContextManager[None]:
        """Wait until few enough of the caller's calls create a match, take a seat or give orders."""
        _, usage = self._usage(caller)
        if usage.changing is None:
            usage.changing = asyncio.Semaphore(self._limits(caller).changes_at_once)
        return usage.changing

    def _refusal(self, activity: Activity, reason: str, seconds: float, subject: str) -> OverQuota:
        self.refused[activity] += 1
        return OverQuota(activity, reason, seconds, subject)

    # --- open matches ---

    def match_opened(self, match_id: str, subject: str) -> None:
        """Count an open match of a subject (`Caller.subject`), once."""
        usage = self._usage_of(subject)
        if match_id not in usage.open_matches:
            usage.open_matches.add(match_id)
            self._openers[match_id] = subject

    def match_closed(self, match_id: str) -> None:
        """Stop counting a match; one that was never counted is ignored."""
        usage = self._usages.get(self._openers.pop(match_id, ""))
        if usage is not None:
            usage.open_matches.discard(match_id)

    def open_matches_of(self, caller: Caller) -> int:
        """Return the number of open matches of a caller."""
        usage = self._usages.get(caller.subject)
        return 0 if usage is None else len(usage.open_matches)

    # --- who ---

    def _limits(self, caller: Caller) -> QuotaSettings:
        if caller.key is None:
            return self._local if self._local is not None and caller.is_local else self._settings
        return _with_own(self._settings, caller.key.quotas)

    def _usage(self, caller: Caller) -> tuple[str, _Usage]:
        subject = caller.subject
        return subject, self._usage_of(subject)

    def _usage_of(self, subject: str) -> _Usage:
        usage = self._usages.get(subject)
        if usage is None:
            usage = self._usages[subject] = _Usage()
            if len(self._usages) > self._settings.addresses:
                self._forget_one(subject)
        self._usages.move_to_end(subject)
        return usage

    def _forget_one(self, newest: str) -> None:
        """Forget the least recently used subject that holds nothing, even if it may then open more matches again."""
        for subject, usage in self._usages.items():
            if subject != newest and not usage.is_holding:
                for match_id in usage.open_matches:
                    del self._openers[match_id]
                del self._usages[subject]
                return


@lru_cache(_CACHED)
def _with_own(settings: QuotaSettings, own: KeyQuotas) -> QuotaSettings:
    """Return the limits of a key: its own ones, and those of the server for the rest."""
    return msgspec.structs.replace(
        settings,
        open_matches=own.matches or settings.open_matches,
        creations=Rate(own.per_minute / 60, own.per_minute) if own.per_minute else settings.creations,
        streams=own.streams or settings.streams,
        heavy_at_once=own.heavy or settings.heavy_at_once,
    )


def _rate(limits: QuotaSettings, activity: Activity) -> Rate | None:
    match activity:
        case Activity.CREATE:
            return limits.creations
        case Activity.HEAVY:
            return limits.heavy
        case Activity.REQUEST:
            return limits.requests
        case Activity.ANONYMOUS:
            return limits.anonymous
        case Activity.STREAM:
            return None


def _too_often(activity: Activity, rate: Rate) -> str:
    return f"You may {activity.value} {ceil(rate.burst)} times at once and then {rate.per_second:g} times a second."
