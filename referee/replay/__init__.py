"""Replay files, and running recorded matches again.

- `format`: what a replay file looks like;
- `writing` and `reading`: from stored entries to a replay file and back;
- `rerun`: the one place where a recorded match is run again;
- `verification`: whether a log or a replay is what the rules produce, and the first difference;
- `visible_facts`: the facts as one viewer saw them;
- `differences` and `entropy_checks`: how a difference is named.
"""
