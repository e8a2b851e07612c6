"""The parts of models that are exact covers, given to the search in other ways: what it takes.

    python -m benchmarks.cover_parts WAY SECONDS [NAME ...]

A part is a group of all-different expressions with as many values as expressions, an inverse, or a
sum of 0/1 variables that is one. The ways: "default" changes nothing; "dual" adds for each group
the places of the values, on which a search may branch as exact cover does on items; "clauses" adds
for each value that some expression has it; "covers" enumerates the covers of the parts, and tests
each of them with the rest of the model; "whole" translates the whole model, which must be possible.
"parts" only counts them. Decision 0041 has the results.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from time import process_time
from typing import Any

from benchmarks.csp_models import CASES
from benchmarks.csp_models.case import Case
from benchmarks.csp_models.famous import FAMOUS
from benchmarks.csp_models.worker import Patience, _answer
from csp import Model, at_least, inverse
from csp.bridges.to_cover import to_exact_cover
from csp.constraints.all_different import AllDifferent
from csp.constraints.conjunction import separate
from csp.constraints.inverse import Inverse
from csp.constraints.linear_relation import Relation
from csp.model.constraint import Constraint
from csp.model.expressions import Expression, Variable


def is_part(constraint: Constraint) -> bool:
    """Return whether a constraint is an exact cover by itself."""
    if isinstance(constraint, AllDifferent):
        return len(values_of(constraint.expressions)) == len(constraint.expressions)
    if isinstance(constraint, Relation) and constraint.operator == "==":
        own = constraint.difference
        return (
            not own.dropped
            and len(own.terms) > 1
            and all(isinstance(v, Variable) and v.values == [0, 1] for v in own.terms)
            and {*own.terms.values()} == {-own.constant}
        )
    return isinstance(constraint, Inverse)


def values_of(expressions: Sequence[Expression]) -> dict[int, None]:
    """Return the values of expressions of at most one variable each; none for others."""
    found: dict[int, None] = {}
    for each in expressions:
        scope = set(each.variables())
        if len(scope) != 1:
            return {}
        (variable,) = scope
        if len(variable.values) > 1000:
            return {}
        found.update(dict.fromkeys(each.value(lambda _, v=v: v) for v in variable.values))  # type: ignore[misc]
    return found


def groups(model: Model) -> Iterator[AllDifferent]:
    """Yield the groups of different expressions with as many values."""
    for each in separate(model.constraints):
        if isinstance(each, AllDifferent) and len(each.expressions) > 2 and is_part(each):
            yield each


def with_duals(model: Model) -> None:
    """Add the places of the values of each group."""
    for k, each in enumerate([*groups(model)]):
        values = sorted(values_of(each.expressions))
        if values[-1] - values[0] == len(values) - 1:
            places = model.variables(len(values), range(len(values)), name=f"place{k}")
            model.post(inverse([own - values[0] for own in each.expressions], places))


def with_clauses(model: Model) -> None:
    """Add for each value of a group that some expression has it."""
    for each in [*groups(model)]:
        for value in values_of(each.expressions):
            model.post(at_least(1, [own == value for own in each.expressions]))


def enumerated(case: Case, model: Model, patience: float) -> dict[str, Any]:
    """Test each cover of the parts with the rest of the model, until one fits to all of it."""
    parts = [each for each in separate(model.constraints) if is_part(each)]
    rest = [each for each in separate(model.constraints) if not is_part(each)]
    n, fitting, start = 0, 0, process_time()
    for found in to_exact_cover(model.with_only(parts)).solutions():
        n += 1
        fitting += all(each.holds(found.__getitem__) for each in rest)
        if process_time() - start > patience or (fitting and case.goal == "first"):
            break
    else:
        return {"covers": n, "fitting": fitting, "seconds": process_time() - start, "proved": True}
    return {"covers": n, "fitting": fitting, "seconds": process_time() - start}


def report(case: Case, way: str, patience: float) -> dict[str, Any]:
    """Search a model in one way."""
    model, objective = case.state()
    found = [each for each in separate(model.constraints) if is_part(each)]
    row: dict[str, Any] = {"model": case.name, "way": way, "parts": len(found)}
    if way == "parts" or not found:
        return row
    if way == "covers":
        return row | enumerated(case, model, patience)
    controls: dict[str, Any] = {"method": "exact_cover"} if way == "whole" else {}
    {"dual": with_duals, "clauses": with_clauses}.get(way, lambda _: None)(model)
    _answer(case, (model, objective), controls | {"max_nodes": 300})
    times: list[float] = []
    while len(times) < 3 and sum(times) < 0.5:
        start = process_time()
        answer, is_certain, nodes = _answer(
            case, (model, objective), controls | {"cancel": Patience(patience)}
        )
        times.append(process_time() - start)
    return row | {
        "seconds": round(min(times), 5),
        "answer": answer,
        "proved": is_certain,
        "nodes": nodes,
    }


def main(ways: Sequence[str], patience: float, names: Sequence[str]) -> None:
    """Print a report for each model and way, one way after another for each model."""
    cases = CASES | FAMOUS
    for name in names or cases:
        for way in ways:
            try:
                found = report(cases[name], way, patience)
            except Exception as error:
                found = {
                    "model": name,
                    "way": way,
                    "error": f"{type(error).__name__}: {error}"[:90],
                }
            print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main(sys.argv[1].split(","), float(sys.argv[2]), sys.argv[3:])
