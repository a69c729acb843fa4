"""The matches that pages follow, one for each token, so that many pages cost the server one stream."""

from __future__ import annotations

import asyncio
import time

from referee.inspector.live.followed_match import FollowedMatch
from referee_client import aio

MOST_FOLLOWED = 200
"""Number of feeds that are followed at the same time."""
SECONDS_UNUSED = 60.0
"""Seconds after which a feed that nobody reads is dropped."""
SECONDS_TRUSTED = 2.0
"""Seconds for which a token counts as valid after the server accepted it."""


FollowedKey = tuple[str, str, str]
"""The match, the token and the API key that a feed is followed with."""


class TooManyFollowed(Exception):
    """More feeds are asked for than can be followed."""


class FollowedMatches:
    """Feeds by match, token and API key."""

    def __init__(self, client: aio.Client, delay: float = 0.0) -> None:
        self._client = client
        self._delay = delay
        self._found: dict[FollowedKey, FollowedMatch] = {}
        self._opening: dict[FollowedKey, asyncio.Task[FollowedMatch]] = {}
        self._checked: dict[FollowedKey, float] = {}

    async def get(
        self, match_id: str, token: str, api_key: str = "", client: aio.Client | None = None
    ) -> FollowedMatch:
        """Return a feed, after the server has accepted the token. Raise `RefereeError` and `TooManyFollowed`.

        `client` sends the API key, if there is one.
        """
        client = client or self._client
        key = (match_id, token, api_key)
        found = self._found.get(key)
        if found is not None and found.is_lost:
            # The token may be valid again: a server that went back in time, or a match that became public.
            self._drop(key)
            found = None
        if found is None:
            found = await asyncio.shield(self._opened(key, client))
        elif time.monotonic() - self._checked[key] > SECONDS_TRUSTED and not found.problem:
            await client.get_match(match_id, token)
            self._checked[key] = time.monotonic()
        found.used = time.monotonic()
        return found

    def _opened(self, key: FollowedKey, client: aio.Client) -> asyncio.Task[FollowedMatch]:
        """Return the task that opens a feed; pages that ask at the same time share it."""
        if key not in self._opening:
            task = self._opening[key] = asyncio.create_task(self._open(key, client))
            task.add_done_callback(lambda _: self._opening.pop(key, None))
        return self._opening[key]

    async def _open(self, key: FollowedKey, client: aio.Client) -> FollowedMatch:
        self._drop_unused()
        if len(self._found) >= MOST_FOLLOWED:
            raise TooManyFollowed
        match_id, token, _ = key
        made = FollowedMatch(client, match_id, token, self._delay)
        await made.open()
        self._found[key] = made
        self._checked[key] = time.monotonic()
        return made

    def _drop_unused(self) -> None:
        now = time.monotonic()
        for key, found in list(self._found.items()):
            # With a delay, a feed that is dropped would be late by the whole delay again.
            is_kept = self._delay and not found.is_over
            if not found.readers and not is_kept and now - found.used > SECONDS_UNUSED:
                self._drop(key)

    def _drop(self, key: FollowedKey) -> None:
        self._found.pop(key).close()
        self._checked.pop(key, None)

    def close(self) -> None:
        """Stop following everything."""
        for key in list(self._found):
            self._drop(key)
