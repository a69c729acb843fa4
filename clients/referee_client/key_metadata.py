"""API keys: sent as metadata with every call of a connection."""

from __future__ import annotations

from collections.abc import Callable
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


def _with_key(call: grpc.aio.ClientCallDetails, key: str) -> grpc.aio.ClientCallDetails:
    metadata = grpc.aio.Metadata(*(call.metadata or ()), ("authorization", f"Bearer {key}"))
    return grpc.aio.ClientCallDetails(
        call.method, call.timeout, metadata, call.credentials, call.wait_for_ready
    )
