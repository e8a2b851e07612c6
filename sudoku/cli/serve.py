"""The command `sudoku serve`."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

import click

from exactcover.runtime.cli.console import say
from exactcover.runtime.cli.exit_codes import BadInput, Exit
from exactcover.runtime.extras import imported

TOKEN = "SUDOKU_TOKEN"
"""The environment variable that may hold the token: other users can see command lines."""


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=4545, show_default=True)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Another address than of this machine needs a token.",
)
@click.option(
    "--token",
    envvar=TOKEN,
    show_envvar=True,
    help="Only clients that connect with ?token=TOKEN are answered.",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help="A page that may connect, beside f-puzzles.com; may be given several times.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    default=600.0,
    show_default=True,
    metavar="SECONDS",
    help="Stop a command after so long.",
)
def serve(
    port: int, host: str, token: str | None, origins: tuple[str, ...], time_limit: float
) -> None:
    """Serve the user script of f-puzzles, and the page of the studio, until Ctrl-C.

    The page f-puzzles.com with the script Fpuzzles-SudokuSolver connects to port 4545 of this
    machine. It asks for true candidates, solutions, counts, estimates and logical steps.

    Exit codes: 0 it was stopped, 2 bad input.
    """
    with listening(host, (port,), token, origins, time_limit) as (listener, run):
        place = f"{host}:{listener.getsockname()[1]}"
        say(f"serving at ws://{place}, and the studio at http://{place}/; Ctrl-C stops it")
        run()
    sys.exit(Exit.SOLUTION)


@contextmanager
def listening(
    host: str,
    ports: Sequence[int],
    token: str | None = None,
    origins: tuple[str, ...] = (),
    time_limit: float | None = 600.0,
) -> Iterator[tuple[socket.socket, Callable[[], None]]]:
    """Yield a socket that listens to the first free port, and what runs the server on it.

    Port 0 stands for any that is free. Ctrl-C ends the block: that is how the server is stopped.
    """
    imported("starlette", "The server", "starlette, uvicorn and websockets", "serve")
    imported("uvicorn", "The server", "starlette, uvicorn and websockets", "serve")
    from sudoku.server.admission import ORIGINS, Settings, check_settings
    from sudoku.server.serving import bound, server

    settings = check_settings(Settings(host, token, (*ORIGINS, *origins), time_limit))
    for port in ports:
        try:
            listener = bound(host, port)
            break
        except OSError as error:
            trouble = f"{host}:{port} cannot be used: {os.strerror(error.errno or 0)}"
    else:
        raise BadInput(trouble)
    # The server ends as it should, and then raises the signal again that has stopped it.
    with listener, suppress(KeyboardInterrupt):
        yield listener, lambda: server(settings).run([listener])
