"""Write an event as one HTML file: what everyone may see of it now, without the matches themselves."""

from __future__ import annotations

from html import escape
from typing import Any

import msgspec

from referee.inspector.event_pages.event_report import EventReport
from referee.inspector.one_file.page_parts import (
    compressed,
    content_policy,
    icon_in_address,
    script_block,
    style_elements,
)
from referee.inspector.one_file.script_linker import link_modules
from referee.inspector.web_app import static_file

ENTRY = "event_saved.js"
SHEETS = ("theme.css", "event.css")

_encode = msgspec.json.Encoder(order="deterministic").encode

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<link rel="icon" href="data:image/svg+xml,{icon}">
{styles}
</head>
<body>
<noscript>
<p class="notice">This page shows an event with JavaScript, which is switched off in this browser. Switch it on for this
file; it asks nobody for anything. Or ask for the event's log, as CSV or JSON lines.</p>
</noscript>
<div id="event"><p class="loading" role="status">Opening the event …</p></div>
{block}
<script type="module">{script}</script>
</body>
</html>
"""


def event_html(report: EventReport) -> str:
    """Return the file as text."""
    script = link_modules(lambda name: static_file(name).decode(), [ENTRY])
    styles = {name: static_file(name).decode() for name in SHEETS}
    return _PAGE.format(
        policy=content_policy(script, list(styles.values())),
        title=escape(report.overview.name),
        icon=icon_in_address(),
        styles=style_elements(styles),
        block=script_block("event", compressed(_encode(_sections(report)))),
        script=script,
    )


def _sections(report: EventReport) -> dict[str, Any]:
    """Return everything that the page asks for."""
    overview = report.overview
    return {
        "overview": overview,
        "crosstable": report.crosstable,
        "round": {str(number): report.round(number) for number in overview.rounds},
        "entrant": {entrant.name: report.entrant(entrant.name) for entrant in overview.entrants},
        "ratings": report.ratings,
        "decisions": report.decisions,
        "luck": report.luck,
    }
