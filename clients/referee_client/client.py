"""The client for plain code: the asyncio client, run to completion call by call.

It has an event loop of its own that runs only while a call is made, in the caller's thread: there is no second thread,
and Ctrl-C works as it does everywhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import suppress
from functools import wraps
from pathlib import Path
from types import TracebackType
from typing import Concatenate, ParamSpec, Self, TypeVar

from referee_client import aio

P = ParamSpec("P")
T = TypeVar("T")


def waiting(
    method: Callable[Concatenate[aio.Client, P], Awaitable[T]],
) -> Callable[Concatenate[Client, P], T]:
    """Make a method that waits for its result of one that is to be awaited."""

    @wraps(method)
    def call(self: Client, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._wait(method(self._client, *args, **kwargs))

    return call


def iterating(
    method: Callable[Concatenate[aio.Client, P], AsyncGenerator[T, None]],
) -> Callable[Concatenate[Client, P], Iterator[T]]:
    """Make a plain iterator of an asynchronous one."""

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
            # Closing the client closes what is still open.
            if not self._is_closed:
                self._wait(items.aclose())

    return call


class InsideLoop(Exception):
    """The plain client was made where only the asyncio one can work."""


class Client:
    """A connection to a referee: all that `aio.Client` does, without `await`. Not for use inside an event loop."""

    def __init__(
        self, address: str, *, ca_file: str | Path | None = None, tls: bool = False, patience: float = 60.0
    ) -> None:
        """Prepare a connection; see `aio.Client`."""
        with suppress(RuntimeError):
            asyncio.get_running_loop()
            raise InsideLoop(
                "this client would block the event loop that is running; use referee_client.aio there"
            )
        self._runner = asyncio.Runner()
        self._is_closed = False

        async def prepare() -> aio.Client:
            return aio.Client(address, ca_file=ca_file, tls=tls, patience=patience)

        self._client = self._runner.run(prepare())

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
        """Let the connection go."""
        if not self._is_closed:
            self._is_closed = True
            self._wait(self._client.close())
            self._runner.close()

    def _wait(self, result: Awaitable[T]) -> T:
        async def wait() -> T:
            return await result

        return self._runner.run(wait())

    list_games = waiting(aio.Client.list_games)
    describe_game = waiting(aio.Client.describe_game)
    create_match = waiting(aio.Client.create_match)
    join_seat = waiting(aio.Client.join_seat)
    reveal_entropy = waiting(aio.Client.reveal_entropy)
    check_luck = waiting(aio.Client.check_luck)
    play = waiting(aio.Client.play)
    submit = waiting(aio.Client.submit)
    check = waiting(aio.Client.check)
    set_orders = waiting(aio.Client.set_orders)
    get_orders = waiting(aio.Client.get_orders)
    watch = iterating(aio.Client.watch)
    get_view = waiting(aio.Client.get_view)
    get_receipt = waiting(aio.Client.get_receipt)
    get_keys = waiting(aio.Client.get_keys)
    get_replay = waiting(aio.Client.get_replay)
    explain = waiting(aio.Client.explain)
    explain_refusal = waiting(aio.Client.explain_refusal)
    open_case = waiting(aio.Client.open_case)
    try_reading = waiting(aio.Client.try_reading)
    rule_case = waiting(aio.Client.rule_case)
    appeal_case = waiting(aio.Client.appeal_case)
    find_precedents = waiting(aio.Client.find_precedents)
    propose_undo = waiting(aio.Client.propose_undo)
    answer_undo = waiting(aio.Client.answer_undo)
    export = waiting(aio.Client.export)
    verify = waiting(aio.Client.verify)


connect = Client
