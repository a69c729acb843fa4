"""Tests of replay files, their verification, and what lies in `replays/`."""
