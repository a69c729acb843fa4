"""Tests of what a person needs to play a seat."""
