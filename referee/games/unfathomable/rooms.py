"""What can be done in each room."""

from __future__ import annotations

