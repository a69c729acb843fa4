"""What can happen in Unfathomable and who may see it, by chapter; beside each fact, how it changes the table."""
