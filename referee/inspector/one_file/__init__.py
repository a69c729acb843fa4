"""A match or an event as one HTML file that opens from disk and asks nobody for anything. A match checks itself.

- `saved_answers`: everything that the page would ask a server for;
- `shared_values`: a compact form of it, in which equal parts are written once;
- `page_seal`: what the referee that wrote the file signs;
- `script_linker`: the modules of the page as one script;
- `html_file`: the file of a match; `event_html`: the file of an event;
- `page_parts`: what both are made of.
"""
