"""Arguments of `referee completion`."""

from __future__ import annotations

from referee.cli.arguments.shared import CommandGroup


def add_to(commands: CommandGroup) -> None:
    """Add the command."""
    parser = commands.add(
        "completion",
        "print a script that completes commands and options in your shell",
        'eval "$(referee completion bash)"',
        "referee completion fish > ~/.config/fish/completions/referee.fish",
        details="Put the line with eval into ~/.bashrc or ~/.zshrc to have it in every shell.",
    )
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), metavar="SHELL", help="bash, zsh or fish")
