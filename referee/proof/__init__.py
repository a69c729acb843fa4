"""Proof: what makes the referee's word checkable by people who were not there.

`merkle` makes one hash of a growing list, `notes` signs a text, `checkpoints` is the text that says how far a viewer's
feed had come, and `keys` keeps the keys. Nothing here knows a game or how a match is run; the formats are public ones.
"""
