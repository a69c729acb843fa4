"""SQL views of a log for people and for tools such as sqlite-utils and Datasette.

The referee never reads them. Times are UTC, and `match` is the id of a match. `OPERATIONS.md` of the server describes
them. `v_late` reads every entry, because entries have no index; the others read one entry per match.
"""

# A token may be replaced, and then the seat has a newer row.
_PLAYERS = """
    SELECT match, seat, name FROM seats WHERE rowid IN (
        SELECT max(rowid) FROM seats WHERE role = 'seat' GROUP BY match, seat
    )"""


def _time(column: str) -> str:
    """Return the SQL for a time in UTC; NULL if there is none."""
    return f"CASE WHEN {column} > 0 THEN datetime({column} / 1000, 'unixepoch') END"


VIEWS = {
    "v_matches": f"""
SELECT
    matches.name AS match,
    game,
    CASE WHEN status <> 'open' THEN status WHEN last.seq > 0 THEN 'running' ELSE 'waiting' END AS status,
    (SELECT group_concat(name, ', ') FROM (
        SELECT name FROM ({_PLAYERS}) AS players WHERE players.match = matches.id ORDER BY seat
    )) AS players,
    last.seq AS entries,
    {_time("matches.at")} AS opened,
    {_time("last.at")} AS last_entry,
    {_time("closed_at")} AS closed
FROM matches
LEFT JOIN heads ON heads.match = matches.id
LEFT JOIN entries AS last ON last.id = heads.entry
ORDER BY matches.id""",
    "v_results": f"""
SELECT
    matches.name AS match,
    game,
    json_extract(last.body, '$.facts[#-1][1].ending') AS ending,
    json_extract(last.body, '$.facts[#-1][1].winners') AS winners,
    (SELECT group_concat(name, ', ') FROM (
        SELECT players.name FROM json_each(last.body, '$.facts[#-1][1].winners') AS winner
            JOIN ({_PLAYERS}) AS players ON players.match = matches.id AND players.seat = winner.value
            ORDER BY players.seat
    )) AS winner_names,
    json_extract(last.body, '$.facts[#-1][1].scores') AS scores,
    {_time("last.at")} AS ended
FROM matches
JOIN heads ON heads.match = matches.id
JOIN entries AS last ON last.id = heads.entry
WHERE json_extract(last.body, '$.facts[#-1][1].kind') = 'match.ended'
ORDER BY matches.id""",
    "v_refusals": f"""
SELECT
    matches.name AS match,
    rejections.seat,
    players.name AS player,
    json_extract(reply, '$.question') AS question,
    json_extract(reply, '$.refused.refusal') AS refusal,
    nullif(json_extract(reply, '$.refused.rule'), '') AS rule,
    nullif(json_extract(reply, '$.refused.obstacle'), '') AS obstacle,
    json_extract(rejections.body, '$.answer') AS answer,
    {_time("rejections.at")} AS refused
FROM rejections
JOIN matches ON matches.id = rejections.match
LEFT JOIN ({_PLAYERS}) AS players ON players.match = rejections.match AND players.seat = rejections.seat
ORDER BY rejections.rowid""",
    "v_late": f"""
SELECT
    matches.name AS match,
    entries.seat,
    players.name AS player,
    entries.seq AS entry,
    json_extract(entries.body, '$.asked') AS asked,
    {_time("entries.at")} AS timed_out
FROM entries
JOIN matches ON matches.id = entries.match
LEFT JOIN ({_PLAYERS}) AS players ON players.match = entries.match AND players.seat = entries.seat
WHERE json_extract(entries.body, '$.by') = 'clock'
ORDER BY entries.id""",
}
"""The SELECT of each view, by name."""
