"""Tests of the audit log: its entries, their signed chain, the docket, and the checks of every step."""
