"""The arguments of each command, one module per command, declared with `add_to(commands)`.

They are separate from `referee.cli.commands` because the whole parser is built on every call. These modules import
nothing heavy, which keeps `--help` and usage errors fast; a command module is imported only when it runs.
"""
