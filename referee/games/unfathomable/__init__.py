"""Unfathomable, 3 to 6 seats, by its rules reference in German, French and Polish. One file a chapter."""
