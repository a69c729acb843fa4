"""Match: intent to script to log to feeds.

- `charters`: what a match is before its first intent, checked;
- `entries`: the body of a log entry, always the same bytes for the same seed and intents;
- `match`: one match in memory, without clock or disk;
- `replays`: a match as a text that a person can read and a program can prove;
- `player`: matches played out in process;
- `desk`: all matches of a server on its store, and who may do what with them. Behind it:
  - `hall`: the rooms in memory, how they come and go, and what becomes due in them;
  - `judge`: what is sent, decided, stored and told; its `clerk` answers for seats that do not;
  - `gallery`: feeds, subscriptions and views.
"""
