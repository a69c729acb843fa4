"""Descriptions of games and matches as messages."""

from __future__ import annotations

import csv
import inspect
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from importlib import resources

import msgspec

from referee.audit.entries import OfficialRole
from referee.games import GAMES
from referee.games import game as game_named
from referee.kernel.asks import Ask, InOrder, One, Some
from referee.kernel.game import Game, values_of
from referee.kernel.table import Ended
from referee.kernel.talk import Said, TalkPolicy
from referee.match.charters import advice_on
from referee.rulebook import CONSENSUS
from referee.server.results import Description, MatchState
from referee.server.settings import ClientInfo
from referee.wire.clock_messages import time_control_message
from referee.wire.shapes import Struct, field_notes, kind_of
from referee.wire.standing_messages import standing_message
from referee.wire.times import duration, timestamp
from referee_api.v1 import referee_pb2 as api

STATUSES: Mapping[MatchState, api.MatchStatus] = {
    "waiting": api.MATCH_STATUS_WAITING,
    "running": api.MATCH_STATUS_RUNNING,
    "frozen": api.MATCH_STATUS_FROZEN,
    "paused": api.MATCH_STATUS_PAUSED,
    "ended": api.MATCH_STATUS_ENDED,
    "stopped": api.MATCH_STATUS_STOPPED,
    "superseded": api.MATCH_STATUS_SUPERSEDED,
    "cancelled": api.MATCH_STATUS_CANCELLED,
}
TALK_POLICIES: Mapping[TalkPolicy, api.TalkPolicy] = {
    "none": api.TALK_POLICY_NONE,
    "palette": api.TALK_POLICY_PALETTE,
    "free": api.TALK_POLICY_FREE,
}
_OFFICIAL_ROLES: Mapping[OfficialRole, api.OfficialRole] = {
    "judge": api.OFFICIAL_ROLE_JUDGE,
    "head_judge": api.OFFICIAL_ROLE_HEAD_JUDGE,
    "scorekeeper": api.OFFICIAL_ROLE_SCOREKEEPER,
    "observer": api.OFFICIAL_ROLE_OBSERVER,
}

_ASKS: dict[type[Ask], api.QuestionKind] = {
    One: api.QUESTION_KIND_ONE,
    Some: api.QUESTION_KIND_SOME,
    InOrder: api.QUESTION_KIND_IN_ORDER,
}


LONGEST_OPTION = 256
"""Length of the longest value of an option, in characters, that every description of a match has in full."""


def game_summaries() -> list[api.GameSummary]:
    """Return a summary of every game."""
    return [_summary(game_named(name)) for name in GAMES]


@cache
def describe_game(name: str) -> bytes:
    """Encode the description of a game."""
    game = game_named(name)
    book = game.rulebook
    return api.DescribeGameResponse(
        summary=_summary(game),
        questions=[api.Term(name=asked.name, meaning=asked.sentence) for asked in game.questions.values()],
        forms=[
            api.QuestionForm(
                name=asked.name,
                kind=_ASKS[asked.kind],
                choices=[kind_of(kind) for kind in asked.choices],
            )
            for asked in game.questions.values()
        ],
        choices=_kinds(game.choices),
        facts=_kinds((*game.facts, *game.statements, Said, Ended)),
        obstacles=[api.Term(name=key, meaning=text) for key, text in game.wording.obstacles.items()],
        endings=[
            api.Term(name=ending.value, meaning=game.wording.endings[ending]) for ending in game.endings
        ],
        editions=[
            api.Term(
                name=CONSENSUS, meaning="Our reading of all editions together; also meant when none is named."
            ),
            *[api.Term(name=key, meaning=title) for key, title in book.editions.items()],
        ],
        rulings=[
            api.Ruling(
                key=key,
                question=ruling.question,
                rules=ruling.rules,
                readings=[api.Term(name=reading, meaning=text) for reading, text in ruling.readings.items()],
                default_reading=ruling.default,
                reason=ruling.reason,
                editions=ruling.editions,
            )
            for key, ruling in book.rulings.items()
        ],
        options=list(_options(game)),
        tables=list(_tables(name)),
        rules=[
            api.Rule(
                id=key,
                statement=rule.statement,
                paragraphs=rule.paragraphs,
                is_printed=book.is_printed(key),
                source=rule.source,
                house=rule.house,
            )
            for key, rule in book.rules.items()
        ],
        note=book.note,
        talk_policies=[TALK_POLICIES[policy] for policy in game.talk_policies],
        default_talk=TALK_POLICIES[game.talk],
        statements=[
            api.StatementForm(name=kind_of(kind), meaning=inspect.getdoc(kind) or "", rule=kind.rule)
            for kind in game.statements
        ],
    ).SerializeToString(deterministic=True)


