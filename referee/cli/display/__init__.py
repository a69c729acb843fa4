"""What the commands print: lines, tables, pictures and JSON."""
