"""A process that writes until it is killed, and prints every acknowledged entry.

Usage: `python -m tests.log.victim DATABASE [--hasty]`. With `--hasty` it prints an entry before it is committed.
"""

import asyncio
import sys

from referee.log.chain import link
from referee.log.records import NO_SEAT, EntryAppended, MatchOpened
from referee.log.sqlite import SqliteStore
from referee.log.writer import GroupCommit

MATCHES = 16


async def play(match: str, store: SqliteStore, writer: GroupCommit, *, hasty: bool) -> None:
    """Continue a match where the log ends, one entry at a time, forever."""
    entries = store.entries(match)
    if not entries:
        body = b"{}"
        await writer.put([MatchOpened(match, 0, "parlour", body, link(bytes(32), body))])
        entries = store.entries(match)
    last = entries[-1]
    while True:
        seq = last.seq + 1
        body = b'{"n":%d}' % seq
        last = EntryAppended(match, seq, NO_SEAT, "", 0, body, link(last.hash, body))
        if hasty:
            tell(last)
        await writer.put([last])
        if not hasty:
            tell(last)


def tell(entry: EntryAppended) -> None:
    """Report an acknowledged entry to the parent process."""
    sys.stdout.write(f"{entry.match} {entry.seq}\n")
    sys.stdout.flush()


async def main(database: str, *, hasty: bool) -> None:
    """Play all matches concurrently."""
    store = SqliteStore(database)
    writer = GroupCommit(store)
    await asyncio.gather(*(play(f"m{number}", store, writer, hasty=hasty) for number in range(MATCHES)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], hasty="--hasty" in sys.argv[2:]))
