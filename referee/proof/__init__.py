"""Proof: signatures and hashes that let anyone check what the referee said.

`merkle` hashes a growing list, `notes` signs texts, `checkpoints` defines the text that states how much of its feed a
viewer has received, and `keys` manages the signing keys, whose file `atomic_files` replaces and `private_files` keeps
from others. Trees, notes and checkpoints follow public standards. Nothing here depends on a game or on how a match is
run.
"""
