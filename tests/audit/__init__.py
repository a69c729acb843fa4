"""Tests of the audit log: its entries, their signed chain, their state, and the checks of every step."""
