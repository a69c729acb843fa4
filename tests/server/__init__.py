"""Tests of the live matches of a server."""
