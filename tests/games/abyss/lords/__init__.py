"""The 35 Lords: a file a guild, and a test of its own for every power and every edge of it."""
