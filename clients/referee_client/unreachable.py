"""Why a referee cannot be reached: gRPC only says that it cannot, so this connects again without it."""

from __future__ import annotations

import socket
import ssl
from pathlib import Path

SECONDS_TO_PROBE = 2.0
"""Time for each step of the connection, in seconds."""
NOT_RUNNING = "is it running (`referee serve`)?"
NO_ANSWER = "it is busy, or another program listens there"
USES_TLS = "it uses TLS; connect with --tls, or with --ca-file if it has an authority of its own"
NO_TLS = "it does not use TLS; leave out --tls and --ca-file"
NEEDS_CERTIFICATE = "it requires a certificate of the client: --client-cert and --client-key"
REFUSES_CERTIFICATE = "it does not accept the certificate of the client; ask its operator for another"
_UNKNOWN_AUTHORITY = frozenset([18, 19, 20, 21])
"""Codes of OpenSSL for a certificate whose authority is not trusted."""


def advice_for(address: str, *, uses_tls: bool, ca_file: str | Path | None, has_certificate: bool) -> str:
    """Return what is wrong with the connection to `HOST:PORT`, or what to check. It may take a few seconds."""
    host, _, port = address.rpartition(":")
    try:
        connection = socket.create_connection((host.strip("[]"), int(port)), SECONDS_TO_PROBE)
    except socket.gaierror:
        return f"there is no host {host!r}"
    except (OSError, ValueError, OverflowError):
        return NOT_RUNNING
    with connection:
        if uses_tls:
            advice = _advice_with_tls(connection, host, ca_file)
            return REFUSES_CERTIFICATE if has_certificate and advice == NEEDS_CERTIFICATE else advice
        return USES_TLS if _speaks_tls(connection) else NO_ANSWER


def _advice_with_tls(connection: socket.socket, host: str, ca_file: str | Path | None) -> str:
    context = ssl.create_default_context(cafile=ca_file)
    context.set_alpn_protocols(["h2"])
    try:
        with context.wrap_socket(connection, server_hostname=host.strip("[]")) as secured:
            # A server that misses our certificate ends the connection now; any other sends its settings.
            return NO_ANSWER if secured.recv(1) else NEEDS_CERTIFICATE
    except ssl.SSLCertVerificationError as error:
        is_unknown = error.verify_code in _UNKNOWN_AUTHORITY
        remedy = "; trust its authority with --ca-file" if is_unknown else ""
        return f"its certificate is not accepted ({error.verify_message}){remedy}"
    except ssl.SSLError as error:
        is_about_ours = "CERTIFICATE" in error.reason or "ALERT_HANDSHAKE_FAILURE" in error.reason
        return NEEDS_CERTIFICATE if is_about_ours else NO_TLS
    except TimeoutError:
        return NO_ANSWER
    except OSError:
        return NO_TLS


def _speaks_tls(connection: socket.socket) -> bool:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    try:
        with context.wrap_socket(connection):
            return True
    except OSError:
        return False
