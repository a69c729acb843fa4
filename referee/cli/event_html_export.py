"""Write an event as a page: one HTML file."""

from __future__ import annotations

import argparse

from rich.markup import escape

from referee.cli.display.console import print_line
from referee.cli.errors import as_command_error
from referee.cli.event_folder import EventFolder
from referee.cli.outputs import STDOUT, check_output, write_output
from referee.inspector.event_pages.followed_event import FollowedEvent, UnreadableEvent
from referee.inspector.one_file.event_html import event_html


def write_event_page(args: argparse.Namespace, folder: EventFolder) -> int:
    """Write what everyone may see of the event now, and return the exit code."""
    output = args.output or STDOUT
    check_output(output, force=args.force)
    with as_command_error(UnreadableEvent):
        report = FollowedEvent(folder.existing_database()).report()
    page = event_html(report)
    write_output(output, page, force=args.force)
    if output != STDOUT:
        progress = report.overview.progress
        shown = f"{progress.counted} of {progress.done} played matches with their results"
        print_line(0, f"[green]wrote[/] {escape(output)}: {shown}, {len(page.encode()) // 1024} KB")
    return 0
