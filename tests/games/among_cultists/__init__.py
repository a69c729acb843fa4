"""Tests of Among Cultists, a file per chapter."""
