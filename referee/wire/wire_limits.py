"""Limits on the calls of one client."""

from __future__ import annotations

import msgspec


class WireLimits(msgspec.Struct, frozen=True):
    """Limits on the calls of one client."""

    message_bytes: int = 64 * 1024
    """Maximum size of a request, in bytes."""
    send_bytes: int = 1024 * 1024
    """Maximum size of a response, in bytes."""
    metadata_bytes: int = 8 * 1024
    """Size of the metadata of a call above which some calls are refused, in bytes; at twice the size all are."""
    streams_per_connection: int = 1000
    """Maximum number of concurrent calls per connection. gRPC refuses calls above it instead of queueing them, so it
    leaves room for bursts; the quotas limit what one caller may do."""
    waiting_calls: int = 10_000
    """Maximum number of calls, of all clients together, that the event loop has not accepted yet; each takes about
    16 KiB. gRPC ends further ones with a bare CANCELLED. Its default is to begin with that at 1,000, and the players of
    300 matches who reconnect together are more."""
    waiting_seconds: float = 3600.0
    """Seconds after which gRPC ends a call that was not accepted yet, also with a bare CANCELLED. The deadline that the
    client sets applies before."""
    unary_seconds: float = 30.0
    """Maximum duration of a unary call, whatever deadline the client sets."""
    stream_seconds: float = 3600.0
    """Age at which a stream is ended, to be resumed: a client that vanished silently is not noticed otherwise."""
    connection_seconds: float = 7200.0
    """Age at which a connection is closed, with whatever is still open on it."""
    stuck_seconds: float = 30.0
    """Seconds a client may leave a message unread before its stream is cut."""
    handshake_seconds: float = 5.0
    """Seconds a new connection may take until HTTP/2 is set up; silent connections would use up all file handles."""
    ping_seconds: int = 10
    """Minimum interval between pings of a client; one that pings more often is disconnected."""
    keepalive_seconds: int = 60
    """Interval between pings of the server, which detect dead connections."""
