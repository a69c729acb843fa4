"""The log: an append-only, durable, verifiable record of what every match was told and decided.

`records` says what can be written, `store` what every store promises, `memory` and `sqlite` are two
stores, `writer` turns many small writes into few durable ones, and `chain` links a match's entries
so that no later change to any of them goes unseen.
"""
