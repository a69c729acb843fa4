"""Disputes: why something happened, and what would have happened under another reading of the rules."""