def match_message(about: Description, *, whole: bool = False) -> api.Match:
    """Return the description of a match as a message. Unless it is `whole`, long options are shown by their hashes."""
    charter = about.charter
    return api.Match(
        id=about.match_id,
        game=charter.game,
        rules_version=charter.rules_version,
        seat_count=charter.seats,
        edition=charter.edition,
        rulings=charter.rulings,
        options=charter.options if whole else brief_options(charter.options),
        time_per_decision=duration(cap_ms / 1000) if (cap_ms := about.policy.clock.cap_ms) else None,
        time_control=time_control_message(about.policy.clock),
        spectators=about.policy.spectators,
        names=[about.names.get(seat, "") for seat in range(charter.seats)],
        status=STATUSES[about.state],
        commitment=about.commitment,
        standing=standing_message(about.standing),
        create_time=timestamp(about.created_at),
        start_time=timestamp(about.started_at) if about.started_at else None,
        end_time=timestamp(about.ended_at) if about.ended_at else None,
        unrefereed=about.unrefereed,
        needs_invite=about.needs_invite,
        officials=[
            api.Official(party=each.party, role=_OFFICIAL_ROLES[each.role], name=each.name)
            for each in about.officials
        ],
        cancel_reason=about.closing_note if about.state == "cancelled" else "",
        seed_given=about.seed_given,
        clients=[_client(about.clients.get(seat)) for seat in range(charter.seats)],
        longest_freeze=duration(about.policy.seconds_frozen),
        talk=TALK_POLICIES[charter.talk_policy],
        advice=advice_on(charter),
    )


def brief_options(options: Mapping[str, str]) -> dict[str, str]:
    """Return options with the hash of each long value in its place: data files take tens of kilobytes.

    >>> brief_options({"board": "islands"})
    {'board': 'islands'}
    """
    return {
        key: value if len(value) <= LONGEST_OPTION else f"sha256:{sha256(value.encode()).hexdigest()}"
        for key, value in options.items()
    }


def _client(client: ClientInfo | None) -> api.ClientInfo:
    if client is None:
        return api.ClientInfo()
    return api.ClientInfo(name=client.name, version=client.version, language=client.language)


def _summary(game: Game) -> api.GameSummary:
    return api.GameSummary(
        name=game.name,
        title=game.title,
        least_seats=game.seats[0],
        most_seats=game.seats[-1],
        rules_version=game.rules_version,
    )


def _kinds(kinds: Iterable[Struct]) -> list[api.Term]:
    return [api.Term(name=kind_of(kind), meaning=inspect.getdoc(kind) or "") for kind in kinds]


def _options(game: Game) -> Iterable[api.GameOption]:
    notes = field_notes(game.options)
    for field in msgspec.structs.fields(game.options):
        default = msgspec.to_builtins(field.default)
        yield api.GameOption(
            key=field.name,
            meaning=notes.get(field.name, ""),
            default_value=str(default).lower() if isinstance(default, bool) else str(default),
            values=values_of(field.type),
        )


def _tables(name: str) -> Iterable[api.CardTable]:
    """Return the printed tables of a game, from the CSV files in its package."""
    files = resources.files(f"referee.games.{name}").iterdir()
    for file in sorted(files, key=lambda file: file.name):
        if file.name.endswith(".csv"):
            columns, *rows = csv.reader(file.read_text(encoding="utf-8").splitlines())
            table = api.CardTable(name=file.name.removesuffix(".csv"), columns=columns)
            table.rows.extend([api.CardRow(cells=row) for row in rows])
            yield table
