"""The audit log: what is written beside a match by those who look at it, dispute it and rule on it.

`entries` says what can be written, `chain` signs each entry and links it to the one before it, `docket` folds them into
the cases as they stand, `checks` holds every step to its conditions, and `ledger` puts these together for who writes.
Fold and checks are the same on a running server, at the command line over a bundle, and offline, where an audit log
with a step in it that should have been refused does not verify. Nothing here reads a clock or a disk, and nothing
knows a game.
"""
