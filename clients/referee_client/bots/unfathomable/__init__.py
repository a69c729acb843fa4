"""A bot that plays Unfathomable for its side."""

from referee_client.bots.unfathomable.sensible import SensibleBot

__all__ = ["SensibleBot"]
