"""Constraints that stand for many: `group`, `slide` and `block`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, groupby
from typing import NamedTuple

import numpy as np

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
from csp.formats.xcsp3.siblings import Key, form_of, template_of
from csp.model.constraint import Constraint
from csp.model.linear_rows import LinearRows
from csp.model.posted_rows import NONE
from csp.model.rows import FEWEST, Rows
from exactcover.runtime.errors import BudgetError
from exactcover.runtime.reading_budget import attempt, spend

PLACE = re.compile(r"%(\.\.\.|[0-9]{1,9})")
REST = "..."
TABLES = ("supports", "conflicts")
"""The elements that are read once for all constraints of a group."""
SIZE = 4
"""The characters of a usual word, with the space behind it."""


Stated = tuple[Sequence[Element], Constraint]
"""A constraint with its element, or rows with the element of each."""


def constraints_in(scope: Scope, element: Element) -> Iterator[Stated]:
    """Yield the constraints in an element such as `constraints` or `block`, each with its element.

    Raises
    ------
    XCSP3Error
        If something is wrong, or is not in XCSP3-core.
    """
    element.check()
    kinds = {"block": constraints_in, "group": _group, "slide": _slide}
    for kind, run in groupby(element.children, key=lambda child: kinds.get(child.tag)):
        if kind is None:
            yield from _siblings(scope, [*run])
        else:
            for child in run:
                yield from kind(scope, child)


def _siblings(scope: Scope, elements: list[Element]) -> Iterator[Stated]:
    """Yield the constraints of elements that follow each other."""
    templates, words = [], []
    known = dict[Key, Element]()
    for each in elements if len(elements) >= FEWEST else []:
        form = form_of(each)
        if form is not None and form.key not in known:
            known[form.key] = template_of(form.key, each)
        templates.append(form and known[form.key])
        words.append(form.words if form else [])
    yield from _all(
        scope, Applied(templates, words, elements), lambda k: _built(scope, elements[k])
    )


def _built(scope: Scope, element: Element) -> list[Constraint]:
    kind = CONSTRAINTS.get(element.tag)
    if kind is None:
        element.fail("this constraint is not in XCSP3-core")
    return kind.constraints(scope, element)


def _group(scope: Scope, element: Element) -> Iterator[Stated]:
    """Yield the constraints of a template for each list of arguments."""
    element.check()
    template, rows = _template(element, "args"), list(element.all_named("args"))
    n = _most_place(template) + 1
    for row in rows:
        row.check(has_text=True)
        words = [each.split() for each in row.text.split(NEXT)]
        alone = partial(_with_arguments, scope, template, n, cache(partial(list, row.parts())))
        many = [template] * len(words)
        yield from _all(scope, Applied(many, words, many, row), alone)


def _with_arguments(
    scope: Scope, template: Element, n: int, rows: Callable[[], list[Element]], k: int
) -> list[Constraint]:
    """Return the constraints of a template for the list of arguments in one of some elements."""
    row = rows()[k]
    return _applied(scope, template, scope.words(row), n, row)


class Applied(NamedTuple):
    """Templates with arguments.

    Attributes
    ----------
    templates
        The template of each constraint; None if it has none.
    words
        The arguments of each.
    elements
        What errors name.
    row
        An element with arguments, if they have one.
    """

    templates: Sequence[Element | None]
    words: Sequence[Sequence[str]]
    elements: Sequence[Element]
    row: Element | None = None


def _all(
    scope: Scope, given: Applied, alone: Callable[[int], list[Constraint]]
) -> Iterator[Stated]:
    """Yield constraints in arrays; `alone` returns one that must be made alone."""
    n, parts = len(given.elements), list[Rows]()
    of_form = dict[tuple[int, int], list[int]]()
    for k, (template, words) in enumerate(zip(given.templates, given.words, strict=False)):
        if template is not None:
            of_form.setdefault((id(template), len(words)), []).append(k)
    order = np.full(n, NONE)
    for places in of_form.values():
        found = _in_arrays(scope, given, places) if len(places) >= FEWEST else None
        if found is not None and (isinstance(found, LinearRows) or len(places) == n):
            order[places] = sum(map(len, parts)) + np.arange(len(places))
            parts.append(found)
    if len(parts) == 1 and len(parts[0]) == n:
        yield given.elements, parts[0]
        return
    linear = [each for each in parts if isinstance(each, LinearRows)]
    is_row = (order != NONE).tolist()
    for own, run in groupby(range(n), key=is_row.__getitem__):
        which = [*run]
        if own:
            yield [given.elements[k] for k in which], LinearRows.merged(linear, order[which])
        else:
            yield from (([given.elements[k]], one) for k in which for one in alone(k))


def _in_arrays(scope: Scope, given: Applied, places: list[int]) -> Rows | None:
    """Return the constraints of a template in arrays, or None if they must be made one by one."""
    template, single = given.templates[places[0]], scope.variables.single
    assert template is not None
    words = [*zip(*(given.words[k] for k in places), strict=True)]
    columns = columns_of(words, single)
    if columns is None:
        return None
    variables = scope.places.first(len(columns))
    names = [each.name for each in variables]
    same = [each[0] if len({*each}) == 1 else name for each, name in zip(words, names, strict=True)]
    single.update(zip(names, variables, strict=True))
    try:
        with attempt():
            n = _most_place(template) + 1
            filled = _filled(template, same, n, given.row or template)
            [stated] = _built(scope, filled)
            arguments = Arguments(dict(zip(variables, columns, strict=True)), len(places))
            found = rows_of(stated, arguments)
            if found is not None and given.row is not None:
                spend("terms", (len(places) - 1) * _size(filled))
    except (ModelError, BudgetError, ValueError):  # one by one, the wrong one is found
        return None
    finally:
        for each in names:
            del single[each]
    return found


def _size(element: Element) -> int:
    """Return about how many terms an element has, but for those that are read once."""
    own = 0 if element.tag in TABLES else 1 + len(element.text) // SIZE
    return own + sum(map(_size, element.children))


def _slide(scope: Scope, element: Element) -> Iterator[Stated]:
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
    given = [[*chain.from_iterable(parts)] for parts in zip(*columns, strict=True)]
    many = [template] * len(given)
    yield from _all(
        scope,
        Applied(many, given, many, element),
        lambda k: _applied(scope, template, given[k], width, element),
    )


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
