"""Which rules a query means, for `referee rules` and for a person in a seat."""

from __future__ import annotations

from collections.abc import Iterable


def matches_query(query: str, name: str, texts: Iterable[str]) -> bool:
    """Return whether a query is an id, the beginning of one, or words that all occur in the texts.

    >>> matches_query("explore", "explore.offer", [])
    True
    >>> matches_query("buy ally", "explore.offer", ["The others may buy the Ally."])
    True
    """
    wanted = query.casefold()
    if name == wanted or name.startswith(f"{wanted}."):
        return True
    everything = f"{name} {' '.join(texts)}".casefold()
    return all(word in everything for word in wanted.split())
