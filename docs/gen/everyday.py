"""The pictures of the everyday problems: `python -m docs.gen.everyday` writes docs/images/everyday.

Each section of a page runs as a doctest; its last picture is `image`, and its link names the file.
"""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator

from docs.gen.links import ROOT

FOLDER = ROOT / "docs/images/everyday"
PAGES = tuple(
    ROOT / "docs/guides/everyday" / name for name in ("planning.md", "placing.md", "puzzles.md")
)


def sections() -> Iterator[tuple[str, str]]:
    """Yield the name of the picture and the text of each problem."""
    for page in PAGES:
        for text in re.split(r"(?m)^## ", page.read_text(encoding="utf-8"))[1:]:
            found = re.search(r"\(\.\./\.\./images/everyday/(\w+)\.svg\)", text)
            assert found, f"{page.name}: a problem has no picture: {text[:40]}"
            yield found[1], text


def drawn(name: str, text: str) -> str:
    """Return the picture of a problem as SVG, after running its code."""
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    doctest.DocTestRunner(verbose=False).run(test, clear_globs=False)
    svg: str = test.globs["image"].to_svg()
    return svg


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in sections():
        (FOLDER / f"{name}.svg").write_text(drawn(name, text), encoding="utf-8")


if __name__ == "__main__":
    main()
