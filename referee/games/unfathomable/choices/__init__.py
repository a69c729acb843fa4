"""What a seat may choose in Unfathomable, by chapter."""
