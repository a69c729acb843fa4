"""Replays: a match as a text file that people can read and programs can verify.

- `files`: the file format, written and read;
- `verifying`: running a recorded match again and comparing it with its record.
"""
