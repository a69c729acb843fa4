"""Tests of the log: its guarantees, and the faults against which each is tested."""
