"""Access control: who may create, list and close matches on this server, and who may take a seat in one.

In the mode `open` everyone may create and list matches; in the mode `keys` only the holders of an API key may. To play
or watch, a key is never needed: the token of a seat is enough.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest
from typing import Literal

from referee.audit.entries import OFFICIAL_ROLES, OfficialRole
from referee.server.access import Access, token_hash
from referee.server.api_keys import ApiKeys
from referee.server.errors import MayNotSit, NotAllowed, WrongInvite
from referee.server.quotas import IN_PROCESS, Caller, is_loopback
from referee.server.session import Session
from referee.server.settings import Policy

AccessMode = Literal["open", "keys"]

_INVITE_BYTES = 10


class AccessControl:
    """Decides what a caller may do on this server."""

    def __init__(self, mode: AccessMode, keys: ApiKeys) -> None:
        self.mode = mode
        self._keys = keys

    def caller(self, address: str, key_text: str = "") -> Caller:
        """Return the caller with this address and, if it sent one, its API key; raises `KeyRefused`."""
        return Caller(address, self._keys.verify(key_text) if key_text else None)

    def check_create(self, caller: Caller) -> None:
        """Raise `NotAllowed` unless this caller may create matches."""
        if self.mode == "keys" and caller is not IN_PROCESS and not _is_organiser(caller):
            raise NotAllowed("creating a match on this server needs the API key of an organiser")

    def check_list(self, caller: Caller) -> None:
        """Raise `NotAllowed` unless this caller may list any matches; `may_see` says which."""
        if self.mode == "keys" and caller is not IN_PROCESS and caller.key is None:
            raise NotAllowed("listing the matches of this server needs an API key")

    def check_operator(self, caller: Caller) -> None:
        """Raise `NotAllowed` unless this caller is an operator."""
        if caller is not IN_PROCESS and (caller.key is None or caller.key.role != "operator"):
            raise NotAllowed("the log of this server needs the API key of an operator")

    def may_see(self, caller: Caller, policy: Policy) -> bool:
        """Return whether the list of matches contains one with this policy for this caller.

        An operator sees all matches and an organiser its own; a judge sees those to which its key was appointed, which
        the policy does not say. In the mode `open` everyone sees the matches that admit spectators; the id of any other
        is known only to those who were told it.
        """
        if caller is IN_PROCESS or (self.mode == "open" and policy.spectators):
            return True
        key = caller.key
        return key is not None and (key.role == "operator" or key.id == policy.owner)

    def check_official(self, key_id: str, role: OfficialRole) -> None:
        """Raise `NotAllowed` unless this is the id of a valid key whose holder may be appointed to this role."""
        key = self._keys.find(key_id)
        if key is None or key.role not in OFFICIAL_ROLES:
            raise NotAllowed("there is no valid API key of an official with this id")
        if key.role not in (role, "head_judge"):
            raise NotAllowed(f"a {role.replace('_', ' ')} needs the API key of a {role.replace('_', ' ')}")


def default_access_mode(host: str) -> AccessMode:
    """Return the mode of a server that listens on this host.

    >>> default_access_mode("127.0.0.1"), default_access_mode("0.0.0.0")
    ('open', 'keys')
    """
    return "open" if is_loopback(host) else "keys"


def _is_organiser(caller: Caller) -> bool:
    return caller.key is not None and caller.key.role in ("operator", "organiser")


# --- taking a seat ---


def check_may_sit(session: Session, caller: Caller, token: str, invite: str) -> None:
    """Raise `MayNotSit` for an official of the match, and `WrongInvite` without the invite code it needs.

    Whoever took a seat with this token before may repeat the call.
    """
    access = session.tokens.get(token_hash(token)) if token else None
    if access is not None and access.role == "seat":
        return
    is_official = access is not None and _is_official(access) and not session.policy.unrefereed
    if is_official or session.is_barred(caller.key_id):
        raise MayNotSit("an official of this match cannot take a seat in it")
    expected = session.policy.invite_hash
    if expected and not compare_digest(expected, invite_hash(invite)):
        raise WrongInvite("taking a seat in this match needs its invite code; ask the organiser for it")


def _is_official(access: Access) -> bool:
    """Return whether this is an official or the arbiter, who has no seat in a match that is not for practice."""
    return access.official > 0 or access.sees_everything


def new_invite_code() -> str:
    """Return a code that cannot be guessed and is short enough to copy by hand."""
    return secrets.token_hex(_INVITE_BYTES)


def repeatable_invite_code(token: str, request_id: str) -> str:
    """Return the invite code of the match that a request creates, however often it is repeated."""
    return sha256(f"referee invite 1\n{token}\n{request_id}".encode()).hexdigest()[: 2 * _INVITE_BYTES]


def invite_hash(code: str) -> str:
    """Return the hash under which an invite code is stored; "" for no code."""
    return sha256(code.encode()).hexdigest() if code else ""
