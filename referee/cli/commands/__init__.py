"""The commands, one module each, with a `run(args)` that returns the exit code."""
