"""Everything that is checked. `python3 -m tests` runs it all; see CONTRIBUTING.md."""
