"""Problems read from linear programs in 0/1 variables: the formats OPB and LP.

A variable is an option, and a condition an item: the coefficients are the multiplicities, and what
the sum may be are the bounds. Two conditions on the same sum are one item. The coefficients of a
condition must be whole numbers of one sign; so colours, which `to_opb` and `to_lp` state with both
signs, cannot be read back. The constant of an objective, if it is not 0, is the cost of an option
``constant``, which is in every solution.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

from exactcover.formats.text import BYTE_ORDER_MARK
from exactcover.problem.costs import MOST_EXPONENT
from exactcover.problem.multiplicities import MOST_UNITS
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import FormatError
from exactcover.runtime.formatting import shown
from exactcover.runtime.reading_budget import reading, spend, whole_number

_NUMBER = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?"


def _words(name: str) -> re.Pattern[str]:
    """Return the pattern of the words of a format with such names; a label ends with a colon."""
    return re.compile(
        rf"(?P<op>[<>]=?|=[<>]?)|(?P<sign>[+-])|(?P<number>{_NUMBER})"
        rf"|(?P<label>{name}\s*:)|(?P<name>{name})|(?P<negation>~{name})|(?P<mark>;)|(?P<other>\S)"
    )


_OPB = _words(r"[A-Za-z_][\w.]*")
_LP = _words(r"[A-Za-z_!\"#$%&()/,;?@'`{}|~][\w!\"#$%&()/,.;?@'`{}|~]*")
_OPERATORS = {"<": "<=", "=<": "<=", ">": ">=", "=>": ">="}
"""The operators that only the LP format has -> those of OPB that mean the same."""
_SECTIONS = {
    "minimize": "min", "minimum": "min", "min": "min",
    "maximize": "max", "maximum": "max", "max": "max",
    "subject to": "rows", "such that": "rows", "st": "rows", "s.t.": "rows", "st.": "rows",
    "bounds": "bounds", "bound": "bounds",
    "binary": "binary", "binaries": "binary", "bin": "binary",
    "general": "general", "generals": "general", "gen": "general", "integer": "general",
    "integers": "general", "semi-continuous": "general", "sos": "general",
    "end": "end",
}  # fmt: skip


class Token(NamedTuple):
    """A word of a text, what kind of word it is, and its line."""

    kind: str
    text: str
    line: int


class Sum(NamedTuple):
    """A sum of variables, and the constant that is left of it."""

    terms: dict[str, Fraction]
    constant: Fraction


@reading()
def from_opb(text: str) -> Problem:
    r"""Return the problem of pseudo-Boolean constraints; the labels are the names of the variables.

    If the variables are x1, x2 and so on, the first comment says how many there are: some may be in
    no condition. It takes no limits: its work is linear in the text.

    Parameters
    ----------
    text
        The text.

    Returns
    -------
    Problem
        The problem.

    Raises
    ------
    FormatError
        With the number of the line that is wrong, or has coefficients of both signs.
    BudgetError
        If there are more variables than the reading budget allows.

    Examples
    --------
    >>> problem = from_opb("min: +1 x1 +2 x2 ;\n+3 x1 +2 x2 +1 x3 = 3 ;")
    >>> [solution.labels for solution in problem.solutions()]
    [('x1',), ('x2', 'x3')]
    """
    lines = text.removeprefix(BYTE_ORDER_MARK).split("\n")
    kept = "\n".join("" if line.startswith("*") else line for line in lines)
    rows, objective = _Rows(), None
    statement: list[Token] = []
    for token in _tokens(kept, _OPB):
        if token.text != ";":
            if token.kind == "number" and statement and statement[-1].kind in ("name", "negation"):
                statement.append(Token("sign", "+", token.line))  # which may be left out in OPB
            statement.append(token)
            continue
        if statement and statement[0].kind == "label":
            if statement[0].text != "min" or objective:
                raise FormatError(statement[0].line, "only one sum, after min:, can be smallest")
            objective = _sum(statement[1:])
            rows.meet(objective.terms)
        elif statement:
            for each in statement:
                if each.text in _OPERATORS:
                    raise FormatError(each.line, f"{each.text} is no operator of OPB")
            rows.add(f"c{rows.n_rows + 1}", statement)
        statement = []
    if statement:
        raise FormatError(statement[-1].line, "a ; is missing at the end")
    declared = re.match(r"\s*\*[^\n]*#variable=[ \t]*(\d+)", text)
    numbers = [re.fullmatch(r"x([1-9]\d{0,8})", name) for name in rows.variables]
    if declared and all(numbers):
        n = whole_number(declared[1])
        if n is None:
            raise FormatError(1, f"the number of variables has {len(declared[1])} digits")
        if n >= max((int(each[1]) for each in numbers if each), default=0):
            spend("variables", n)
            rows.meet(f"x{k + 1}" for k in range(n))
    return rows.problem(objective)


def from_lp(text: str) -> Problem:
    r"""Return the problem of an integer program in the LP format of CPLEX.

    All variables must be binary. The labels are the names of the variables, and the items have the
    names of the conditions. If a sum is to be as large as possible, the costs are its negative.

    It takes no limits: its work is linear in the text.

    Parameters
    ----------
    text
        The text.

    Returns
    -------
    Problem
        The problem.

    Raises
    ------
    FormatError
        With the number of the line that is wrong, or has something else than conditions on sums of
        binary variables with coefficients of one sign.

    Examples
    --------
    >>> problem = from_lp("Minimize\n obj: 2 a + b\nSubject To\n p: a + b >= 1\nBinary\n a b\nEnd")
    >>> problem.cheapest().solution, dict(problem.bounds)
    (('b',), {'p': (1, 2)})
    """
    parts = list(_sections(text.removeprefix(BYTE_ORDER_MARK)))
    rows, objective, binary = _Rows(), None, set[str]()
    for section, tokens in parts:
        if section in ("min", "max"):
            if objective:
                raise FormatError(tokens[0].line if tokens else 1, "there are two objectives")
            sign = 1 if section == "min" else -1
            terms, constant = _sum(_unnamed(tokens))
            objective = Sum({name: sign * c for name, c in terms.items()}, sign * constant)
        elif section == "rows":
            for name, statement in _statements(tokens, rows):
                rows.add(name, statement)
        elif section == "binary":
            for token in tokens:
                if token.kind != "name":
                    raise FormatError(token.line, f"{shown(token.text)} is no name of a variable")
            binary |= {token.text for token in tokens}
            rows.meet(token.text for token in tokens)
        elif tokens:
            raise FormatError(tokens[0].line, f"only binary variables can be read, not {section}")
    rows.meet(objective.terms if objective else ())
    for token in (token for _, tokens in parts for token in tokens):
        if token.kind == "name" and token.text not in binary:
            raise FormatError(
                token.line, f"variable {shown(token.text)} is not in the section Binary"
            )
    return rows.problem(objective)


class _Rows:
    """The conditions of a program: each sum once, with the least and the greatest it may be."""

    def __init__(self) -> None:
        self.variables: dict[str, list[tuple[str, int]]] = {}
        self.n_rows = 0
        self._bounds: dict[str, tuple[float, float]] = {}
        self._names: dict[tuple[tuple[str, int], ...], str] = {}

    def meet(self, variables: Iterable[str]) -> None:
        """Note that there are variables, in the order in which they are met."""
        for variable in variables:
            self.variables.setdefault(variable, [])

    def add(self, name: str, statement: list[Token]) -> None:
        """Add a condition: a sum, an operator and a number."""
        line = statement[0].line
        places = [k for k, token in enumerate(statement) if token.kind == "op"]
        if len(places) != 1:
            raise FormatError(line, "a condition has one of >=, <= and =")
        (at,) = places
        if not 0 < at < len(statement) - 1:
            raise FormatError(line, "a side of a condition is empty")
        left, right = _sum(statement[:at]), _sum(statement[at + 1 :])
        if right.terms:
            raise FormatError(line, "the right side of a condition must be a number")
        operator = _OPERATORS.get(statement[at].text, statement[at].text)
        number = right.constant - left.constant
        self.n_rows += 1
        terms = {v: c for v, c in left.terms.items() if c}
        self.meet(left.terms)
        signs = {c > 0 for c in terms.values()}
        if len(signs) > 1:
            raise FormatError(line, "a condition has coefficients of both signs")
        if signs == {False}:
            terms = {v: -c for v, c in terms.items()}
            number, operator = -number, {"<=": ">=", ">=": "<="}.get(operator, operator)
        for variable, c in terms.items():
            if c.denominator != 1 or c > MOST_UNITS:
                raise FormatError(
                    line, f"the coefficient of {shown(variable)} is no whole number below 2^31"
                )
        key = tuple(sorted((variable, int(c)) for variable, c in terms.items()))
        if key not in self._names:
            while name in self._bounds:
                name += "'"
            self._names[key] = name
            self._bounds[name] = -inf, inf
            for variable, times in key:
                self.variables[variable].append((name, times))
        own = self._names[key]
        low, high = self._bounds[own]
        if operator != "<=":
            low = max(low, -(-number // 1))
        if operator != ">=":
            high = min(high, number // 1)
        self._bounds[own] = low, high

    def problem(self, objective: Sum | None) -> Problem:
        """Return the problem.

        A variable in no condition is an option with an item of its own, and so is the constant of
        the objective.
        """
        costs, constant = objective or Sum({}, Fraction(0))
        bounds: dict[Any, Any] = {}
        impossible = []
        for name, (low, high) in self._bounds.items():
            least = max(0, int(low)) if low > -inf else 0
            if high < least:
                impossible.append(("impossible", name))
            bounds[name] = least, None if high == inf or high < least else int(high)
        options: dict[str, list[Any]] = {}
        for variable, nodes in self.variables.items():
            options[variable] = [name for name, _ in nodes] or [("free", variable)]
            if not nodes:
                bounds["free", variable] = 0, 1
        if constant:
            name = "constant"
            while name in options:
                name += "'"
            options[name] = [("always", name)]
            bounds["always", name] = 1, 1
            costs = {**costs, name: constant}
        return Problem(
            options,
            [*bounds, *impossible],
            bounds=bounds,
            multiplicities={
                (variable, name): c
                for variable, nodes in self.variables.items()
                for name, c in nodes
            },
            costs=costs,
        )


def _tokens(text: str, words: re.Pattern[str], first: int = 1) -> Iterator[Token]:
    """Yield the words of a text, whose first line has this number."""
    for number, line in enumerate(text.split("\n"), first):
        for match in words.finditer(line):
            kind, word = str(match.lastgroup), match.group()
            if kind == "other":
                raise FormatError(number, f"{shown(word)} was not expected")
            yield Token(kind, word[:-1].strip() if kind == "label" else word, number)


def _sections(text: str) -> Iterator[tuple[str, list[Token]]]:
    """Yield the sections of a file in the LP format."""
    section, lines = "", list[str]()
    first = 1
    for number, line in enumerate([*text.split("\n"), "end"], 1):
        plain = line.partition("\\")[0]
        found = _SECTIONS.get(" ".join(plain.lower().split()))
        if found is None:
            lines.append(plain)
            continue
        tokens = list(_tokens("\n".join(lines), _LP, first))
        if tokens and not section:
            raise FormatError(tokens[0].line, "a file begins with Minimize or Maximize")
        if section == "end" and tokens:
            raise FormatError(tokens[0].line, "nothing follows End")
        if section not in ("", "end"):
            yield section, tokens
        section, lines, first = found, [], number + 1


def _unnamed(tokens: list[Token]) -> list[Token]:
    """Return a sum without its name."""
    return tokens[1:] if tokens and tokens[0].kind == "label" else tokens


def _statements(tokens: list[Token], rows: _Rows) -> Iterator[tuple[str, list[Token]]]:
    """Yield the conditions of a section, each with its name: it ends with a number after `>=`."""
    statement: list[Token] = []
    has_operator = False
    for k, token in enumerate(tokens):
        statement.append(token)
        has_operator = has_operator or token.kind == "op"
        if token.kind == "number" and has_operator:
            for after in tokens[k + 1 : k + 2]:
                if after.kind == "op":
                    raise FormatError(token.line, "write a range as two conditions")
                if after.line == token.line and after.kind != "label":
                    raise FormatError(
                        token.line, "the right side of a condition must be one number"
                    )
            is_named = statement[0].kind == "label"
            yield statement[0].text if is_named else f"R{rows.n_rows + 1}", _unnamed(statement)
            statement, has_operator = [], False
    if statement:
        raise FormatError(statement[-1].line, "a condition is not complete")


def _sum(tokens: list[Token]) -> Sum:
    """Return the sum that some words state; after a term, only a sign begins another one."""
    terms: dict[str, Fraction] = {}
    constant, sign, factor = Fraction(0), 1, None
    for token in tokens:
        if token.kind == "sign":
            if factor is not None:
                constant += sign * factor
                sign, factor = 1, None
            sign = (sign or 1) * (-1 if token.text == "-" else 1)
        elif token.kind == "number" and sign and factor is None:
            factor = _number(token)
        elif token.kind in ("name", "negation") and sign:
            c = sign * (Fraction(1) if factor is None else factor)
            name = token.text
            if token.kind == "negation":  # c times (1 - x)
                name, constant, c = name[1:], constant + c, -c
            terms[name] = terms.get(name, Fraction(0)) + c
            sign, factor = 0, None
        else:
            why = "" if sign else ": a + or - is between terms, and products cannot be read"
            raise FormatError(token.line, f"{shown(token.text)} was not expected{why}")
    if tokens and sign and factor is None:
        raise FormatError(tokens[-1].line, "a sum ends with a sign")
    return Sum(terms, constant + (sign * factor if factor is not None else 0))


def _number(token: Token) -> Fraction:
    """Return a number; one with a large exponent would take too much memory."""
    _, _, exponent = token.text.lower().partition("e")
    if len(token.text) > MOST_EXPONENT or (exponent and abs(int(exponent)) > MOST_EXPONENT):
        raise FormatError(token.line, "a number is too long")
    return Fraction(token.text)
