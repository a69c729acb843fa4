"""Pages that work without a script: the list of matches, and what is wrong."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

from referee.games.sentences import count, listed
from referee.inspector.shown_matches import MOST_DESCRIBED, ShownMatches, UnreadableMatch

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="/static/icon.svg">
<link rel="stylesheet" href="/static/theme.css">
<link rel="stylesheet" href="/static/listing.css">
<script type="module" src="/static/listing.js"></script>
</head>
<body>
<main>
<h1>{heading}</h1>
{body}
</main>
</body>
</html>
"""

# Without a script, each result is opened by itself.
_SHOW_RESULTS = '<label hidden><input type="checkbox" id="show-results"> Show results</label>'


def _page(title: str, heading: str, body: str) -> str:
    return _PAGE.format(title=escape(title), heading=escape(heading), body=body)


def error_page(problem: str, way_back: str = "") -> str:
    """Return a page that says what is wrong; `way_back` is what a link to the first page says, if there is one."""
    way_out = f'<p><a href="/">{escape(way_back)}</a></p>' if way_back else ""
    return _page("Cannot be shown", "This cannot be shown", f"<p>{escape(problem)}</p>\n{way_out}")


def listing_page(shown: ShownMatches) -> str:
    """Return the page that lists the matches that are shown."""
    names = shown.names()
    if not names:
        body = "<p>There are no replays here. <code>referee play abyss --save DIR</code> writes some.</p>"
        return _page(shown.title, shown.title, body)
    rows = [_row(shown, name, is_described=place < MOST_DESCRIBED) for place, name in enumerate(names)]
    items = "\n".join(rows)
    body = f'<p class="choices">{count(len(names), "file")} {_SHOW_RESULTS}</p>\n<ul class="matches">\n{items}\n</ul>'
    return _page(shown.title, shown.title, body)


def _row(shown: ShownMatches, name: str, *, is_described: bool) -> str:
    link = f'<a href="/match/{quote(name)}">{escape(name)}</a>'
    if not is_described:
        return f"<li>{link}</li>"
    try:
        match = shown.listed(name)
    except UnreadableMatch as problem:
        return f'<li class="bad">{link}<p>{escape(str(problem))}</p></li>'
    about = f"{match.title} · {listed(match.names)}"
    result = f"<details><summary>Result</summary><p>{escape(match.result)}</p></details>"
    return f"<li>{link}<p>{escape(about)}</p>{result}</li>"
