"""Reviewing a match together: a leader whose moment others follow, and notes bound to facts."""
