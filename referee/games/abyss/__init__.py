"""Abyss, 2 to 4 seats, by the rulebook of 2014. One file a chapter of the book."""
