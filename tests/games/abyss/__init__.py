"""Tests of Abyss; their docstrings cite the rule and its place in the rulebook."""
