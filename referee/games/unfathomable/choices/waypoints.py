"""Questions about waypoints. Their options are shared ones."""

from __future__ import annotations

from referee.kernel.asks import Choice

CHOICES: tuple[type[Choice], ...] = ()

QUESTIONS: dict[str, str] = {
    "unfathomable.waypoint": "Which waypoint do you head for?",
    "unfathomable.waypoint_on_top": "Which waypoint do you leave on top?",
    "unfathomable.waypoint_risk": "Do you risk the passengers for the waypoint?",
    "unfathomable.waypoint_roll": "Do you roll the die for the waypoint?",
    "unfathomable.waypoint_option": "Which option of the waypoint do you choose?",
    "unfathomable.rolling_seas": "On which deck space is a passenger overpowered?",
}
