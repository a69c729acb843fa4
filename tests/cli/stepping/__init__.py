"""Stepping through a replay."""
