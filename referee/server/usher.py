"""The usher of the desk: gives seats, and lets a match begin when all have come.

Where seats committed to entropy for the luck, the match waits until they have revealed it, or until the time for it has
passed. What seats commit to and reveal is durable before anybody acts on it, so a match that is built again from the
store waits on, or begins, with nothing lost; the time for revealing starts anew then, for what was lost was not theirs
to lose.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.log.records import NO_SEAT, EntropyGiven, EntryAppended, Record, SeatTaken
from referee.log.store import StoreError
from referee.log.writer import settle
from referee.match.entropy import EntropyRefused, Pledge, WrongEntropy, commitment_to
from referee.match.match import Decided
from referee.server.clerk import Clerk, Put, Stop
from referee.server.live import Live
from referee.server.rooms import Room, now_ms

Tell = Callable[[Room, Live, Decided], None]
Waiting = asyncio.Future[None]
"""Whoever waits until something is durable."""


class Usher:
    """Gives the seats of all rooms. The judge gives it the means to store and to tell."""

    def __init__(self, clerk: Clerk, put: Put, tell: Tell, stop: Stop) -> None:
        self.clerk = clerk
        self._put = put
        self._tell = tell
        self._stop = stop
        self._loop = asyncio.get_running_loop()

    # --- seats ---

    def seat(self, room: Room, taken: SeatTaken, commitment: bytes, stored: Waiting) -> None:
        """Give somebody a seat, and begin the match if it was the last one and no entropy is to come."""
        room.admit(taken)
        room.arriving += 1
        room.pins += 1
        records: list[Record] = [taken]
        if commitment:
            room.pledges[taken.seat] = Pledge(commitment)
            records.append(EntropyGiven(room.match, taken.seat, taken.at, commitment))
        live = room.live
        begun = self._begun(room, live, records) if room.is_full and not room.pledges else None
        self._put(records, partial(self._seated, room, live, taken, begun, stored))
        if live is not None and live.orders:
            self.clerk.obey(room, live)

    def _seated(
        self,
        room: Room,
        live: Live | None,
        taken: SeatTaken,
        begun: Decided | Refused | None,
        stored: Waiting,
        error: StoreError | None,
    ) -> None:
        room.arriving -= 1
        if error is not None:
            room.dismiss(taken)
        self._told_or_lost(room, live, begun, error)
        if error is None and begun is None:
            self.resume(room)
        settle(stored, error)

    # --- entropy ---

    def reveal(self, room: Room, seat: Seat, entropy: bytes, stored: Waiting) -> None:
        """Take what a seat committed to; raises `EntropyRefused`, with nothing changed."""
        pledge = room.pledges.get(seat)
        if pledge is None:
            raise EntropyRefused(
                "this seat committed to no entropy when it joined, so there is none to reveal"
            )
        if commitment_to(entropy) != pledge.commitment:
            raise WrongEntropy("these are not the bytes that this seat committed to; reveal those")
        if pledge.entropy:
            stored.set_result(None)
            return
        if room.reveal_by is None:
            raise EntropyRefused(_not_now(room))
        room.pins += 1
        given = EntropyGiven(room.match, seat, now_ms(), pledge.commitment, entropy)
        self._put([given], partial(self._revealed, room, given, stored))

    def _revealed(self, room: Room, given: EntropyGiven, stored: Waiting, error: StoreError | None) -> None:
        room.pins -= 1
        late = room.ledger.docket.withheld or ()
        if error is None and given.seat not in late:
            room.pledges[given.seat] = Pledge(given.commitment, given.entropy)
            if room.reveal_by is not None:
                if room.unrevealed:
                    room.stand()
                self.resume(room)
            settle(stored, None)
        else:
            settle(stored, error or EntropyRefused(_not_now(room)))

    # --- the beginning ---

    def resume(self, room: Room) -> None:
        """Begin a match in which all seats are taken, or wait for those who have not revealed their entropy."""
        live = room.live
        if live is None or live.match.seq > 0 or room.is_stopped or room.arriving or not room.is_full:
            return
        if room.unrevealed:
            if room.reveal_by is None:
                room.reveal_by = self._loop.time() + room.policy.seconds_to_reveal
                room.stand()
            return
        room.reveal_by = None
        records: list[Record] = []
        begun = self._begun(room, live, records)
        room.pins += 1
        self._put(records, partial(self._told_or_lost, room, live, begun))
        room.stand()
        if live.orders:
            self.clerk.obey(room, live)

    def _begun(self, room: Room, live: Live | None, records: list[Record]) -> Decided | Refused | None:
        """Begin a match in memory, and add to the records what is to be stored of it."""
        if live is None or live.match.seq > 0:
            return None
        begun = live.match.begin(room.entropy)
        if isinstance(begun, Decided):
            records.append(
                EntryAppended(room.match, begun.seq, NO_SEAT, "", now_ms(), begun.body, begun.hash)
            )
            live.heed(begun)
        else:
            records.append(self._stop(room, live))
        return begun

    def _told_or_lost(
        self, room: Room, live: Live | None, begun: Decided | Refused | None, error: StoreError | None
    ) -> None:
        """Tell everyone of a beginning that is durable; one that is not, nobody hears of."""
        room.pins -= 1
        if error is not None:
            if begun is not None and room.live is live:
                room.lose_live()
        elif live is not None and isinstance(begun, Decided):
            self._tell(room, live, begun)


def _not_now(room: Room) -> str:
    if not room.is_full or room.arriving:
        return "not every seat is taken yet; reveal when the standing of the match awaits it"
    return "the time to reveal is over; the match begins without them"
