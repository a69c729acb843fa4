"""What the commands print: lines, tables, pictures of the table, and JSON."""
