"""Stepping through a replay in the terminal: `stepper` decides what a key does, `page` what the screen shows.

Neither knows the terminal: a state and a key give the next state, and a state gives a screen. `terminal` connects them.
"""
