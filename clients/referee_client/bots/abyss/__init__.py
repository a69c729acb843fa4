"""A bot that plays Abyss to win."""

from referee_client.bots.abyss.sensible import SensibleBot

__all__ = ["SensibleBot"]
