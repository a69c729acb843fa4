"""The officials' desk: what judges, organisers and operators do with the matches of a server in the browser."""
