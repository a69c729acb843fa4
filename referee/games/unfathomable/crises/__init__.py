"""The crises of the seventy mythos cards."""
