"""Tests of `referee.inspector.event_pages`."""
