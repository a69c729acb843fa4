"""Matches to store: chains of consistent records, as long as a test needs them."""

from referee.log.chain import audit_hash, link
from referee.log.records import NO_SEAT, AuditAppended, EntryAppended, MatchOpened

STARTED = 1_700_000_000_000


class Course:
    """The records of one match, in order."""

    def __init__(self, match: str = "m1") -> None:
        body = b'{"game":"parlour","seed":"%s"}' % match.encode()
        self.opened = MatchOpened(match, STARTED, "parlour", body, link(bytes(32), body))
        self.entries = [EntryAppended(match, 0, NO_SEAT, "", STARTED, body, self.opened.hash)]

    def more(self, count: int = 1, *, size: int = 0) -> list[EntryAppended]:
        """Return the next entries; `size` pads their bodies."""
        return [self.say(b'{"n":%d,"said":"%s"}' % (len(self.entries), b"x" * size)) for _ in range(count)]

    def say(self, body: bytes) -> EntryAppended:
        """Return the next entry with this body."""
        last = self.entries[-1]
        seq = last.seq + 1
        key = f"{last.match}-{seq}"
        entry = EntryAppended(last.match, seq, seq % 4, key, STARTED + seq, body, link(last.hash, body))
        self.entries.append(entry)
        return entry


def noted(match: str, seq: int, topics: str = "", *, size: int = 0) -> AuditAppended:
    """Return an audit entry of a match; `size` pads its note."""
    note = f"entry {seq} beside {match} – Ω\n{'x' * size}\n".encode()
    return AuditAppended(match, seq, STARTED + seq, note, audit_hash(note), topics)
