"""The synchronous client: each call runs the asyncio client to completion.

It has an event loop of its own, which runs only during a call and in the caller's thread, so there is no second thread
and Ctrl-C works as usual.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import suppress
from copy import copy
from functools import wraps
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from referee_client import aio

P = ParamSpec("P")
T = TypeVar("T")


def synchronous(
    method: Callable[Concatenate[aio.Client, P], Awaitable[T]],
) -> Callable[Concatenate[Client, P], T]:
    """Return a synchronous version of a coroutine method."""

    @wraps(method)
    def call(self: Client, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._wait(method(self._client, *args, **kwargs))

    return call


def synchronous_iterator(
    method: Callable[Concatenate[aio.Client, P], AsyncGenerator[T, None]],
) -> Callable[Concatenate[Client, P], Iterator[T]]:
    """Return a synchronous version of a method that is an asynchronous generator."""

    @wraps(method)
    def call(self: Client, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        items = method(self._client, *args, **kwargs)
        try:
            while True:
                try:
                    item = self._wait(anext(items))
                except StopAsyncIteration:
                    return
                yield item
        finally:
            # If the client is closed, it has closed the generator already.
            if not self._is_closed:
                self._wait(items.aclose())

    return call


class InsideLoop(Exception):
    """The synchronous client was created inside a running event loop."""


class Client:
    """A connection to a referee: everything `aio.Client` does, without `await`. Not for use inside an event loop."""

    def __init__(
        self,
        address: str,
        *,
        ca_file: str | Path | None = None,
        tls: bool = False,
        client_certificate: str | Path | None = None,
        client_key: str | Path | None = None,
        api_key: str = "",
        patience: float = 60.0,
    ) -> None:
        """Prepare a connection; see `aio.Client`."""
        with suppress(RuntimeError):
            asyncio.get_running_loop()
            raise InsideLoop("this client would block the running event loop; use referee_client.aio instead")
        self._runner = asyncio.Runner()
        self._is_closed = False

        async def prepare() -> aio.Client:
            return aio.Client(
                address,
                ca_file=ca_file,
                tls=tls,
                client_certificate=client_certificate,
                client_key=client_key,
                api_key=api_key,
                patience=patience,
            )

        self._client = self._runner.run(prepare())

    def with_api_key(self, api_key: str) -> Client:
        """Return a client that shares this connection, and sends another API key. Close only this one."""
        keyed = copy(self)
        keyed._client = self._client.with_api_key(api_key)
        return keyed

    def __enter__(self) -> Self:
        """Wait until the referee can be reached."""
        try:
            self._wait(self._client.__aenter__())
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        if not self._is_closed:
            self._is_closed = True
            self._wait(self._client.close())
            self._runner.close()

    def _wait(self, result: Awaitable[T]) -> T:
        task: asyncio.Task[Any] | None = None

        async def wait() -> T:
            nonlocal task
            task = asyncio.current_task()
            return await result

        try:
            return self._runner.run(wait())
        except BaseException:
            # What a signal handler raises ends the loop, but not the call in it, which nothing else could follow.
            if task is not None and not task.done():
                task.cancel()
                self._runner.run(asyncio.wait([task]))
            raise

    list_games = synchronous(aio.Client.list_games)
    get_server_info = synchronous(aio.Client.get_server_info)
    describe_game = synchronous(aio.Client.describe_game)
    create_match = synchronous(aio.Client.create_match)
    list_matches = synchronous(aio.Client.list_matches)
    list_match_page = synchronous(aio.Client.list_match_page)
    list_match_events = synchronous(aio.Client.list_match_events)
    cancel_match = synchronous(aio.Client.cancel_match)
    pause_match = synchronous(aio.Client.pause_match)
    seal_answer = synchronous(aio.Client.seal_answer)
    resume_match = synchronous(aio.Client.resume_match)
    extend_time = synchronous(aio.Client.extend_time)
    appoint_official = synchronous(aio.Client.appoint_official)
    declare_result = synchronous(aio.Client.declare_result)
    dismiss_official = synchronous(aio.Client.dismiss_official)
    join_seat = synchronous(aio.Client.join_seat)
    reveal_entropy = synchronous(aio.Client.reveal_entropy)
    check_luck = synchronous(aio.Client.check_luck)
    play = synchronous(aio.Client.play)
    enter = synchronous(aio.Client.enter)
    submit = synchronous(aio.Client.submit)
    say = synchronous(aio.Client.say)
    check = synchronous(aio.Client.check)
    set_orders = synchronous(aio.Client.set_orders)
    get_orders = synchronous(aio.Client.get_orders)
    watch = synchronous_iterator(aio.Client.watch)
    get_match = synchronous(aio.Client.get_match)
    enter_match = synchronous(aio.Client.enter_match)
    get_view = synchronous(aio.Client.get_view)
    get_receipt = synchronous(aio.Client.get_receipt)
    get_keys = synchronous(aio.Client.get_keys)
    get_replay = synchronous(aio.Client.get_replay)
    explain = synchronous(aio.Client.explain)
    explain_refusal = synchronous(aio.Client.explain_refusal)
    open_case = synchronous(aio.Client.open_case)
    withdraw_case = synchronous(aio.Client.withdraw_case)
    withdraw_opinion = synchronous(aio.Client.withdraw_opinion)
    set_panel = synchronous(aio.Client.set_panel)
    try_reading = synchronous(aio.Client.try_reading)
    rule_case = synchronous(aio.Client.rule_case)
    appeal_case = synchronous(aio.Client.appeal_case)
    find_precedents = synchronous(aio.Client.find_precedents)
    propose_undo = synchronous(aio.Client.propose_undo)
    answer_undo = synchronous(aio.Client.answer_undo)
    export = synchronous(aio.Client.export)
    verify = synchronous(aio.Client.verify)
    create_event = synchronous(aio.Client.create_event)
    list_events = synchronous(aio.Client.list_events)
    get_event = synchronous(aio.Client.get_event)
    get_standings = synchronous(aio.Client.get_standings)
    get_pairings = synchronous(aio.Client.get_pairings)
    issue_entrant_token = synchronous(aio.Client.issue_entrant_token)
    pause_event = synchronous(aio.Client.pause_event)
    resume_event = synchronous(aio.Client.resume_event)
    withdraw_entrant = synchronous(aio.Client.withdraw_entrant)
    correct_result = synchronous(aio.Client.correct_result)
    export_event = synchronous(aio.Client.export_event)


connect = Client
