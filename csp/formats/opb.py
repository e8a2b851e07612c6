"""Models as pseudo-Boolean constraints (OPB), and back.

References
----------
O. Roussel and V. Manquinho, Input/output format and solver requirements for the competitions of
pseudo-Boolean solvers (2012).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NoReturn

from csp.bridges.to_cover import Cover, to_exact_cover
from csp.constraints.conjunction import separate
from csp.constraints.relation import Relation
from csp.constraints.truth import at_least
from csp.errors import ModelError, TranslationError
from csp.formats.instance import Instance
from csp.model.expressions import Expression, Linear, Variable, expression, sum_of
from exactcover.formats.linear import LinearProgram, Row, linear_program, named
from exactcover.formats.opb import program_text

if TYPE_CHECKING:
    from csp.model.model import Model

WORD = re.compile(r"\s+|(?P<word>[-+]?\d+|~?x\d+|>=|<=|=|;|min:|max:)|(?P<wrong>\S+)")


def to_opb(model: Model, *, minimize: Any = None, maximize: Any = None) -> str:
    """Return a model as pseudo-Boolean constraints (OPB).

    Variable x1 says whether the first variable has its first value, and so on; comments give the
    names. Linear constraints are written as they are, all others by way of `to_exact_cover`.

    Parameters
    ----------
    model
        The model.
    minimize, maximize
        The objective: a linear expression of variables; its constant is left out.

    Returns
    -------
    str
        The text. Solutions of the model and of the text correspond one to one.

    Raises
    ------
    ModelError
        If two objectives are given.
    TranslationError
        If the objective is not linear, or a constraint cannot be translated.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(2), name="x")
    >>> model.post(3 * x + 2 * y <= 4)
    >>> print(model.to_opb(maximize=x), end="")
    * #variable= 4 #constraint= 3
    * x1: x[0]=0
    * x2: x[0]=1
    * x3: x[1]=0
    * x4: x[1]=1
    min: -1 x2 ;
    +1 x1 +1 x2 = 1 ;
    +1 x3 +1 x4 = 1 ;
    -3 x2 -2 x4 >= -4 ;
    """
    if minimize is not None and maximize is not None:
        raise ModelError("minimize and maximize are given: give one objective")
    constraints = list(separate(model.constraints))
    rows = [each for each in constraints if _is_row(each)]
    cover = to_exact_cover(
        model.with_only(each for each in constraints if not _is_row(each)), decompose=True
    )
    program = linear_program(cover.problem)
    literals = _literals(cover)
    costs = [0.0] * program.n_variables
    for sign, objective in ((1, minimize), (-1, maximize)):
        if objective is not None:
            for weight, k in _terms(_linear(objective), literals):
                costs[k] += sign * weight
    more = [_row(each, literals) for each in rows if isinstance(each, Relation)]
    return program_text(
        LinearProgram(program.n_variables, [*program.rows, *more], costs), named(cover.problem)
    )


def _is_row(constraint: Any) -> bool:
    """Return whether a constraint is a linear one of variables, but not a disequality."""
    return (
        isinstance(constraint, Relation)
        and constraint.operator != "!="
        and _is_linear(constraint.difference)
    )


def _is_linear(each: Linear) -> bool:
    return not each.dropped and all(isinstance(atom, Variable) for atom in each.terms)


def _linear(objective: Any) -> Linear:
    linear = expression(objective).linear()
    if not _is_linear(linear):
        raise TranslationError(
            f"OPB has linear objectives only, and this is {objective!r}: post that a variable "
            "equals it, and use that instead"
        )
    return linear


def _literals(cover: Cover) -> dict[int, list[tuple[int, int]]]:
    """Return the values and the options of each variable, by its index."""
    found: dict[int, list[tuple[int, int]]] = {}
    for option, (index, value) in enumerate(cover.literals):
        found.setdefault(index, []).append((value, option))
    return found


def _terms(linear: Linear, literals: dict[int, list[tuple[int, int]]]) -> Iterator[tuple[int, int]]:
    """Yield the coefficients and options of a sum, without its constant and zeros."""
    for atom, c in linear.terms.items():
        assert isinstance(atom, Variable)
        for value, option in literals.get(atom.index, ()):
            if value:
                yield c * value, option


def _row(relation: Relation, literals: dict[int, list[tuple[int, int]]]) -> Row:
    linear, terms = relation.difference, list(_terms(relation.difference, literals))
    if relation.operator == "==":
        return Row(terms, -linear.constant, -linear.constant, repr(relation))
    return Row([(-c, option) for c, option in terms], linear.constant, None, repr(relation))


def from_opb(text: str) -> Instance:
    """Return the model of pseudo-Boolean constraints (OPB), also with products of literals.

    Parameters
    ----------
    text
        The text.

    Returns
    -------
    Instance
        The model, whose variables x1, x2 and so on are 0 or 1, and its objective.

    Raises
    ------
    ModelError
        If the text is wrong; the message names line and column.

    Examples
    --------
    >>> from csp import from_opb
    >>> instance = from_opb("max: +3 x1 +2 x2 ; +1 x1 +1 ~x3 >= 2 ; +2 x1 x2 +1 x3 <= 1 ;")
    >>> instance.model.maximize(instance.objective).solution
    Assignment(x1=1, x2=0, x3=0)
    """
    return _Reader(text).instance()


class _Reader:
    """Reads constraints one after another."""

    def __init__(self, text: str) -> None:
        from csp.model.model import Model

        self._text = text
        self._model = Model()
        self._variables: dict[str, Variable] = {}
        declared = re.search(r"#variable=\s*(\d+)", text)
        for k in range(int(declared[1]) if declared else 0):
            self._variable(f"x{k + 1}")

    def instance(self) -> Instance:
        """Return the instance."""
        goal, objective, found = "satisfy", None, []
        words: list[tuple[str, int]] = []
        for word, start in self._words():
            if word != ";":
                words.append((word, start))
                continue
            if words and words[0][0] in ("min:", "max:"):
                goal = "minimize" if words[0][0] == "min:" else "maximize"
                objective = self._sum(words[1:])
            else:
                found.append(self._constraint(words, start))
            words = []
        if words:
            self._fail(len(self._text), "expected ';', and found the end of the text")
        self._model.post(found)
        variables = dict(self._variables)

        def written(solution: Any) -> str:
            values = [name if solution[v] else f"-{name}" for name, v in variables.items()]
            return f"v {' '.join(values)}"

        return Instance(self._model, goal, objective, variables, {}, written)

    def _words(self) -> Iterator[tuple[str, int]]:
        """Yield the words of the lines that are no comments, and where they begin."""
        place = 0
        for line in self._text.splitlines(keepends=True):
            for match in () if line.startswith("*") else WORD.finditer(line):
                if match["wrong"]:
                    self._fail(place + match.start(), f"unexpected {match['wrong']!r}")
                if match["word"]:
                    yield match["word"], place + match.start()
            place += len(line)

    def _constraint(self, words: list[tuple[str, int]], end: int) -> Relation:
        if len(words) < 2 or words[-2][0] not in (">=", "<=", "="):
            self._fail(end, "expected >=, <= or = and a number before ';'")
        (operator, _), (total, start) = words[-2:]
        if not re.fullmatch(r"[-+]?\d+", total):
            self._fail(start, f"expected a number, and found {total}")
        own, number = self._sum(words[:-2]), int(total)
        if operator == "=":
            return own == number
        return own >= number if operator == ">=" else own <= number

    def _sum(self, words: list[tuple[str, int]]) -> Expression:
        """Return a sum of numbers times literals or products of literals."""
        terms: list[tuple[int, list[Expression]]] = []
        for word, start in words:
            if re.fullmatch(r"[-+]?\d+", word):
                terms.append((int(word), []))
            elif not terms or "x" not in word:
                self._fail(start, f"expected a coefficient and variables, and found {word}")
            else:
                own = self._variable(word.lstrip("~"))
                terms[-1][1].append(1 - own if word.startswith("~") else own)
        if words and any(not literals for _, literals in terms):
            self._fail(words[-1][1], "a coefficient has no variable")
        return sum_of(c * _product(literals) for c, literals in terms)

    def _variable(self, name: str) -> Variable:
        if name not in self._variables:
            self._variables[name] = self._model.bool_var(name)
        return self._variables[name]

    def _fail(self, start: int, message: str) -> NoReturn:
        line = self._text.count("\n", 0, start) + 1
        column = start - self._text.rfind("\n", 0, start)
        raise ModelError(f"line {line}, column {column}: {message}")


def _product(literals: list[Expression]) -> Expression:
    if len(literals) == 1:
        return literals[0]
    return expression(at_least(len(literals), literals))
