"""Tests of a match as one HTML file."""
