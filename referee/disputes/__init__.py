"""Explain matches, prove them offline, and rule on disputes about them.

- `explain`: why something happened, and what another reading of the rules would have changed;
- `evidence`: bundles, and checking everything about a match that can be checked offline;
- `cases`: cases, rulings and their remedies, and the `Disputes` service.

`cases` imports `evidence`, and `evidence` imports `explain`; never the other way.
"""
