"""Models as pseudo-Boolean constraints (OPB), and back.

References
----------
O. Roussel and V. Manquinho, Input/output format and solver requirements for the competitions of
pseudo-Boolean solvers (2012).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from csp.bridges.to_cover import Cover, to_exact_cover
from csp.constraints.conjunction import separate
from csp.constraints.linear_relation import Relation
from csp.constraints.reified import at_least
from csp.errors import ModelError, TranslationError, reading_model
from csp.formats.instance import Instance
from csp.formats.read_back import MOST_DIGITS, checked
from csp.formats.uncollected import uncollected
from csp.model.expressions import MOST_WHOLE, Expression, Linear, Variable, expression, sum_of
from csp.model.objective import one_objective
from exactcover.formats.linear import LinearProgram, Row, linear_program, named
from exactcover.formats.opb import program_text
from exactcover.runtime.arguments import check_text
from exactcover.runtime.errors import BudgetError
from exactcover.runtime.reading_budget import spend, whole_number
from exactcover.runtime.search.limits import Flag, watched
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited

if TYPE_CHECKING:
    from csp.model.model import Model

WORD = re.compile(r"\s+|(?P<word>[-+]?\d+|~?x\d+|>=|<=|=|;|min:|max:)|(?P<wrong>\S+)")


def to_opb(
    model: Model,
    *,
    minimize: Any = None,
    maximize: Any = None,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> str:
    """Return a model as pseudo-Boolean constraints (OPB).

    Variable x1 says whether the first variable has its first value, and so on; comments give the
    names. Linear constraints are written as they are, all others by way of `to_exact_cover`.

    Parameters
    ----------
    model
        The model.
    minimize, maximize
        The objective: a linear expression of variables. Its constant is left out, and instead of
        a maximum the least negation is wanted; comments say so.
    time_limit, cancel, progress
        As for `csp.solve`.

    Returns
    -------
    str
        The text. Solutions of the model and of the text correspond one to one.

    Raises
    ------
    ModelError
        If several objectives are given.
    TranslationError
        If the objective is not linear, or a constraint cannot be translated; or if numbers are so
        large that the text could not be read again.
    exactcover.UnfinishedError
        If the time limit or `cancel` stops it.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(2), name="x")
    >>> model.post(3 * x + 2 * y <= 4)
    >>> print(model.to_opb(maximize=x + 7), end="")
    * #variable= 4 #constraint= 3
    * the objective is to be maximised, and min has its negation
    * the constant 7 is left out: the objective is 7 minus the value of min
    * x1: x[0]=0
    * x2: x[0]=1
    * x3: x[1]=0
    * x4: x[1]=1
    min: -1 x2 ;
    +1 x1 +1 x2 = 1 ;
    +1 x3 +1 x4 = 1 ;
    -3 x2 -2 x4 >= -4 ;
    """
    goal, objective = one_objective("OPB", minimize, maximize)
    with limited("the text", time_limit, cancel, progress):
        return checked("OPB", _text(model, goal, objective), from_opb)


def _text(model: Model, goal: str, objective: Any) -> str:
    """Return the text of a model and its objective."""
    constraints = list(separate(model.constraints))
    rows = [each for each in constraints if _is_row(each)]
    cover = to_exact_cover(
        model.with_only(each for each in constraints if not _is_row(each)),
        decompose=True,
        language="OPB",
    )
    program = linear_program(cover.problem)
    literals = _literals(cover)
    costs: list[float] = [0] * program.n_variables
    comments = []
    if objective is not None:
        linear, sign = _linear(objective), -1 if goal == "maximize" else 1
        for weight, k in _terms(linear, literals):
            costs[k] += sign * weight
        comments = _comments(goal, linear.constant, has_costs=any(costs))
    more = [_row(each, literals) for each in rows if isinstance(each, Relation)]
    text = program_text(
        LinearProgram(program.n_variables, [*program.rows, *more], costs), named(cover.problem)
    )
    head, rest = text.split("\n", 1)
    return "\n".join([head, *comments, rest])


def _comments(goal: str, constant: int, *, has_costs: bool) -> list[str]:
    """Return comments that say how the objective follows from the sum that is to be least."""
    if not has_costs:
        return [f"* the objective is always {constant}, and there is no min"]
    found = []
    if goal == "maximize":
        found.append("* the objective is to be maximised, and min has its negation")
    if constant:
        how = f"the value of min plus {constant}"
        if goal == "maximize":
            how = f"{constant} minus the value of min"
        found.append(f"* the constant {constant} is left out: the objective is {how}")
    return found


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


@reading_model()
@uncollected()
def from_opb(text: str) -> Instance:
    """Return the model of pseudo-Boolean constraints (OPB), also with products of literals.

    It takes no limits: `exactcover.Budget` bounds what a text may ask for.

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
        If the text is wrong, or asks for more variables than the `exactcover.Budget` of readers
        allows; the message names line and column.

    Notes
    -----
    Until the text is read, Python's collector of cyclic garbage is off in the whole process.

    Examples
    --------
    >>> from csp import from_opb
    >>> instance = from_opb("max: +3 x1 +2 x2 ; +1 x1 +1 ~x3 >= 2 ; +2 x1 x2 +1 x3 <= 1 ;")
    >>> instance.model.maximize(instance.objective).solution
    Assignment(x1=1, x2=0, x3=0)
    """
    return _Reader(check_text("text", text)).instance()


class _Reader:
    """Reads constraints one after another."""

    def __init__(self, text: str) -> None:
        from csp.model.model import Model

        self._text = text
        self._model = Model()
        self._variables: dict[str, Variable] = {}
        declared = re.search(r"#variable=\s*(\d+)", text)
        if declared:
            self._declare(declared[1], declared.start())

    def instance(self) -> Instance:
        """Return the instance."""
        goal, objective = "satisfy", None
        found: list[tuple[int, Relation]] = []
        words: list[tuple[str, int]] = []
        for word, start in self._words():
            if word != ";":
                words.append((word, start))
                continue
            if words and words[0][0] in ("min:", "max:"):
                goal = "minimize" if words[0][0] == "min:" else "maximize"
                objective = self._sum(words[1:])
            else:
                found.append((words[0][1] if words else start, self._constraint(words, start)))
            words = []
        if words:
            self._fail(len(self._text), "expected ';', and found the end of the text")
        self._post(found)
        variables = dict(self._variables)
        return Instance(self._model, goal, objective, variables, {}, partial(_written, variables))

    def _declare(self, number: str, start: int) -> None:
        """Make variables x1, x2 and so on, as many as a comment says."""
        n_variables = whole_number(number)
        if n_variables is None:
            self._fail(start, f"the number of variables has {len(number)} digits")
        try:
            spend("variables", n_variables)
        except BudgetError as error:
            self._fail(start, str(error))
        made = self._model.named_variables((f"x{k + 1}" for k in range(n_variables)), range(2))
        self._variables = {each.name: each for each in made}

    def _post(self, found: list[tuple[int, Relation]]) -> None:
        """Post all constraints at once; if one cannot be posted, name its place."""
        try:
            self._model.post(each for _, each in found)
        except ModelError:
            for start, each in found:
                try:
                    self._model.post(each)
                except ModelError as error:
                    self._fail(start, str(error))

    def _words(self) -> Iterator[tuple[str, int]]:
        """Yield the words of the lines that are no comments, and where they begin."""
        place = 0
        for line in watched(self._text.splitlines(keepends=True)):
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
        own, number = self._sum(words[:-2]), self._number(total, start)
        if operator == "=":
            return own == number
        return own >= number if operator == ">=" else own <= number

    def _sum(self, words: list[tuple[str, int]]) -> Expression:
        """Return a sum of numbers times literals or products of literals."""
        terms: list[tuple[int, list[Expression]]] = []
        for word, start in words:
            if re.fullmatch(r"[-+]?\d+", word):
                terms.append((self._number(word, start), []))
            elif not terms or "x" not in word:
                self._fail(start, f"expected a coefficient and variables, and found {word}")
            else:
                own = self._variable(word.lstrip("~"))
                terms[-1][1].append(1 - own if word.startswith("~") else own)
        if words and any(not literals for _, literals in terms):
            self._fail(words[-1][1], "a coefficient has no variable")
        return sum_of(c * _product(literals) for c, literals in terms)

    def _number(self, word: str, start: int) -> int:
        """Return a number, which must not be too large."""
        digits = len(word.lstrip("+-"))
        if digits > MOST_DIGITS:
            self._fail(start, f"a number has {digits} digits: at most {MOST_DIGITS} are possible")
        if abs(int(word)) >= MOST_WHOLE:
            self._fail(start, f"a number is {word}: it must be below 2**62, and above -2**62")
        return int(word)

    def _variable(self, name: str) -> Variable:
        if name not in self._variables:
            self._variables[name] = self._model.bool_var(name)
        return self._variables[name]

    def _fail(self, start: int, message: str) -> NoReturn:
        line = self._text.count("\n", 0, start) + 1
        column = start - self._text.rfind("\n", 0, start)
        raise ModelError(f"line {line}, column {column}: {message}")


def _written(variables: Mapping[str, Variable], solution: Any) -> str:
    """Return a solution as the competitions write it: each variable, negated where it is 0."""
    values = [name if solution[each] else f"-{name}" for name, each in variables.items()]
    return f"v {' '.join(values)}"


def _product(literals: list[Expression]) -> Expression:
    if len(literals) == 1:
        return literals[0]
    return expression(at_least(len(literals), literals))
