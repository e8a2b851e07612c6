"""Constraints that stand for many: `group`, `slide` and `block`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from csp.errors import ModelError
from csp.formats.xcsp3.document import (
    NEXT,
    Element,
    XCSP3Error,
    about,
    attribute_choice,
    attribute_number,
    stands_for,
)
from csp.formats.xcsp3.registry import CONSTRAINTS
from csp.formats.xcsp3.rows import Arguments, columns_of, rows_of
from csp.formats.xcsp3.scope import Scope
from csp.model.constraint import Constraint
from csp.model.rows import FEWEST, Rows
from exactcover.runtime.errors import BudgetError
from exactcover.runtime.reading_budget import attempt, spend

PLACE = re.compile(r"%(\.\.\.|[0-9]{1,9})")
REST = "..."
TABLES = ("supports", "conflicts")
"""The elements that are read once for all constraints of a group."""
SIZE = 4
"""The characters of a usual word, with the space behind it."""


def constraints_in(scope: Scope, element: Element) -> Iterator[tuple[Element, list[Constraint]]]:
    """Yield the constraints in an element such as `constraints` or `block`, each with its element.

    Raises
    ------
    XCSP3Error
        If something is wrong, or is not in XCSP3-core.
    """
    element.check()
    for child in element.children:
        if child.tag == "block":
            yield from constraints_in(scope, child)
        elif child.tag in ("group", "slide"):
            yield from (_group if child.tag == "group" else _slide)(scope, child)
        else:
            yield child, _built(scope, child)


def _built(scope: Scope, element: Element) -> list[Constraint]:
    kind = CONSTRAINTS.get(element.tag)
    if kind is None:
        element.fail("this constraint is not in XCSP3-core")
    return kind.constraints(scope, element)


def _group(scope: Scope, element: Element) -> Iterator[tuple[Element, list[Constraint]]]:
    """Yield the constraints of a template for each list of arguments."""
    element.check()
    template, rows = _template(element, "args"), list(element.all_named("args"))
    n = _most_place(template) + 1
    for row in rows:
        row.check(has_text=True)
        together = _in_arrays(scope, template, n, row)
        if together is not None:
            yield template, [together]
            continue
        for one in row.parts():
            yield template, _applied(scope, template, scope.words(one), n, one)


def _in_arrays(scope: Scope, template: Element, n: int, row: Element) -> Rows | None:
    """Return the constraints of a template in arrays, or None if they must be made one by one."""
    words = row.text.replace(NEXT, f" {NEXT} ").split()
    if words.count(NEXT) < FEWEST:
        return None
    width, single = words.index(NEXT) + 1, scope.variables.single
    words.append(NEXT)
    n_rows = len(words) // width
    if {*words[width - 1 :: width]} != {NEXT} or n_rows != words.count(NEXT):
        return None
    columns = columns_of([words[k::width] for k in range(width - 1)], single)
    if columns is None:
        return None
    places = scope.places.first(len(columns))
    names = [each.name for each in places]
    single.update(zip(names, places, strict=True))
    try:
        with attempt():
            filled = _filled(template, names, n, row)
            [stated] = _built(scope, filled)
            found = rows_of(stated, Arguments(dict(zip(places, columns, strict=True)), n_rows))
    except (ModelError, BudgetError, ValueError):  # one by one, the wrong one is found
        return None
    finally:
        for each in names:
            del single[each]
    if found is not None:
        with about(row):
            spend("terms", n_rows * _size(filled))
    return found


def _size(element: Element) -> int:
    """Return about how many terms an element has, but for those that are read once."""
    own = 0 if element.tag in TABLES else 1 + len(element.text) // SIZE
    return own + sum(map(_size, element.children))


def _slide(scope: Scope, element: Element) -> Iterator[tuple[Element, list[Constraint]]]:
    """Yield the constraints of a template for each window of a list, or of several."""
    element.check("circular")
    template, lists = _template(element, "list"), list(element.all_named("list"))
    is_circular = attribute_choice(element, "circular", ("false", "true")) == "true"
    width = _most_place(template) + 1
    if not lists or not width:
        element.fail("expected a list, and a constraint with %0 in it")
    columns = []
    for each in lists:
        each.check("offset collect", has_text=True)
        offset = attribute_number(each, "offset", 1)
        collect = attribute_number(each, "collect", width if len(lists) == 1 else 1)
        if offset < 1 or collect < 1:
            each.fail("offset and collect must be positive")
        words = scope.words(each)
        if is_circular and collect > len(words):
            each.fail(f"{collect} variables at a time are more than the {len(words)} of the list")
        n_places = len(words) if is_circular else max(0, len(words) - collect + 1)
        n_windows = -(-n_places // offset)
        with about(each):
            spend("terms", n_windows * collect)
        stands_for(each, n_windows)
        columns.append(list(_windows(words, offset, collect, is_circular)))
    if len({*map(len, columns)}) > 1:
        # XCSP3-core has one list, and programs differ here: to stop at the shortest, or to begin
        # the others again.
        counts = ", ".join(str(len(column)) for column in columns)
        element.fail(f"its lists are to be slid over together, and have {counts} windows")
    for parts in zip(*columns, strict=True):
        own = [word for part in parts for word in part]
        yield template, _applied(scope, template, own, width, element)


def _windows(
    words: Sequence[str], offset: int, collect: int, is_circular: bool
) -> Iterator[list[str]]:
    """Yield parts of a list of the same length; at the end of a circular one, it begins again."""
    n = len(words)
    for begin in range(0, n if is_circular else n - collect + 1, offset):
        yield [words[k % n] for k in range(begin, begin + collect)]


def _template(element: Element, others: str) -> Element:
    """Return the only constraint in an element."""
    own = [child for child in element.children if child.tag != others]
    if len(own) != 1:
        element.fail(f"expected one constraint and elements <{others}>, and found {len(own)}")
    return own[0]


def _applied(
    scope: Scope, template: Element, words: list[str], n: int, row: Element
) -> list[Constraint]:
    """Return the constraints of a template with words in the n places %0, %1 and so on."""
    try:
        with about(row):
            filled = _filled(template, words, n, row)
        return _built(scope, filled)
    except XCSP3Error as error:
        where = f" (with the arguments in line {row.line})" if error.line != row.line else ""
        raise XCSP3Error(error.line, f"{error.message}{where}") from None


def _most_place(element: Element) -> int:
    """Return the greatest number of a place such as %2; -1 if there is none."""
    texts = [element.text, *element.attributes.values()]
    own = (int(k) for text in texts for k in PLACE.findall(text) if k != REST)
    return max([*own, *map(_most_place, element.children)], default=-1)


def _filled(element: Element, words: list[str], n: int, row: Element) -> Element:
    """Return an element with words in the places; the rest of them stands at %..."""

    def word(match: re.Match[str]) -> str:
        if match[1] == REST:
            return " ".join(words[n:])
        if int(match[1]) >= len(words):
            row.fail(f"there are {len(words)} arguments, and the constraint has %{match[1]}")
        return words[int(match[1])]

    children = [_filled(child, words, n, row) for child in element.children]
    text = PLACE.sub(word, element.text) if "%" in element.text else element.text
    if element.tag not in TABLES:
        spend("terms", 1 + len(text) // SIZE)
    return Element(element.tag, element.line, element.attributes, children, text)
