"""RFC 6962, section 2.1, implemented literally: slow, recursive, and independent of our code."""

from hashlib import sha256


def mth(inputs: list[bytes]) -> bytes:
    """Return MTH, the Merkle tree hash of a list of inputs."""
    if not inputs:
        return sha256(b"").digest()
    if len(inputs) == 1:
        return sha256(b"\x00" + inputs[0]).digest()
    k = _k(len(inputs))
    return sha256(b"\x01" + mth(inputs[:k]) + mth(inputs[k:])).digest()


def path(m: int, inputs: list[bytes]) -> list[bytes]:
    """Return PATH(m, D[n]), the audit path of input m."""
    if len(inputs) == 1:
        return []
    k = _k(len(inputs))
    if m < k:
        return [*path(m, inputs[:k]), mth(inputs[k:])]
    return [*path(m - k, inputs[k:]), mth(inputs[:k])]


def proof(m: int, inputs: list[bytes]) -> list[bytes]:
    """Return PROOF(m, D[n]), that the first m inputs are a prefix of all."""
    return _subproof(m, inputs, True)


def _subproof(m: int, inputs: list[bytes], whole: bool) -> list[bytes]:
    if m == len(inputs):
        return [] if whole else [mth(inputs)]
    k = _k(len(inputs))
    if m <= k:
        return [*_subproof(m, inputs[:k], whole), mth(inputs[k:])]
    return [*_subproof(m - k, inputs[k:], False), mth(inputs[:k])]


def _k(n: int) -> int:
    k = 1
    while 2 * k < n:
        k *= 2
    return k
