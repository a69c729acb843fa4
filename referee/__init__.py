"""The referee: board games with secrets, settled by rule, proved by re-running."""

__version__ = "0.1.0"
