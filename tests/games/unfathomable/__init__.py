"""Tests of Unfathomable; their docstrings cite the rule and its number in the editions (DE, FR, PL)."""
