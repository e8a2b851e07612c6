"""A self-contained HTML page that steps through an explanation."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from sudoku.explaining.heading import heading

if TYPE_CHECKING:
    from sudoku.explaining.explanation import Explanation

__all__ = ["page"]

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font: 17px/1.5 Lato, Helvetica, Arial, sans-serif; margin: 1.5rem auto; max-width: 60rem;
  padding: 0 1rem; color: #222; }}
nav {{ margin: 0.5rem 0; }}
nav button {{ font: inherit; padding: 0.2rem 0.9rem; }}
section {{ margin: 0 0 2rem; }}
section svg {{ width: min(100%, 34rem); height: auto; }}
h1 {{ font-size: 1.6rem; line-height: 1.25; overflow-wrap: anywhere; }}
p.line {{ font: 0.8rem/1.4 monospace; overflow-wrap: anywhere; color: #666; }}
h2 {{ font-size: 1.15rem; margin: 0.4rem 0; }}
b {{ font-weight: 600; color: #14508c; }}
kbd {{ border: 1px solid #bbb; border-radius: 3px; padding: 0 0.3em; }}
@media (max-width: 30rem) {{
  .keys {{ display: none; }}
}}
@media screen {{
  .stepping section:not(.shown) {{ display: none; }}
}}
@media print {{
  body {{ font-size: 11pt; margin: 0; max-width: none; }}
  nav {{ display: none; }}
  h1 {{ font-size: 15pt; }}
  section {{ break-inside: avoid; margin: 0 0 0.6cm; }}
  section svg {{ width: min(100%, 8.6cm); }}
}}
</style>
</head>
<body>
<h1>{title}</h1>
{line}
<nav hidden><button id="back">Back</button> <button id="next">Next</button>
<span id="place"></span> <span class="keys"><kbd>&larr;</kbd> <kbd>&rarr;</kbd> <kbd>Home</kbd>
<kbd>End</kbd></span></nav>
{sections}
<script>
const sections = [...document.querySelectorAll("section")];
let at = 0;
function show(number) {{
  at = Math.max(0, Math.min(sections.length - 1, number));
  sections.forEach((section, k) => section.classList.toggle("shown", k === at));
  document.getElementById("place").textContent = `${{at + 1}} of ${{sections.length}}`;
}}
const ways = {{ArrowRight: () => at + 1, ArrowLeft: () => at - 1, Home: () => 0,
  End: () => sections.length - 1}};
document.addEventListener("keydown", event => {{
  if (event.key in ways) {{ event.preventDefault(); show(ways[event.key]()); }}
}});
document.getElementById("back").onclick = () => show(at - 1);
document.getElementById("next").onclick = () => show(at + 1);
document.body.classList.add("stepping");
document.querySelector("nav").hidden = false;
show(0);
</script>
</body>
</html>
"""


def page(explanation: Explanation) -> str:
    """Return the page: a section with a picture for each step, one of which is shown at a time.

    Without JavaScript, and on paper, all sections are shown, one below the other.
    """
    stages = explanation.stages
    heads = [f"{stage.number}. {stage.title}" for stage in stages]
    words = [*(stage.words for stage in stages), explanation.verdict]
    images = (image.to_svg() for image in explanation.pictures())
    sections = "\n".join(
        f"<section>\n<h2>{escape(head)}</h2>\n<p>{_marked(text)}</p>\n{image}\n</section>"
        for head, text, image in zip([*heads, "The end"], words, images, strict=True)
    )
    line = explanation.puzzle.grid.to_line()
    return _PAGE.format(
        title=escape(heading(explanation.puzzle)),
        line=f'<p class="line">{escape(line)}</p>' if explanation.puzzle.n_clues else "",
        sections=sections,
    )


def _marked(words: str) -> str:
    """Return words as HTML, with the names of cells highlighted."""
    return re.sub(r"\br\d+c\d+\b", r"<b>\g<0></b>", escape(words))
