"""Tests of the officials' desk."""
