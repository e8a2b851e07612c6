"""The global constraints of CPMpy by name, each translated by a function of its expression."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cpmpy.expressions.utils import is_any_list

from csp.constraints.all_different import all_different
from csp.constraints.all_different_except import all_different_except
from csp.constraints.all_equal import all_equal
from csp.constraints.among import among
from csp.constraints.cardinality import cardinality, count_of
from csp.constraints.circuit import circuit
from csp.constraints.conjunction import Conjunction
from csp.constraints.forbidden import forbidden
from csp.constraints.inverse import inverse
from csp.constraints.lexicographic import lexicographic
from csp.constraints.precedence import value_precedence
from csp.constraints.regular import regular
from csp.constraints.reified import at_least, exactly
from csp.constraints.table import table
from csp.constraints.xor import xor
from csp.cpmpy.tasks import TASKS
from csp.model.constraint import Constraint
from csp.model.expressions import expression

if TYPE_CHECKING:
    from csp.cpmpy.terms import Terms

Translate = Callable[["Terms", Any], Any]


def _of_numbers(function: Callable[[list[Any]], Any]) -> Translate:
    """Return the translation of a constraint on a list of numbers."""
    return lambda terms, given: function(terms.numbers(given.args))


def _different_except(terms: Terms, given: Any) -> Any:
    array, values = given.args
    excepted = [int(each) for each in (values if is_any_list(values) else [values])]
    return all_different_except(terms.numbers(array), excepted)


def _rows(table: Iterable[Iterable[Any]]) -> list[list[int | None]]:
    """Return the rows of a table, where "*" stands for any value."""
    return [[None if isinstance(v, str) else int(v) for v in row] for row in table]


def _table(terms: Terms, given: Any) -> Any:
    return table(terms.numbers(given.args[0]), _rows(given.args[1]))


def _negative_table(terms: Terms, given: Any) -> Any:
    return forbidden(terms.numbers(given.args[0]), _rows(given.args[1]))


def _regular(terms: Terms, given: Any) -> Any:
    array, _, start, accepting = given.args
    return regular(terms.numbers(array), given.trans_dict, start, accepting)


def _diagram(terms: Terms, given: Any) -> Any:
    steps = {(s, v): t for s, out in given.mapping.items() for v, t in out.items()}
    return regular(terms.numbers(given.args[0]), steps, given.root_node, [given.sink_node])


def _if_then_else(terms: Terms, given: Any) -> Any:
    condition, then, other = terms.terms(given.args)
    return at_least(1, [at_least(2, [condition, then]), _neither(condition, other)])


def _neither(condition: Any, other: Any) -> Constraint:
    """Return the constraint that a condition does not hold, and another one does."""
    return at_least(2, [exactly(0, [condition]), other])


def _in_domain(terms: Terms, given: Any) -> Any:
    return table([terms.number(given.args[0])], [[int(each)] for each in given.args[1]])


def _precedence(terms: Terms, given: Any) -> Any:
    return value_precedence(terms.numbers(given.args[0]), [*map(int, given.args[1])])


def _cardinality(terms: Terms, given: Any) -> Any:
    array, values, occurrences = given.args
    own, counts = terms.numbers(array), terms.numbers(occurrences)
    numbers = [int(each) for each in values]
    parts: list[Constraint] = [cardinality(own, dict(zip(numbers, counts, strict=True)))]
    if len(set(numbers)) < len(numbers):  # a value that is given twice has two numbers
        pairs = zip(numbers, counts, strict=True)
        parts += [count_of(own, value) == number for value, number in pairs]
    if given.closed:
        parts.append(among(own, sorted(set(numbers))) == len(own))
    return Conjunction(parts, repr(given))


def _chain(*, strict: bool, falls: bool = False) -> Translate:
    """Return the translation of a constraint that each number is beyond the one before."""

    def translate(terms: Terms, given: Any) -> Any:
        own = [expression(each) for each in terms.numbers(given.args)]
        pairs = pairwise(own[::-1] if falls else own)
        return Conjunction([a < b if strict else a <= b for a, b in pairs], repr(given))

    return translate


def _lexicographic(*, strict: bool) -> Translate:
    def translate(terms: Terms, given: Any) -> Any:
        rows = [terms.numbers(row) for row in given.args]
        parts = [lexicographic(p, q, strict=strict) for p, q in pairwise(rows)]
        return Conjunction(parts, repr(given))

    return translate


GLOBALS: dict[str, Translate] = {
    **TASKS,
    "alldifferent": _of_numbers(all_different),
    "alldifferent_except_n": _different_except,
    "allequal": _of_numbers(all_equal),
    "circuit": _of_numbers(circuit),
    "inverse": _of_numbers(lambda own: inverse(*own)),
    "table": _table,
    "short_table": _table,
    "negative_table": _negative_table,
    "regular": _regular,
    "mdd": _diagram,
    "ite": _if_then_else,
    "indomain": _in_domain,
    "xor": lambda terms, given: xor(terms.terms(given.args)),
    "precedence": _precedence,
    "gcc": _cardinality,
    "increasing": _chain(strict=False),
    "decreasing": _chain(strict=False, falls=True),
    "strictly_increasing": _chain(strict=True),
    "strictly_decreasing": _chain(strict=True, falls=True),
    "lex_less": _lexicographic(strict=True),
    "lex_lesseq": _lexicographic(strict=False),
    "lex_chain_less": _lexicographic(strict=True),
    "lex_chain_lesseq": _lexicographic(strict=False),
}
"""Name -> translation. All of them have truth values."""
