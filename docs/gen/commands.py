"""The pages of the command lines: the help of each command, and its arguments and options."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import click

from docs.gen.markdown import code, document, table

__all__ = ["pages"]

COMMANDS = {"exactcover": "exactcover.cli.main:main", "sudoku": "sudoku.cli.main:main"}
WIDTH = 100


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
    named = [
        _row(each) for each in command.params if isinstance(each, click.Option) and each.default
    ]
    if defaults := [row for row in named if row is not None]:
        yield table(["option", "default"], defaults)


def _row(option: click.Option) -> tuple[str, str] | None:
    """Return the name and the default of an option, if its help does not show the default."""
    default: Any = option.default
    if (
        option.show_default
        or option.is_flag
        or callable(default)
        or "UNSET" in repr(default).upper()
    ):
        return None
    return f"`{option.opts[-1]}`", f"`{default}`"
