"""A self-contained HTML page that steps through an explanation.

The page is made from `page.html`, `page.css` and `page.js`. Without JavaScript it shows the puzzle
and all steps in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import chain
from string import Template

from exactcover.runtime.registry import find_name
from exactcover.runtime.texts import markup as escape
from exactcover.runtime.texts import printable
from sudoku.errors import RuleError
from sudoku.explaining.board_svg import board_svg
from sudoku.explaining.explanation import End, Explanation, Stage
from sudoku.explaining.legend import Entry, legend_of
from sudoku.explaining.scene import counted
from sudoku.formats.grid_text import symbol_of
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name
from sudoku.pictures.canvas import CELL
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.hodoku import STEPS
from sudoku.ratings.variants import LEVELS, class_of, score_of
from sudoku.techniques.registry import TECHNIQUES

SWATCHES = {
    "cell": '<rect x="1" y="1" width="18" height="18" rx="3" fill="{}" stroke="#8a8a8a"/>',
    "ring": '<circle cx="10" cy="10" r="7" fill="none" stroke="{}" stroke-width="4"/>',
    "disc": '<circle cx="10" cy="10" r="8.5" fill="{}"/>',
    "strike": '<circle cx="10" cy="10" r="8.5" fill="{}"/>'
    '<path d="M4 16L16 4" stroke="#d02020" stroke-width="2.5"/>',
    "line": '<path d="M1 10H19" stroke="{}" stroke-width="2.5"/>',
    "dashes": '<path d="M1 10H19" stroke="{}" stroke-width="2.5" stroke-dasharray="2 4"/>',
}
"""How the legend shows each look."""


MINUS = "\N{MINUS SIGN}"
MOST_ON_PHONE = 10
"""Boards with more columns are wider than a phone, so that their candidates can be read."""
PRINTED = tuple(LEVELS)
"""The classes of steps that can be left out in print; those of the hardest class never are."""


def page(explanation: Explanation, title: str = "", author: str = "", above: str = "") -> str:
    """Return the page: the puzzle, a section for each step, and the end.

    Parameters
    ----------
    title, author
        The title above the page, and who made the puzzle. Without them, they are the puzzle's own;
        a puzzle without a title is named by its rules.
    above
        A class of the scale "variants": of the steps, only harder ones are printed at first. The
        reader can choose another class.
    """
    if above:
        above = find_name("class", above, PRINTED, RuleError)
    puzzle = explanation.puzzle
    title = title or puzzle.title or heading(puzzle)
    author = author or puzzle.author
    legends = [tuple(legend_of(stage.board, stage.step)) for stage in explanation.stages]
    looks = list(SWATCHES)
    entries = sorted(dict.fromkeys(chain(*legends)), key=lambda entry: looks.index(entry.look))
    sections = [
        _section(stage, explanation, [entries.index(entry) for entry in legend])
        for stage, legend in zip(explanation.stages, legends, strict=True)
    ]
    if explanation.boards:
        sections.insert(0, _beginning(explanation))
    sections.append(_end(explanation))
    line = explanation.puzzle.grid.to_line()
    return Template(_resource("page.html")).substitute(
        title=escape(printable(title)),
        author=f'<p class="author">by {escape(printable(author))}</p>\n' if author else "",
        options="".join(_options(above)),
        size=' class="wide"' if explanation.puzzle.shape.width > MOST_ON_PHONE else "",
        line=f'<p class="line">{escape(line)}</p>\n' if explanation.puzzle.n_clues else "",
        style=_resource("page.css"),
        script=_resource("page.js"),
        board=board_svg(explanation),
        cell=CELL,
        natural=explanation.puzzle.shape.width * CELL,
        last=len(sections) - 1,
        legend="".join(map(_swatch, entries)),
        sections="\n".join(sections),
    )


def _resource(name: str) -> str:
    return files("sudoku.explaining").joinpath(name).read_text(encoding="utf-8")


def _swatch(entry: Entry) -> str:
    """Return a line of the legend."""
    shape = SWATCHES[entry.look].format(entry.colour)
    words = escape(entry.words)
    return f'<li><svg viewBox="0 0 20 20" aria-hidden="true">{shape}</svg>{words}</li>\n'


def _section(stage: Stage, explanation: Explanation, legend: list[int]) -> str:
    """Return the section of a step, with the numbers of its lines in the legend."""
    n_placed, n_gone = len(stage.step.placements), len(stage.step.eliminations)
    return _article(
        f"step-{stage.number}",
        stage.title,
        [
            f'<p class="worth">{_worth(stage)}</p>',
            f'<p class="words">{_marked(stage.words)}</p>',
            f'<ul class="results" aria-label="Result">{"".join(_results(stage))}</ul>',
        ],
        place=f"Step {stage.number} of {len(explanation.steps)}",
        level=class_of(score_of(stage.step.technique)),
        number=str(stage.number),
        short=" ".join([f"+{n_placed}"] * bool(n_placed) + [f"{MINUS}{n_gone}"] * bool(n_gone)),
        legend=" ".join(map(str, legend)),
    )


def _article(identity: str, title: str, parts: list[str], **data: str) -> str:
    """Return a section with a heading; the data are for the script."""
    data = {"title": title, **data}
    attributes = "".join(f' data-{name}="{escape(value)}"' for name, value in data.items())
    number = f"{data['number']}. " if "number" in data else ""
    heading = f"<h2>{number}{escape(title)}</h2>"
    return "\n".join([f'<section id="{identity}"{attributes}>', heading, *parts, "</section>"])


def _worth(stage: Stage) -> str:
    """Return how hard the step is, as far as that is known, and how much is left."""
    n_open = stage.board.digits.count(0)
    left = f"{n_open} open cell{'s' * (n_open != 1)}"
    worth = STEPS.get(stage.step.technique)
    if worth is None:
        return left
    return f"{left} · {worth.level.lower()}: {worth.score} points on the scale of HoDoKu"


def _options(above: str) -> Iterator[str]:
    """Yield the choices of what is printed."""
    for name in ("", *PRINTED):
        words = f"steps above {name}" if name else "all steps"
        chosen = " selected" if name == above else ""
        yield f'<option value="{name}"{chosen}>{words}</option>'


def _results(stage: Stage) -> Iterator[str]:
    """Yield the placements and eliminations of a step as items of a list."""
    shape = stage.board.puzzle.shape
    for kind, sign, candidates in (
        ("in", "=", stage.step.placements),
        ("out", "≠", stage.step.eliminations),
    ):
        of_cell: dict[int, list[int]] = {}
        for cell, digit in sorted(candidates):
            of_cell.setdefault(cell, []).append(digit)
        for cell, digits in of_cell.items():
            listed = ", ".join(map(str, digits))
            yield f'<li class="{kind}">{cell_name(shape, cell)} {sign} {listed}</li>'


def _beginning(explanation: Explanation) -> str:
    """Return the section of the puzzle: its rules, and the techniques that are used."""
    n_steps = len(explanation.steps)
    if explanation.end is End.SOLVED:
        words = f"This page solves the puzzle in {counted(n_steps)} step{'s' * (n_steps != 1)}."
    else:
        words = f"This page does not lead to the solution. {explanation.verdict}"
    rules = [
        f"<li><strong>{escape(rule.words.capitalize())}.</strong> {escape(rule.summary)}</li>"
        for rule in explanation.puzzle.rules
    ]
    rows = [
        f'<tr><th scope="row">{escape(TECHNIQUES[name].title)}</th><td>{number}</td></tr>'
        for name, number in explanation.tally().items()
    ]
    caption = "<caption>Techniques, the hardest first</caption>"
    return _article(
        "start",
        "The puzzle",
        [
            f'<p class="words">{_marked(words)}{_symbols(explanation.puzzle.shape.n)}</p>',
            f'<ul class="rules">{"".join(rules)}</ul>',
            f'<table class="tally">{caption}{"".join(rows)}</table>' if rows else "",
        ],
        place="The puzzle",
    )


def _symbols(n: int) -> str:
    """Return how the digits above 9 are written, if there are any."""
    if n < 10:
        return ""
    first, last = symbol_of(10, n), symbol_of(n, n)
    if first == "10":
        return ""
    letters = f"{first} is" if n == 10 else f"{first} to {last} are"
    numbers = "10" if n == 10 else f"10 to {n}"
    return f" The letter{'s' * (n > 10)} {letters} written as {numbers} in sentences."


def _end(explanation: Explanation) -> str:
    verdict = f'<p class="words">{_marked(explanation.verdict)}</p>'
    title = "The end" if explanation.boards else "The puzzle"
    return _article("end", title, [verdict], place=title, result=explanation.end.value)


def _marked(words: str) -> str:
    """Return words as HTML, with the names of cells highlighted."""
    return re.sub(r"\br\d+c\d+\b", r"<b>\g<0></b>", escape(words))


def heading(puzzle: Puzzle) -> str:
    """Return a short name of a puzzle: its rules, its size and the number of its clues.

    Examples
    --------
    >>> from sudoku import Classic, Diagonal
    >>> heading(Puzzle(clues="1......2.3.....4")), heading(Puzzle(rules=[Classic(), Diagonal()]))
    ('Sudoku 4x4, 4 clues', 'Diagonal sudoku, no clues')
    """
    names = [rule.words for rule in puzzle.rules if rule.name != "classic"]
    kind = "Sudoku" if len(names) != 1 else f"{names[0][0].upper()}{names[0][1:]} sudoku"
    shape = puzzle.shape
    size = "" if shape == Shape(3, 3) else f" {shape.height}x{shape.width}"
    rules = f" with the rules {', '.join(names)}" if len(names) > 1 else ""
    clues = f"{puzzle.n_clues or 'no'} clue{'s' * (puzzle.n_clues != 1)}"
    return f"{kind}{size}{rules}, {clues}"
