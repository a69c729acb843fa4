"""Plots: the numbers of a picture over the match, such as pearls per seat or the position of a track."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from referee.inspector.pictures import Element, Picture
from referee.kernel.facts import Seat

_OF_SEAT = re.compile(r"seat/(\d+)/(.+)")

MOST_PLOTS = 24
"""Number of plots that are sent; those that change most often come first."""


class PlotLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """The values of one element."""

    key: str
    points: list[tuple[int, int]]
    """The number of a fact, 0 for the beginning, and the value from then on."""
    seat: Seat | None = None
    """The seat it belongs to, if any."""


class LinePlot(msgspec.Struct, frozen=True):
    """Lines that belong together: the same thing of each seat, or one thing of the table."""

    name: str
    lines: list[PlotLine]


class PlotPoints:
    """Collects the values of every element that has a number."""

    def __init__(self, picture: Picture) -> None:
        self._points: dict[str, list[tuple[int, int]]] = {}
        self.note(0, picture)

    def note(self, number: int, elements: Mapping[str, Element]) -> None:
        """Note the elements that a fact set."""
        for key, element in elements.items():
            value = element.value
            if type(value) is int:
                points = self._points.setdefault(key, [])
                if not points or points[-1][1] != value:
                    points.append((number, value))

    def plots(self) -> list[LinePlot]:
        """Return the plots of everything that changed, those that changed most often first."""
        found: dict[str, list[PlotLine]] = {}
        for key, points in self._points.items():
            of_seat = _OF_SEAT.fullmatch(key)
            name = of_seat[2] if of_seat else key
            line = PlotLine(key, points, int(of_seat[1]) if of_seat else None)
            found.setdefault(name, []).append(line)
        plots = [
            LinePlot(name.replace("_", " ").replace("/", ": "), lines)
            for name, lines in found.items()
            if any([len(line.points) > 1 for line in lines])
        ]
        plots.sort(key=lambda plot: -sum([len(line.points) for line in plot.lines]))
        return plots[:MOST_PLOTS]
