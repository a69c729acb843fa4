"""Errors whose texts are written for clients."""


class NoSuchSeat(ValueError):
    """The requested seat does not exist in this match; the message lists the seats."""


class SeatNotFree(Exception):
    """The requested seat is taken; the message lists the free seats."""


class MayNotSit(Exception):
    """An official of the match wants to take a seat in it."""


class WrongInvite(Exception):
    """A seat was requested without the invite code of the match, or with another one."""


class BadToken(ValueError):
    """A token that a client chose and cannot have; the message says why."""


class NotAllowed(Exception):
    """The caller is known, but may not do this; the message says who may."""


class NoTimeLimit(Exception):
    """A seat of a match without a time limit was to get more time."""


class NotOpenYet(Exception):
    """Something is not available to this viewer, or not before the match ends; the message says which."""


class NoSuchFrame(ValueError):
    """A feed was requested from a frame that does not exist yet."""


class TooManyReaders(Exception):
    """The feed has the maximum number of readers."""


class RequestIdReused(ValueError):
    """A request id was used before for another request."""
