"""The files of the page, and the headers with which they are served."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from sudoku.studio.joining import joined

SCRIPT = "studio.js"
"""The name of the script of all modules."""
KINDS = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}
"""The types of files by their ends."""

POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
)
"""Only files of ours are run and asked, and no text becomes HTML or a script."""

HEADERS = {
    "Content-Security-Policy": "; ".join(POLICY),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


@cache
def _contents() -> Mapping[str, bytes]:
    """Return the files of the page by name; a request for another name is kept nowhere.

    The page asks for one script of all modules. They are there as they are, too.
    """
    page = files("sudoku.studio").joinpath("page")
    found = {each.name: each.read_bytes() for each in page.iterdir() if each.is_file()}
    modules = {
        name.removesuffix(".js"): text.decode()
        for name, text in found.items()
        if name.endswith(".js")
    }
    index = found["index.html"].replace(b'src="main.js"', f'src="{SCRIPT}"'.encode())
    return found | {"index.html": index, SCRIPT: joined(modules, "main").encode()}


def page_file(name: str) -> tuple[bytes, str] | None:
    """Return the content and the type of a file of the page; None if there is none of that name.

    Examples
    --------
    >>> page_file("index.html")[1], page_file("../files.py")
    ('text/html', None)
    """
    content, kind = _contents().get(name), KINDS.get(name.rpartition(".")[2])
    return None if content is None or kind is None else (content, kind)
