"""Tests of the rulebooks: readings of a match, and that book and code of every game speak of the same things."""
