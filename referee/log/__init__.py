"""The log: an append-only, durable, verifiable record of every match.

`records` defines what can be written, `store` is the interface of every store, `memory` and `sqlite` implement it,
`writer` combines many small writes into few durable commits, and `chain` links the entries of a match by hashes, so
that a later change to any of them is detected.
"""
