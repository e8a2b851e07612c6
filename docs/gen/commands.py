"""The pages of the command lines: the help of each command."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import click

from docs.gen.markdown import code, document, table

COMMANDS = {"exactcover": "exactcover.cli.main:main", "sudoku": "sudoku.cli.main:main"}
WIDTH = 84
"""The characters that fit into a block of code."""


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of the page of each command line."""
    for program, place in COMMANDS.items():
        module, _, name = place.partition(":")
        group: click.Group = getattr(import_module(module), name)
        yield f"reference/command-{program}.md", _page(program, group)


def _page(program: str, group: click.Group) -> str:
    context = click.Context(group, info_name=program, max_content_width=WIDTH, terminal_width=WIDTH)
    commands = {name: group.get_command(context, name) for name in group.list_commands(context)}
    known = {name: command for name, command in commands.items() if command is not None}
    summary = table(
        ["command", "what it does"],
        (
            (f"[`{program} {name}`](#{program}-{name})", command.get_short_help_str(WIDTH))
            for name, command in known.items()
        ),
    )
    parts = [
        code(group.get_help(context), "text"),
        "[Exit codes](exit-codes.md) and [file formats](file-formats.md) have pages of their own.",
        "## Commands",
        summary,
    ]
    for name, command in known.items():
        parts += _section(f"{program} {name}", command, click.Context(command, context, name))
    return document(f"The command `{program}`", *parts)


def _section(name: str, command: click.Command, context: click.Context) -> Iterator[str]:
    context.terminal_width = context.max_content_width = WIDTH
    yield f"### `{name}` {{#{name.replace(' ', '-')}}}"
    yield code(command.get_help(context), "text")
