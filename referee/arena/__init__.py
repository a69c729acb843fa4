"""Tournaments: schedules, entrants, results, standings and ratings. EVENTS.md is for organisers.

An event is its file, its seed and its log. The schedule is a pure function of the file, the seed and the results so
far; everything that happens is an entry of an append-only, hash-chained log, so resuming an event is reading its log.

- `event_file`: what an organiser decides; `event_luck`: the seed, which nobody has chosen alone.
- `designs`, `rotation`, `balancing`, `pods`, `rounds`, `schedule`, `schedule_check`: who plays whom, where and with
  which deal, and whether the log agrees.
- `event_entries`, `event_state`, `event_record`, `official_steps`: the log, what follows from it, what officials do.
- `match_results`, `standings`, `ratings`, `live_ratings`, `sequential`, `rotation_test`: points, ranks, strengths with
  intervals, the end of a duel, recognised deals.
- `collusion_hints`: pairs of entrants that seem to help each other, for officials.
- `local_arena`, `local_play`, `entrant_bots`, `admission`: events on this machine; `dial_in`: events on a server.
- `event_export`, `event_bundle`, `event_examination`: an event as files, and the check of its bundle.
"""
