"""Tests of the rulebooks: readings of a match, and agreement of book and code in every game."""
