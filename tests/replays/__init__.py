"""Tests of what lies beside the golden replays."""
