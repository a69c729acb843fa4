"""Tests of feeds and views."""
