"""A bot that plays Among Cultists for its side."""

from referee_client.bots.among_cultists.sensible import SensibleBot

__all__ = ["SensibleBot"]
