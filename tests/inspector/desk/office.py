"""A server with API keys and a match with officials, for the tests of the desk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from referee.server.access_control import AccessControl
from referee.server.api_keys import ApiKeys, KeyRegister, KeyRole
from referee_client import Seat, connect
from tests.inspector.live.running import OURS, Reply, apart, post, running_referee, running_site


class Office(NamedTuple):
    """A server, its pages, and an API key of each kind."""

    server: str
    site: str
    keys: dict[str, str]
    ids: dict[str, str]
    """The ids of the keys."""

    def call(self, what: str, **body: Any) -> Reply:
        """Make a call of the desk."""
        return post(self.site, what, body, OURS, part="desk")


class Table(NamedTuple):
    """A match with an organiser, two judges with tokens, and seats."""

    match: str
    organiser: str
    judge: str
    head: str
    seats: list[Seat]

    def by(self, who: str) -> dict[str, str]:
        """Return what a call about the match carries, by a name: a role, `seat`, `wrong` or `nobody`."""
        tokens = {
            "organiser": self.organiser,
            "judge": self.judge,
            "head": self.head,
            "seat": self.seats[0].token if self.seats else "",
            "wrong": "0" * 64,
            "nobody": "",
        }
        return {"match": self.match, "token": tokens[who]}


@contextmanager
def opened_office(folder: Path, **site_settings: Any) -> Iterator[Office]:
    """Run a server that needs API keys, and its pages."""
    register = KeyRegister(folder)
    roles: dict[str, KeyRole] = {
        "operator": "operator",
        "league": "organiser",
        "stranger": "organiser",
        "judge": "judge",
        "head": "head_judge",
    }
    issued = {name: register.issue(role, name, by="test") for name, role in roles.items()}
    access = AccessControl("keys", ApiKeys(folder))
    with running_referee(folder, access=access) as server, running_site(server, **site_settings) as site:
        keys = {name: each.text for name, each in issued.items()}
        yield Office(server, site, keys, {name: each.key.id for name, each in issued.items()})


def new_table(office: Office, **options: Any) -> Table:
    """Create a match with the key of the league, take its seats, and appoint a judge and a head judge."""

    def make() -> Table:
        with connect(office.server, api_key=office.keys["league"]) as league:
            made = league.create_match("abyss", 2, **options)
            match, token = made.match.id, made.token
            judge = league.appoint_official(match, token, "Grace").token
            head = league.appoint_official(match, token, "Hedy", role="head_judge").token
        with connect(office.server) as players:
            seats = [players.join_seat(match, seat, f"player-{seat}") for seat in range(2)]
        return Table(match, token, judge, head, seats)

    return apart(make)
