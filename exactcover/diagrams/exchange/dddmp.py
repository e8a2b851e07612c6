"""The text form of DDDMP for ZDDs, which OxiDD writes and reads.

A header gives the mode (`A` for text), the numbers of nodes and variables, for the variables that
occur their numbers from 0 (`.ids`) and their levels (`.permids`), and the root. A line after
`.nodes` is a node: its number from 1 on, a variable, `then` (`hi`) and `else` (`lo`), which stand
in earlier lines; the variable is its place among those that occur, from the highest level down. If
`.varinfo` is not 4, a word about the variable stands before it. `E` is the family without sets, and
`B` that of the empty set. CUDD, from which the format comes, writes only BDDs and ADDs.

References
----------
G. Cabodi and S. Quer, the package dddmp of CUDD; the crate `oxidd-dump` of OxiDD, for ZDDs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import TYPE_CHECKING

from exactcover.diagrams.base import ALL, NONE
from exactcover.diagrams.diagram import Diagram
from exactcover.diagrams.exchange.numbered import Line, diagram_of_lines, numbered
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import FormatError
from exactcover.runtime.reading_budget import reading, whole_number
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from typing import Unpack

    from exactcover.diagrams.operators import Within

TERMINALS = {"E": NONE, "B": ALL}
NO_INFO = "4"
"""The value of `.varinfo` if nothing stands before the variable of a node."""
_VERSIONS = ("DDDMP-2.0", "DDDMP-3.0")
_NEEDED = (".ver", ".mode", ".varinfo", ".nnodes", ".ids", ".permids", ".rootids")
_IGNORED = (
    ".dd", ".nvars", ".nsuppvars", ".varnames", ".suppvarnames", ".orderedvarnames", ".auxids",
    ".nroots", ".rootnames",
)  # fmt: skip
_SHIFT = 1
"""The difference between the number of a node in a text and its number in a diagram: in a text, the
terminal nodes have the numbers 1 and 2."""

Header = dict[str, tuple[int, list[str]]]
"""For each name in a header, its line and its words."""


def to_dddmp(
    diagram: Diagram, order: Iterable[Hashable] | None = None, **limits: Unpack[Within]
) -> str:
    """Return a diagram as text; see `Diagram.to_dddmp`."""
    nodes = list(numbered(diagram, order, **limits))
    support = sorted({variable - 1 for _, variable, _, _ in nodes})
    place = {variable: k for k, variable in enumerate(support)}
    root = nodes[-1][0] if nodes else diagram.root
    ids = " ".join(["", *map(str, support)])
    head = [
        f".ver {_VERSIONS[0]}",
        ".mode A",
        f".varinfo {NO_INFO}",
        f".nnodes {len(nodes) + len(TERMINALS)}",
        f".nvars {diagram.problem.n_options}",
        f".nsuppvars {len(support)}",
        f".ids{ids}",
        f".permids{ids}",
        ".nroots 1",
        f".rootids {root + _SHIFT}",
        ".nodes",
    ]
    ends = [f"{number + _SHIFT} {name} 0 0" for name, number in TERMINALS.items()]
    lines = [
        f"{node + _SHIFT} {place[variable - 1]} {hi + _SHIFT} {lo + _SHIFT}"
        for node, variable, lo, hi in nodes
    ]
    return "\n".join([*head, *ends, *lines, ".end", ""])


@reading()
def from_dddmp(text: str, problem: Problem) -> Diagram:
    """Return the diagram of a text; see `Diagram.from_dddmp`."""
    rows = enumerate(map(str.split, watched(text.splitlines())), start=1)
    header = _header(rows)
    variables = _variables(header, problem)
    image, lines = _nodes(rows, len(variables), header[".varinfo"][1] != [NO_INFO])
    line, count = header[".nnodes"]
    if count != [str(len(image))]:
        raise FormatError(line, f"there are {len(image)} nodes, not {' '.join(count)}")
    line, roots = header[".rootids"]
    if len(roots) != 1:
        raise FormatError(line, f"there are {len(roots)} roots: the text of a diagram has one")
    return diagram_of_lines(problem, lines, _node(line, image, roots[0]), variables)


def _nodes(
    rows: Iterator[tuple[int, list[str]]], n_variables: int, has_info: bool
) -> tuple[dict[str, int], dict[int, Line]]:
    """Return the numbers of all nodes by their names, and the lines of those with a variable."""
    image: dict[str, int] = {}
    lines: dict[int, Line] = {}
    for number, words in rows:
        if words == [".end"]:
            break
        if not words:
            continue
        name, *rest = words
        if has_info:
            rest = rest[1:]
        if len(rest) != 3 or name in image or not name.isdecimal():
            raise FormatError(
                number, f"{' '.join(words)!r} is not a new node, its variable, then and else"
            )
        place, hi, lo = rest
        variable = whole_number(place)
        if hi == lo == "0":
            image[name] = _terminal(number, place)
            continue
        if variable is None or variable >= n_variables:
            raise FormatError(number, f"{place[:20]!r} is not the place of a variable")
        sides = _node(number, image, lo), _node(number, image, hi)
        image[name] = len(image) + len(TERMINALS)
        lines[image[name]] = Line(number, variable + 1, *sides)
    return image, lines


def _header(rows: Iterator[tuple[int, list[str]]]) -> Header:
    """Return the lines of the header, after checking that it is one of a text with a ZDD."""
    header: Header = {}
    number = 0
    for number, words in rows:
        if words == [".nodes"]:
            break
        if not words:
            continue
        name, *values = words
        if name in header or name not in _NEEDED + _IGNORED:
            raise FormatError(number, f"{name!r} is not a new entry of the header")
        header[name] = number, values
    else:
        raise FormatError(number + 1, "there is no line '.nodes'")
    for name in _NEEDED:
        if name not in header:
            raise FormatError(number, f"the header has no entry {name}")
    line, version = header[".ver"]
    if version not in ([each] for each in _VERSIONS):
        raise FormatError(line, f"the version is {' '.join(version)!r}, not {_VERSIONS[0]}")
    line, mode = header[".mode"]
    if mode != ["A"]:
        raise FormatError(line, f"the mode is {' '.join(mode)!r}: only A, text, can be read")
    return header


def _variables(header: Header, problem: Problem) -> list[int]:
    """Return the options that occur, by level: an option is the number of a variable."""
    columns = []
    for name in (".ids", ".permids"):
        line, words = header[name]
        numbers = [number for word in words if (number := whole_number(word)) is not None]
        if len(set(numbers)) < len(words):
            raise FormatError(line, f"{name} does not give different numbers")
        columns.append(numbers)
    ids, levels = columns
    if len(ids) != len(levels):
        raise FormatError(line, f"there are {len(ids)} variables and {len(levels)} levels")
    for variable in ids:
        if variable >= problem.n_options:
            raise FormatError(
                header[".ids"][0],
                f"variable {variable} is not one of the {problem.n_options} options, which are "
                "numbered from 0",
            )
    return [ids[k] for k in sorted(range(len(ids)), key=levels.__getitem__)]


def _terminal(line: int, word: str) -> int:
    """Return the number of a terminal node."""
    if word not in TERMINALS:
        raise FormatError(line, f"{word!r} is not a terminal node of a ZDD: these are E and B")
    return TERMINALS[word]


def _node(line: int, image: dict[str, int], word: str) -> int:
    """Return the number of a node that was read."""
    if word.startswith("-"):
        raise FormatError(line, f"{word} is a complemented edge: this is a BDD, and not a ZDD")
    if word not in image:
        raise FormatError(line, f"node {word} does not stand in an earlier line")
    return image[word]
