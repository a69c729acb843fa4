"""Tests of following and playing matches of a server in the browser."""
