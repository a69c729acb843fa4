"""API keys: sent as metadata with every call of a connection."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import grpc


class _Unary(grpc.aio.UnaryUnaryClientInterceptor):
    """Adds an API key to calls with one request and one response."""

    def __init__(self, key: str) -> None:
        self._key = key

    async def intercept_unary_unary(
        self, continuation: Callable[..., Any], call: grpc.aio.ClientCallDetails, request: Any
    ) -> Any:
        return await continuation(_with_key(call, self._key), request)


class _Download(grpc.aio.UnaryStreamClientInterceptor):
    """Adds an API key to calls with one request and a stream of responses."""

    def __init__(self, key: str) -> None:
        self._key = key

    async def intercept_unary_stream(
        self, continuation: Callable[..., Any], call: grpc.aio.ClientCallDetails, request: Any
    ) -> Any:
        return await continuation(_with_key(call, self._key), request)


class _Stream(grpc.aio.StreamStreamClientInterceptor):
    """Adds an API key to bidirectional streams."""

    def __init__(self, key: str) -> None:
        self._key = key

    async def intercept_stream_stream(
        self, continuation: Callable[..., Any], call: grpc.aio.ClientCallDetails, requests: Any
    ) -> Any:
        return await continuation(_with_key(call, self._key), requests)


def with_api_key(key: str) -> list[grpc.aio.ClientInterceptor]:
    """Return what a channel needs to send an API key with every call; nothing without a key."""
    return [_Unary(key), _Download(key), _Stream(key)] if key else []


def key_metadata(key: str) -> tuple[tuple[str, str], ...]:
    """Return the metadata of a call that is made with an API key."""
    return (("authorization", f"Bearer {key}"),)


class KeyedChannel:
    """A channel on which every call is made with an API key of its own, whatever key the connection has."""

    def __init__(self, channel: grpc.aio.Channel, key: str) -> None:
        self._channel = channel
        self._key = key

    def __getattr__(self, kind: str) -> Callable[..., Any]:
        """Return the method that makes calls of a kind, such as `unary_unary`."""
        made = getattr(self._channel, kind)

        def keyed(*args: Any, **options: Any) -> Any:
            return partial(made(*args, **options), metadata=key_metadata(self._key))

        return keyed


def _with_key(call: grpc.aio.ClientCallDetails, key: str) -> grpc.aio.ClientCallDetails:
    given = tuple(call.metadata or ())
    if any([name == "authorization" for name, _ in given]):
        return call
    metadata = grpc.aio.Metadata(*given, *key_metadata(key))
    return grpc.aio.ClientCallDetails(
        call.method, call.timeout, metadata, call.credentials, call.wait_for_ready
    )
