"""The command `sudoku studio`."""

from __future__ import annotations

import sys
import threading
import webbrowser

import click

from exactcover.runtime.cli.console import say
from exactcover.runtime.cli.exit_codes import Exit
from sudoku.cli.serve import listening

HOST = "127.0.0.1"
PORT = 4546
"""The usual port: a browser keeps a player's progress for one address, which has its port."""


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=None,
    show_default=f"{PORT}, or any that is free",
)
@click.option("--no-browser", is_flag=True, help="Only say where the page is.")
def studio(port: int | None, no_browser: bool) -> None:
    """Open the studio in a browser: a page to set, check, explain and play puzzles, until Ctrl-C.

    It works offline, and only this machine can connect. `sudoku serve` serves the same page, and
    the user script of f-puzzles.

    Exit codes: 0 it was stopped, 2 bad input.
    """
    with listening(HOST, (PORT, 0) if port is None else (port,)) as (listener, run):
        address = f"http://{HOST}:{listener.getsockname()[1]}/"
        say(f"the studio is at {address}; Ctrl-C stops it")
        if not no_browser:
            # The socket listens already, so that the browser may come before the server runs.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        run()
    sys.exit(Exit.SOLUTION)
