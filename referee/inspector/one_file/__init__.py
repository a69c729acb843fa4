"""A match as one HTML file that opens from disk, plays and checks itself, and asks nobody for anything.

- `saved_answers`: everything that the page would ask a server for;
- `shared_values`: a compact form of it, in which equal parts are written once;
- `page_seal`: what the referee that wrote the file signs;
- `script_linker`: the modules of the page as one script;
- `html_file`: the file.
"""
