"""Errors whose texts are written for clients."""


class NoSuchSeat(ValueError):
    """The requested seat does not exist in this match; the message lists the seats."""


class SeatNotFree(Exception):
    """The requested seat is taken; the message lists the free seats."""


class NotOpenYet(Exception):
    """Something is not available to this viewer, or not before the match ends; the message says which."""


class NoSuchFrame(ValueError):
    """A feed was requested from a frame that does not exist yet."""


class TooManyReaders(Exception):
    """The feed has the maximum number of readers."""
