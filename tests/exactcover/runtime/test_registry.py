"""Registries: names of this package, of a program, and of installed packages."""

from pathlib import Path

import pytest

from csp.engines.registry import ENGINES as MODEL_ENGINES
from exactcover import Problem, ProblemError
from exactcover.engines.registry import ENGINES
from exactcover.formats.json import BINARY, READERS
from exactcover.formats.text import BYTE_ORDER_MARK
from exactcover.runtime.registry import Registry, find_name, normalised
from sudoku import RULES, SCALES, STRATEGIES, SYMMETRIES
from sudoku.formats.janko.reader import KINDS
from sudoku.formats.registry import FORMATS
from sudoku.formats.registry import READERS as PUZZLE_READERS
from sudoku.generation.symmetry import OTHER_NAMES
from sudoku.geometry.outlines import LAYOUTS
from sudoku.papers.registry import STUDIES
from sudoku.solvers.registry import CSP, SOLVERS
from sudoku.techniques.finders import pick
from sudoku.techniques.registry import TECHNIQUES


def registry(group: str = "exactcover.no_such_group") -> Registry[object]:
    return Registry("thing", group, {"path": "pathlib:PurePath"}, LookupError)


def test_entries_are_imported_and_registered() -> None:
    things = registry()
    things.register("here", 3)
    things.register("there", "fractions:Fraction")
    assert list(things) == ["path", "here", "there"]
    assert (things["here"], things["there"].__name__) == (3, "Fraction")  # type: ignore[attr-defined]
    assert "nowhere" not in things


def test_a_name_is_given_once() -> None:
    with pytest.raises(LookupError, match="there is a thing 'path' already"):
        registry().register("path", 1)


def test_unknown_names_list_the_known_ones() -> None:
    with pytest.raises(LookupError, match="unknown thing 'x'; the things are auto, path"):
        registry().find("x", others=["auto"])


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Install a package with entry points, one of a name that is taken and one that is broken."""
    info = tmp_path / "example_things-1.0.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(
        "Metadata-Version: 2.1\nName: example-things\nVersion: 1.0\n"
    )
    info.joinpath("entry_points.txt").write_text(
        "[example.things]\nhalf = fractions:Fraction\npath = os:path\nbroken = no_module:Thing\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    return "example.things"


def test_entry_points_are_found(installed: str) -> None:
    things = registry(installed)
    with pytest.warns(UserWarning, match="the thing 'path' of os:path is not used"):
        assert list(things) == ["path", "half", "broken"]
    assert things.load("half").__name__ == "Fraction"  # type: ignore[attr-defined]
    with pytest.raises(LookupError, match="there is a thing 'half' already"):
        things.register("half", 1)


@pytest.mark.filterwarnings("ignore:the thing 'path'")
def test_an_entry_point_that_cannot_be_imported_is_named(installed: str) -> None:
    with pytest.raises(ModuleNotFoundError) as caught:
        registry(installed).load("broken")
    assert "entry point no_module:Thing" in caught.value.__notes__[0]


@pytest.mark.filterwarnings("ignore:the thing 'path'")
def test_a_list_shows_an_entry_point_that_cannot_be_imported(installed: str) -> None:
    words = "cannot be imported: ModuleNotFoundError: No module named 'no_module'"
    things = registry(installed)
    assert things.summaries()["broken"] == words
    assert f"broken  {words}" in str(things)
    assert words.replace("'", "&#x27;") in things._repr_html_()
    things.register("ours", "no_module:Thing")
    with pytest.raises(ModuleNotFoundError):
        things.summaries()


TECHNIQUE_NAMES = [each.name for each in TECHNIQUES]
REGISTRIES = {
    "engines": ENGINES,
    "methods": ["auto", CSP, *SOLVERS, *ENGINES],
    "models": ["auto", *MODEL_ENGINES],
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
