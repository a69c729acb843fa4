"""Attacks over the wire: a living server, requests that are changed, and what must hold for each of them."""
