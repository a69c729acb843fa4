"""Tests of one match, its replay and the desk."""
