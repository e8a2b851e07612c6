"""Colours on the terminal: the option ``--color``, which all commands of a group have."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from exactcover.runtime.cli.exit_codes import Commands

if TYPE_CHECKING:
    from rich.console import Console

CHOICES = {"auto": None, "always": True, "never": False}


def _choose(context: click.Context, _: click.Parameter, chosen: str) -> None:
    context.color = CHOICES[chosen]


COLOR = click.Option(
    ["--color", "--colour"],
    type=click.Choice(list(CHOICES)),
    default="auto",
    expose_value=False,
    callback=_choose,
    help="Whether to print in colours; auto: on a terminal, unless NO_COLOR is set.",
)


class ColouredCommands(Commands):
    """A group of commands, each of which has the option ``--color``."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; it gets the option when it is first asked for."""
        command = super().get_command(ctx, cmd_name)
        if command is not None and COLOR not in command.params:
            command.params.append(COLOR)
        return command


def is_coloured() -> bool:
    """Return whether the command prints in colours.

    The option ``--color`` decides; without it the environment variables NO_COLOR and FORCE_COLOR;
    without these, whether standard output is a terminal that can show colours.
    """
    context = click.get_current_context(silent=True)
    if context is not None and context.color is not None:
        return context.color
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") in ("dumb", "unknown"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


def console(**settings: Any) -> Console:
    """Return a console of rich for standard output that prints in colours or in plain text.

    Parameters
    ----------
    settings
        Further keywords of `rich.console.Console`.
    """
    from rich.console import Console

    if not is_coloured():
        return Console(color_system=None, **settings)
    system: Any = "auto" if sys.stdout.isatty() else "standard"
    return Console(force_terminal=True, no_color=False, color_system=system, **settings)
