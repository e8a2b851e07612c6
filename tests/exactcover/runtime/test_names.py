"""Names of registries are found in any usual spelling, and no two of them are the same then."""

import pytest

from csp.search.request import METHODS
from exactcover import Problem, ProblemError
from exactcover.engines.registry import ENGINES
from exactcover.formats.json import BINARY, READERS
from exactcover.formats.text import BYTE_ORDER_MARK
from exactcover.runtime.names import find_name, normalised
from sudoku import RULES, SCALES, STRATEGIES, SYMMETRIES
from sudoku.formats.janko import KINDS
from sudoku.formats.registry import FORMATS
from sudoku.formats.registry import READERS as PUZZLE_READERS
from sudoku.generation.symmetry import OTHER_NAMES
from sudoku.geometry.outlines import LAYOUTS
from sudoku.solvers.registry import CSP, SOLVERS
from sudoku.studies.registry import STUDIES
from sudoku.techniques.finders import pick
from sudoku.techniques.registry import TECHNIQUES

TECHNIQUE_NAMES = [each.name for each in TECHNIQUES]
REGISTRIES = {
    "engines": ENGINES,
    "methods": ["auto", CSP, *SOLVERS, *ENGINES],
    "models": METHODS,
    "rules": RULES,
    "scales": SCALES,
    "strategies": STRATEGIES,
    "symmetries": [*SYMMETRIES, *OTHER_NAMES],
    "layouts": LAYOUTS,
    "kinds": KINDS,
    "formats": FORMATS,
    "readers": PUZZLE_READERS,
    "studies": STUDIES,
    "techniques": TECHNIQUE_NAMES,
}


@pytest.mark.parametrize("registry", REGISTRIES)
def test_spellings_are_told_apart(registry: str) -> None:
    names = list(REGISTRIES[registry])
    assert len(set(map(normalised, names))) == len(names)
    for name in names:
        for spelt in (name, name.upper(), name.replace("_", "-"), name.replace("_", " ").title()):
            assert find_name("thing", spelt, names) == name


def test_similar_names_are_suggested() -> None:
    with pytest.raises(ProblemError, match=r"unknown fish 'xwng'; did you mean x_wing\? The fishs"):
        find_name("fish", "xwng", ["x_wing", "swordfish"])
    with pytest.raises(ProblemError, match=r"^unknown fish 'q'; the fishs are x_wing, swordfish$"):
        find_name("fish", "q", ["x_wing", "swordfish"])


def test_techniques_are_found_by_their_titles() -> None:
    for each in TECHNIQUES:
        for spelt in (each.title, each.title.lower(), each.title.replace(",", "")):
            assert pick([spelt]) == (each,)


def test_methods_of_exact_cover() -> None:
    problem = Problem({"A": ["p"], "B": ["q"], "C": ["p", "q"]})
    assert problem.count(method="Dancing-Cells") == 2
    with pytest.raises(ProblemError, match="did you mean dancing_links or dancing_cells"):
        problem.count(method="dancing")


@pytest.mark.parametrize("kind", sorted(READERS.keys() - BINARY))
def test_byte_order_marks_are_left_out(kind: str) -> None:
    from exactcover.formats.json import WRITERS

    text = WRITERS[kind](Problem([["0", "1"], ["1"]]))
    assert READERS[kind](BYTE_ORDER_MARK + text) == READERS[kind](text)


def test_a_name_that_begins_with_a_byte_order_mark_is_kept() -> None:
    problem = Problem([[BYTE_ORDER_MARK + "p", "q"]])
    assert Problem.from_text(problem.to_text()) == problem
    assert Problem.from_text("\n" + BYTE_ORDER_MARK + "p").primary == (BYTE_ORDER_MARK + "p",)
