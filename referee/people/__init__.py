"""What a person needs to play a seat: the question in words, what may be said, and the public terms."""
