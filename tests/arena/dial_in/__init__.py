"""Tests of events on a server."""
