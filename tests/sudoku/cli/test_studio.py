"""`sudoku studio`: where its page is."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from click.testing import CliRunner

from exactcover.runtime.cli.exit_codes import BadInput
from sudoku.cli import studio
from sudoku.cli.main import main
from sudoku.cli.serve import listening


def test_it_asks_for_the_same_port_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, ...]] = []

    @contextmanager
    def listening(host: str, ports: tuple[int, ...]) -> Iterator[Any]:
        asked.append(ports)
        with socket.socket() as made:
            made.bind((host, 0))
            yield made, lambda: None

    monkeypatch.setattr(studio, "listening", listening)
    result = CliRunner().invoke(main, ["studio", "--no-browser"])
    assert "the studio is at http://127.0.0.1:" in result.output
    CliRunner().invoke(main, ["studio", "--no-browser", "--port", "7"])
    assert asked == [(studio.PORT, 0), (7,)]


def test_another_port_is_taken_if_one_is_in_use() -> None:
    pytest.importorskip("uvicorn", reason="the extra serve is not installed")
    with socket.socket() as other:
        other.bind((studio.HOST, 0))
        other.listen()
        used = other.getsockname()[1]
        with listening(studio.HOST, (used, 0)) as (listener, _):
            assert listener.getsockname()[1] not in (0, used)
        wrong = pytest.raises(BadInput, match=f"127.0.0.1:{used} cannot be used")
        with wrong, listening(studio.HOST, (used,)):
            pass
