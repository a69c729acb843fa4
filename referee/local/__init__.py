"""Matches between bots in this process, without a server: the bots in their seats, and worker processes.

- `bot_seats`: which bot sits where; `own_bots` and `program_bot`: bots of users, as classes and as programs.
- `local_match`: a match whose bots receive and answer the same messages as on a server.
- `workers`, `worker_processes`: the same work on all cores.
"""
