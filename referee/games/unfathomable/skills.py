"""What each skill card does: fifteen ordinary ones and five of treachery."""

from __future__ import annotations

