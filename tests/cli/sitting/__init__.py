"""A person in a seat."""
