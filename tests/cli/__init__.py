"""Tests of the command line, as people and programs use it."""
