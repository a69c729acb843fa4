"""Tests of the clients: the Python SDK, its bots, and the Node bot."""
