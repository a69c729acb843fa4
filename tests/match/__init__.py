"""Tests of a match in memory."""
