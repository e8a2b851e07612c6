"""The files of the page: they are small, ask nobody else, and never read texts as markup."""

from __future__ import annotations

import re
import tracemalloc
from pathlib import Path

import pytest

import sudoku.studio
from sudoku.studio.files import HEADERS, page_file

PAGE = Path(str(sudoku.studio.__file__)).parent / "page"
FILES = sorted(PAGE.iterdir())
FORBIDDEN = re.compile(
    r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function|DOMParser|srcdoc"
    r"|setTimeout\(\s*[\"']|javascript:|importScripts|createContextualFragment"
)
MOST_BYTES, MOST_LINES = 400_000, 320


def test_all_files_are_served_and_no_others() -> None:
    for path in FILES:
        content, kind = page_file(path.name) or (b"", "")
        assert content == path.read_bytes()
        assert kind.partition("/")[0] in ("text", "image")
    for name in ("", "..", "../files.py", "__init__.py", "page", "main.js/", "Main.js"):
        assert page_file(name) is None


def test_requests_for_other_names_are_not_remembered() -> None:
    page_file("index.html")
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for number in range(5000):
        assert page_file(f"none-{number}.js") is None
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 5000


def test_the_page_is_small() -> None:
    assert sum(path.stat().st_size for path in FILES) < MOST_BYTES
    for path in FILES:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES, path.name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_texts_never_become_markup_and_nobody_else_is_asked(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert FORBIDDEN.search(source) is None
    hosts = set(re.findall(r"(?:https?|wss?):/*([\w.]+)", source))
    assert hosts <= {"www.w3.org"}  # the name of the elements of SVG
    assert not re.search(r"<script(?![^>]*src=)|\son\w+=|style=", source), "inline code"


def test_the_policy_lets_only_files_of_the_page_run() -> None:
    policy = HEADERS["Content-Security-Policy"]
    for part in ("default-src 'none'", "script-src 'self'", "require-trusted-types-for 'script'"):
        assert part in policy
    assert "unsafe" not in policy
