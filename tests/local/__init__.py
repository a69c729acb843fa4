"""Tests of matches between bots in one process."""
