"""Tables of what is called by a name: methods, strategies, symmetries, scales, formats, studies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import csp.portfolio.choice as model_methods
from docs.gen.markdown import document, table
from exactcover.engines.registry import ENGINES
from exactcover.runtime.registry import Registry, summary_of
from sudoku import SCALES, STRATEGIES, SYMMETRIES, Puzzle, rate
from sudoku.formats.registry import FORMATS
from sudoku.generation.strategies.registry import strategy
from sudoku.papers.registry import STUDIES
from sudoku.ratings.registry import scale
from sudoku.solvers.registry import SOLVERS

SAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""A puzzle for examples."""


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each page."""
    yield "reference/methods.md", _methods()
    yield "reference/strategies.md", _strategies()
    yield "reference/scales.md", _scales()


def _described(entries: Registry[Any]) -> Iterator[tuple[str, str]]:
    for name, words in entries.summaries().items():
        yield f"`{name}`", words


def _methods() -> str:
    yes = {True: "yes", False: ""}
    solvers = (
        (
            f"`{name}`",
            summary_of(kind := SOLVERS[name]),
            yes[kind.knows_all_rules],
            kind.most_digits or "",
            yes[kind.takes_seed],
        )
        for name in SOLVERS
    )
    return document(
        "Methods, engines and solvers",
        "Names may be written in any usual spelling: `x_wing`, `X-Wing`. Every registry takes "
        "entries of other packages.",
        "## `method=` of exact cover problems",
        "`auto`, the default, gives time slices to several engines; `result.statistics.choice` "
        "lists them with the reasons.",
        table(["method", "engine"], _described(ENGINES)),
        "## `method=` of puzzles",
        "`auto`, the default, chooses. Besides the solvers below, the engines of exact cover "
        "problems (above) search a puzzle as an exact cover problem, and `csp` searches it as a "
        "model.",
        table(["method", "solver", "any rules", "most digits", "takes a seed"], solvers),
        "## `method=` and `solver=` of models",
        "`method=` is `auto`, `propagation` or `exact_cover`. `solver=` hands the model to another "
        "program:",
        table(["solver", "what it does"], _described(model_methods.SOLVERS)),
        "## Formats of puzzles",
        "`sudoku show --format NAME` writes a puzzle in one of these formats.",
        table(["format", "what it is"], _described(FORMATS)),
        "## Studies",
        "`sudoku study NAME` repeats the experiments of a paper; [Studies](../studies.md) has the "
        "results.",
        table(
            ["study", "what it repeats"], ((f"`{name}`", STUDIES[name].summary) for name in STUDIES)
        ),
    )


def _strategies() -> str:
    rows = ((f"`{name}`", strategy(name).summary) for name in STRATEGIES)
    return document(
        "Strategies of generation",
        "`generate(strategy=NAME)` and `sudoku generate --strategy NAME` make puzzles by a "
        "strategy. Without a name, the other arguments decide.",
        table(["strategy", "what it does"], rows),
        "## Symmetries",
        "`symmetry=` takes one of these names:",
        table(["symmetry", "what it is"], _described(SYMMETRIES)),
    )


def _scales() -> str:
    puzzle = Puzzle.from_text(SAMPLE)
    rows = (
        (
            f"`{name}`",
            scale(name).summary,
            ", ".join(map(str, scale(name).levels)),
            rate(puzzle, name),
        )
        for name in SCALES
    )
    return document(
        "Scales of difficulty",
        "`rate(puzzle, scale=NAME)` and `sudoku rate --scale NAME` rate a puzzle. The last "
        "column has "
        f"the rating of `{SAMPLE}`.",
        table(["scale", "what it measures", "levels", "an easy puzzle"], rows),
    )
