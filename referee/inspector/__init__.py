"""The inspector: a match in the browser.

- `pictures`: a view of the table as named elements, one module per game;
- `story`: what one viewer was told, fact by fact, with the changes of that viewer's picture;
- `opened_match`: everything about one match that the pages ask for;
- `comparison`: a match as played and under other readings, step by step;
- `case_words`: cases and the rest of the audit log in words; `case_desk`: taking steps on them;
- `web_app`: pages and JSON over HTTP;
- `static`: the page. It draws; everything it knows comes from the JSON.
"""
