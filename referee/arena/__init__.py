"""Tournaments: schedules, entrants, results, standings and ratings.

An event is its file, its seed and its log. The schedule is a pure function of the file, the seed and the results so
far; everything that happens is an entry of an append-only, hash-chained log, so resuming an event is reading its log.

- `event_file`: what an organiser decides; `event_luck`: the seed, which nobody has chosen alone.
- `designs`, `rotation`, `balancing`, `pods`, `rounds`, `schedule`: who plays whom, where and with which deal.
- `event_entries`, `event_state`, `event_record`: the log and what follows from it.
- `match_results`, `standings`, `ratings`, `sequential`: points, ranks, strengths with intervals, the end of a duel.
"""
