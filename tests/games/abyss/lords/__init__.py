"""Tests of the 35 Lords: one file per guild, with tests for every power and its edge cases."""
