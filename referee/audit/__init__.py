"""The audit log of a match: looks at hidden information, cases, rulings, undos, forks and pauses, each a signed entry.

`entries` defines what can be written, `chain` signs entries and links each to the previous one, `audit_state` folds
them into the current state of the cases, `checks` decides what may be written next (with `official_checks`,
`panel_checks`, `result_checks` and `time_checks`), `problems` lists the reasons for which it may not, `case_limits`
limits how much is written, `public_head` hashes what receipts cover, and `audit_log` combines these for writers. A
running server, the command line and offline verification use the same fold and the same checks, so an audit log with an
entry that should have been refused does not verify. Nothing here reads a clock or a disk, or depends on a game.
"""
