"""`sudoku studio`: where its page is."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from click.testing import CliRunner

from sudoku.cli import studio
from sudoku.cli.main import main


@pytest.fixture
def ports(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the ports at which the command would listen."""
    found: list[int] = []

    @contextmanager
    def listening(host: str, port: int) -> Iterator[Any]:
        found.append(port)
        with socket.socket() as made:
            made.bind((host, 0))
            yield made, lambda: None

    monkeypatch.setattr(studio, "listening", listening)
    return found


@pytest.mark.parametrize("free", [True, False])
def test_the_port_is_the_same_each_time_if_it_is_free(
    ports: list[int], monkeypatch: pytest.MonkeyPatch, free: bool
) -> None:
    monkeypatch.setattr(studio, "is_free", lambda host, port: free)
    result = CliRunner().invoke(main, ["studio", "--no-browser"])
    assert "the studio is at http://127.0.0.1:" in result.output
    assert ports == [studio.PORT if free else 0]
    CliRunner().invoke(main, ["studio", "--no-browser", "--port", "7"])
    assert ports[-1] == 7


def test_a_port_that_is_in_use_is_not_free() -> None:
    with socket.socket() as made:
        made.bind((studio.HOST, 0))
        made.listen()
        assert not studio.is_free(studio.HOST, made.getsockname()[1])
    assert studio.is_free(studio.HOST, 0)
