"""The gallery: pictures that the library draws when the site is built, with the code of each."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import TypeAlias

from docs.gen.markdown import code, document, figure
from docs.gen.shows import covers, models, puzzles
from exactcover.runtime.pictures.image import Image

Show: TypeAlias = Callable[[], Image]
"""A function that returns a picture; its docstring is the caption, its code is shown."""

WIDE = 1.8
"""The ratio of width to height from which a picture has a row of its own."""

SECTIONS: dict[str, tuple[Show, ...]] = {
    "Exact covers": covers.SHOWS,
    "Constraint models": models.SHOWS,
    "Sudoku": puzzles.SHOWS,
    "Steps of explanations": puzzles.STEPS,
}


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the content of the page and of its pictures."""
    parts = [
        "The library draws these pictures when the site is built. Below each picture is its code. "
        "[Examples](examples.md) has the scripts that some of them import."
    ]
    for title, shows in SECTIONS.items():
        cards = "\n\n".join(_card(show) for show in shows)
        parts += [f"## {title}", f'<div class="gallery" markdown>\n\n{cards}\n\n</div>']
        for show in shows:
            yield f"gallery/{show.__name__}.svg", _drawn(show)
    yield "gallery/index.md", document("Gallery", *parts)


@cache
def _drawn(show: Show) -> str:
    return show().to_svg()


def _card(show: Show) -> str:
    caption = " ".join((inspect.getdoc(show) or "").split())
    lines = code(source_of(show), "python").splitlines()
    details = "\n".join(f"    {line}".rstrip() for line in lines)
    picture = figure(f"{show.__name__}.svg", caption)
    width, height = map(float, re.findall(r' (?:width|height)="([^"]+)"', _drawn(show))[:2])
    kind = "show wide" if width > WIDE * height else "show"
    return (
        f'<div class="{kind}" markdown>\n\n{picture}\n\n??? example "Code"\n\n{details}\n\n</div>'
    )


def source_of(show: Show) -> str:
    """Return the code of a function as a script: the imports that it needs, and its body.

    Its last line is the picture, as in a notebook.

    Examples
    --------
    >>> print(source_of(covers.pentominoes))
    from exactcover import picture
    from examples.pentominoes import rectangle, tilings
    <BLANKLINE>
    found = tilings(rectangle(6, 10)).solve().get()
    picture(found, label=lambda option: option.items[0])
    """
    source = dedent(inspect.getsource(show))
    body = dedent(re.sub(r'\A.*?\n    """.*?"""\n', "", source, flags=re.DOTALL))
    body = re.sub(r"^return ", "", body.rstrip(), flags=re.MULTILINE)
    return "\n".join([*_imports(show, body), "", body])


def _imports(show: Show, body: str) -> Iterator[str]:
    """Yield the imports of the module of a function that its body needs."""
    module = Path(inspect.getfile(show)).read_text(encoding="utf-8")
    for line in re.findall(r"^(?:from \S+ import .*|import .*)$", module, re.MULTILINE):
        place, _, names = line.rpartition("import ")
        used = [name for name in names.split(", ") if re.search(rf"\b{name}\b", body)]
        if used and "__future__" not in line:
            yield f"{place}import {', '.join(used)}"
