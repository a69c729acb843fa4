"""Tests of one match in memory."""
