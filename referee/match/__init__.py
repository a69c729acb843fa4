"""One match in memory, pure: no clock, no disk and nothing to wait for.

- `charters`: the game, rules, options and seed of a match, checked;
- `entries`: log entries, the same bytes for the same seed and intents;
- `match`: one match: an answer goes in, an entry and frames come out;
- `entropy`: what seats contribute to the luck;
- `undo`: whether the last answer may be taken back by consent;
- `player`: whole matches played in process.
"""
