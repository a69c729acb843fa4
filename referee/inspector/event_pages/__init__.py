"""The pages of a tournament: standings, crosstable, rounds, entrants, ratings, decisions, and its matches.

- `public_log`: what of an event's log everyone may read now;
- `event_report`, `rating_history`, `event_lines`: what the pages show of it;
- `followed_event`: an event in a database that grows meanwhile;
- `event_matches`: its matches, for the pages that show a match;
- `event_app`, `event_process`: the pages over HTTP; `event_file`: all of them in one file.
"""
