"""Prove a match offline.

- `bundles`: one file with a match and everything needed to prove it;
- `examination`: check a replay or a bundle, and name the first thing that is wrong;
- `receipt_checks`: compare signed receipts with the record;
- `history`: a re-run that keeps what every viewer was sent and how the match stood after every entry.
"""
