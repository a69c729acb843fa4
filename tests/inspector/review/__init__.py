"""Tests of reviewing a match together."""
