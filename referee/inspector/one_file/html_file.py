"""Write a match as one HTML file."""

from __future__ import annotations

import base64
import re
from html import escape
from typing import Any, NamedTuple

import msgspec

from referee.disputes.evidence.history import MatchHistory
from referee.inspector.one_file.page_parts import (
    compressed,
    content_policy,
    icon_in_address,
    json_text,
    script_block,
    style_elements,
)
from referee.inspector.one_file.page_seal import page_seal
from referee.inspector.one_file.saved_answers import saved_answers
from referee.inspector.one_file.script_linker import link_modules
from referee.inspector.one_file.shared_values import share
from referee.inspector.opened_match import MatchRecord, OpenedMatch
from referee.inspector.web_app import static_file
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.proof.checkpoints import Checkpoint, write_receipts
from referee.proof.keys import RefereeKeys
from referee.server.receipts import viewer_name

ENTRY = "saved.js"
STYLE = "saved.css"

_SHEET = re.compile(r'<link rel="stylesheet" href="/static/([\w./]+)">')
"""A style sheet of the page that a server sends."""

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
<p class="notice">This page draws a match with JavaScript, which is switched off in this browser. Switch it on for this
file; it asks nobody for anything. {instead}</p>
</noscript>
<div id="page" data-kind="saved"><p class="loading" role="status">Opening the match …</p></div>
{blocks}
<script type="module">{script}</script>
</body>
</html>
"""
_WITH_RECORD = "Or ask for the replay, and read it in the terminal: <code>referee replay FILE</code>."


class SavedMatch(NamedTuple):
    """What is written to a file."""

    record: MatchRecord
    text: str
    """The replay or the bundle, as it is in its file."""
    viewer: Seat
    """Who may read the file. It holds what this viewer was told and nothing else; for the open table, everything."""


def html_file(saved: SavedMatch, keys: RefereeKeys | None) -> str:
    """Return the file as text, sealed if there are keys. Raise `Mismatch` if the record is not by the rules."""
    opened = OpenedMatch(saved.record)
    is_open = saved.viewer == OPEN_TABLE
    answers = saved_answers(opened, opened.viewers if is_open else (saved.viewer,))
    blocks = {"answers": compressed(_encode(share(answers))), "evidence": json_text(_evidence(saved, opened))}
    if is_open:
        blocks["record"] = compressed(saved.text.encode())
    bundle = saved.record.bundle
    blocks["seal"] = json_text(page_seal(bundle.match if bundle else "", blocks, keys))
    game = answers["summary"]["game"]
    has_board = answers["summary"]["has_board"]
    boards = [f"boards/{game}"] if has_board else []
    script = link_modules(
        lambda name: static_file(name).decode(), [*[f"{board}.js" for board in boards], ENTRY]
    )
    sheets = [
        *_SHEET.findall(static_file("page.html").decode()),
        STYLE,
        *[f"{board}.css" for board in boards],
    ]
    styles = {name: static_file(name).decode() for name in sheets}
    return _PAGE.format(
        policy=content_policy(script, list(styles.values())),
        title=escape(f"{answers['summary']['title']}: {', '.join(opened.names)}"),
        icon=icon_in_address(),
        styles=style_elements(styles),
        instead=_WITH_RECORD,
        blocks="\n".join([script_block(name, text) for name, text in blocks.items()]),
        script=script,
    )


def _evidence(saved: SavedMatch, opened: OpenedMatch) -> dict[str, Any]:
    """Return what the page needs to check receipts; for one viewer, nothing that this viewer does not have."""
    bundle, is_open = saved.record.bundle, saved.viewer == OPEN_TABLE
    history = MatchHistory(opened.terms, opened.replay.entries)
    receipts = [
        (Checkpoint.parse(note.rpartition("\n\n")[0] + "\n").viewer, note)
        for note in (bundle.receipts if bundle else ())
    ]
    if not is_open:
        receipts = [(viewer, note) for viewer, note in receipts if viewer == viewer_name(saved.viewer)]
    covered = dict.fromkeys([viewer for viewer, _ in receipts])
    frames = {
        viewer: base64.b64encode(b"".join(history.viewers[viewer].leaves)).decode() for viewer in covered
    }
    # Without a salt, a seed that somebody chose could be found from the commitment by trying.
    is_public = is_open or bool(opened.terms.charter.salt)
    return {
        "match": bundle.match if bundle else "",
        "viewer": "open" if is_open else viewer_name(saved.viewer),
        "commitment": history.heads[0].hex() if is_public else "",
        "frames": frames,
        # With the record, they are in the bundle.
        "receipts": "" if is_open else write_receipts([note for _, note in receipts]),
        "keys": bundle.keys if bundle and covered and not is_open else "",
    }
