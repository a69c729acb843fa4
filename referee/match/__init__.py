"""One match in memory, pure: no clock, no disk and nothing to wait for.

- `charters`: what a match is before its first intent, checked;
- `entries`: the body of a log entry, the same bytes for the same seed and intents;
- `match`: one match, an answer in, an entry and frames out;
- `entropy`: what seats add to the seed;
- `undo`: whether the last answer may be taken back;
- `player`: matches played in process.
"""
