"""Matches of a server in the browser: follow a running match, and play a seat of it."""
