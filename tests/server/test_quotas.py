"""Quotas: what one caller may use, on a clock set by hand."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

import pytest

from referee.server.api_keys import ApiKey, KeyQuotas
from referee.server.quotas import (
    IN_PROCESS,
    LOCAL,
    Activity,
    Caller,
    OverQuota,
    Quotas,
    QuotaSettings,
    Rate,
    address_of_peer,
    is_loopback,
    network_of,
)

SMALL = QuotaSettings(
    open_matches=2,
    creations=Rate(per_second=0.5, burst=3),
    streams=2,
    heavy_at_once=1,
    heavy=Rate(per_second=1, burst=2),
    requests=Rate(per_second=10, burst=20),
    anonymous=Rate(per_second=1, burst=5),
    addresses=50,
)
STRANGER = Caller("192.0.2.7")


def caller_with(key_id: str, quotas: KeyQuotas = KeyQuotas()) -> Caller:  # noqa: B008 - frozen
    return Caller("192.0.2.7", ApiKey(key_id, "0" * 64, "organiser", "Ada", 1, quotas=quotas))


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def quotas(clock: Clock) -> Quotas:
    return Quotas(SMALL, clock=clock)


def admitted(quotas: Quotas, caller: Caller, activity: Activity, tries: int = 1000) -> int:
    """Return how many requests are admitted at once."""
    for number in range(tries):
        try:
            quotas.admit(caller, activity)
        except OverQuota:
            return number
    return tries


@pytest.mark.parametrize(
    ("activity", "burst"),
    [(Activity.CREATE, 3), (Activity.HEAVY, 2), (Activity.REQUEST, 20), (Activity.ANONYMOUS, 5)],
)
def test_a_burst_is_admitted_and_then_a_rate(
    activity: Activity, burst: int, quotas: Quotas, clock: Clock
) -> None:
    assert admitted(quotas, STRANGER, activity) == burst
    assert admitted(quotas, STRANGER, activity) == 0
    clock.now += 4
    assert admitted(quotas, STRANGER, activity) == min(
        burst, 4 * {Activity.CREATE: 0.5, Activity.REQUEST: 10}.get(activity, 1)
    )
    clock.now += 1e6
    assert admitted(quotas, STRANGER, activity) == burst


def test_a_refusal_says_what_who_and_when(quotas: Quotas, clock: Clock) -> None:
    admitted(quotas, STRANGER, Activity.CREATE)
    with pytest.raises(OverQuota) as over:
        quotas.admit(STRANGER, Activity.CREATE)
    assert (over.value.activity, over.value.subject) == (Activity.CREATE, "address 192.0.2.7")
    assert over.value.reason == "You may create a match 3 times at once and then 0.5 times a second."
    assert over.value.retry_after_seconds == 2.0
    assert str(over.value).endswith("Try again in 2 s.")
    clock.now += over.value.retry_after_seconds
    quotas.admit(STRANGER, Activity.CREATE)


def test_a_clock_that_goes_back_gives_nothing(quotas: Quotas, clock: Clock) -> None:
    assert admitted(quotas, STRANGER, Activity.CREATE) == 3
    clock.now -= 50
    assert admitted(quotas, STRANGER, Activity.CREATE) == 0


def test_a_larger_request_counts_for_more_and_costs_nothing_if_refused(quotas: Quotas) -> None:
    quotas.admit(STRANGER, Activity.REQUEST, count=15)
    with pytest.raises(OverQuota):
        quotas.admit(STRANGER, Activity.REQUEST, count=15)
    assert admitted(quotas, STRANGER, Activity.REQUEST) == 5


def test_callers_are_counted_apart(quotas: Quotas) -> None:
    """Two keys from one address do not share a limit, nor do a key and its address."""
    for caller in (STRANGER, Caller("192.0.2.8"), caller_with("k22222"), caller_with("k33333")):
        assert admitted(quotas, caller, Activity.CREATE) == 3


def test_ipv6_is_counted_by_its_network(quotas: Quotas) -> None:
    assert admitted(quotas, Caller("2001:db8::1"), Activity.CREATE) == 3
    assert admitted(quotas, Caller("2001:db8::ffff:1"), Activity.CREATE) == 0
    assert admitted(quotas, Caller("2001:db8:0:1::1"), Activity.CREATE) == 3
    assert admitted(quotas, Caller("::ffff:192.0.2.9"), Activity.CREATE) == 3
    assert admitted(quotas, Caller("192.0.2.9"), Activity.CREATE) == 0


def test_streams_and_heavy_calls_are_limited_at_once(quotas: Quotas) -> None:
    with ExitStack() as open_streams:
        for _ in range(2):
            open_streams.enter_context(quotas.holding(STRANGER, Activity.STREAM))
        with (
            pytest.raises(OverQuota, match=r"the limit of streams at once \(2\)"),
            quotas.holding(STRANGER, Activity.STREAM),
        ):
            pass
        with quotas.holding(Caller("192.0.2.8"), Activity.STREAM):
            pass
        with (
            quotas.holding(STRANGER, Activity.HEAVY),
            pytest.raises(OverQuota, match=r"calls that run a match again at once \(1\)"),
            quotas.holding(STRANGER, Activity.HEAVY),
        ):
            pass
    with quotas.holding(STRANGER, Activity.STREAM):
        pass


async def test_calls_that_begin_something_wait_for_their_turn(quotas: Quotas) -> None:
    """Two at once by default; the third waits for one of them, and another caller for none."""
    order: list[str] = []
    release = asyncio.Event()

    async def call(name: str, caller: Caller) -> None:
        async with quotas.changing(caller):
            order.append(name)
            await release.wait()
        order.append(f"{name} done")

    calls = [asyncio.create_task(call(name, STRANGER)) for name in ("a", "b", "c")]
    calls.append(asyncio.create_task(call("other", Caller("192.0.2.8"))))
    await asyncio.sleep(0)
    assert order == ["a", "b", "other"]
    calls[0].cancel()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert order == ["a", "b", "other", "c"]
    release.set()
    await asyncio.wait(calls)
    assert sorted(order[4:]) == ["b done", "c done", "other done"]


def test_what_was_held_is_released_after_a_fault(quotas: Quotas) -> None:
    for _ in range(5):
        with pytest.raises(KeyError), quotas.holding(STRANGER, Activity.STREAM):
            raise KeyError
    with quotas.holding(STRANGER, Activity.STREAM), quotas.holding(STRANGER, Activity.STREAM):
        pass


def test_open_matches_are_limited_until_some_are_closed(quotas: Quotas) -> None:
    for match in ("m1", "m2"):
        quotas.admit(STRANGER, Activity.CREATE)
        quotas.match_opened(match, STRANGER.subject)
        quotas.match_opened(match, STRANGER.subject)
    with pytest.raises(OverQuota, match=r"limit of open matches \(2\)"):
        quotas.admit(STRANGER, Activity.CREATE)
    quotas.match_closed("m1")
    assert quotas.open_matches_of(STRANGER) == 1
    quotas.admit(STRANGER, Activity.CREATE)
    for match in ("m1", "m2", "m2", "unheard of"):
        quotas.match_closed(match)
    assert quotas.open_matches_of(STRANGER) == quotas.open_matches_of(Caller("198.51.100.1")) == 0


def test_a_key_may_have_limits_of_its_own(quotas: Quotas) -> None:
    caller = caller_with("k22222", KeyQuotas(matches=1, per_minute=60, streams=1, heavy=2))
    assert admitted(quotas, caller, Activity.CREATE) == 60
    with (
        quotas.holding(caller, Activity.STREAM),
        pytest.raises(OverQuota),
        quotas.holding(caller, Activity.STREAM),
    ):
        pass
    with quotas.holding(caller, Activity.HEAVY), quotas.holding(caller, Activity.HEAVY):
        pass
    quotas.match_opened("m1", caller.subject)
    with pytest.raises(OverQuota, match=r"limit of open matches \(1\)"):
        quotas.admit(caller, Activity.CREATE)


def test_many_addresses_do_not_fill_the_memory(quotas: Quotas) -> None:
    """Whoever has a stream open is remembered; of the others, the most recent."""
    with quotas.holding(STRANGER, Activity.STREAM), quotas.holding(STRANGER, Activity.STREAM):
        for number in range(2000):
            caller = Caller(f"198.51.{number // 250}.{number % 250}")
            quotas.admit(caller, Activity.CREATE)
            quotas.match_opened(f"m{number}", caller.subject)
        assert len(quotas._openers) == 49
        assert len(quotas) == 50
        with pytest.raises(OverQuota), quotas.holding(STRANGER, Activity.STREAM):
            pass


def test_local_callers_without_a_key_may_have_larger_limits(clock: Clock) -> None:
    """A benchmark on the same machine creates thousands of matches; a key keeps its own limits everywhere."""
    quotas = Quotas(SMALL, local=LOCAL, clock=clock)
    for caller in (Caller("127.0.0.1"), Caller("::1"), IN_PROCESS):
        assert admitted(quotas, caller, Activity.CREATE, 5000) == 5000
        for number in range(5000):
            quotas.match_opened(f"{caller.address} {number}", caller.subject)
        quotas.admit(caller, Activity.CREATE)
    assert admitted(quotas, STRANGER, Activity.CREATE) == 3
    assert admitted(quotas, caller_with("k22222"), Activity.CREATE) == 3
    assert admitted(Quotas(SMALL, clock=clock), Caller("127.0.0.1"), Activity.CREATE) == 3


def test_a_normal_bot_never_notices(clock: Clock) -> None:
    """By default: 20 matches at once, 1,400 answers a second for an hour, as the fastest bot that was measured."""
    quotas, caller = Quotas(clock=clock), Caller("192.0.2.7")
    for _ in range(20):
        quotas.admit(caller, Activity.CREATE)
    with quotas.holding(caller, Activity.STREAM):
        for _ in range(3600):
            quotas.admit(caller, Activity.REQUEST, count=1400)
            clock.now += 1


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        ("ipv4:127.0.0.1:50321", "127.0.0.1"),
        ("ipv6:[::1]:50321", "::1"),
        ("ipv6:%5Bfe80::1%25eth0%5D:50321", "fe80::1"),
        ("unix:", "localhost"),
        ("unix:/tmp/socket", "localhost"),
        ("vsock:3:4", "unknown"),
        ("", "unknown"),
    ],
)
def test_the_address_of_a_peer(peer: str, address: str) -> None:
    """A peer of an unknown kind is not taken for a local one."""
    assert address_of_peer(peer) == address
    assert is_loopback(address) == (address in ("127.0.0.1", "::1", "localhost"))


def test_names_that_are_no_addresses() -> None:
    assert network_of("unknown") == "unknown"
    assert not is_loopback("example.org")
    assert is_loopback("localhost")
