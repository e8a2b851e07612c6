"""Each propagator has a card, and what the card says follows from its meaning."""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import reduce
from importlib import import_module
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings

import csp
from csp import Model, ModelError
from csp.bridges.automata import automata
from csp.bridges.lowering import Lowering
from csp.cards.automata import Automaton
from csp.cards.card import Card, Explanation, LeftOut, Naive, Translation, Wide
from csp.cards.linear_comparisons import Comparison, SumForm
from csp.cards.rows import Row, stated
from csp.propagators.registry import LESS, NAMES, Name, card_of
from exactcover.runtime.kernels.build import parts
from tests.csp.strategies import models

ROOT = Path(csp.__file__).parent
KERNEL, EXPLANATION = ["handle", "p"], ["handle", "learner"]
"""The arguments of propagators, and of their explanations."""


def functions(folder: str, arguments: list[str]) -> set[str]:
    """Return the functions in a folder that have these arguments, as module:name."""
    return {
        f"{path.stem}:{node.name}"
        for path in (ROOT / folder).glob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and not node.decorator_list
        if [each.arg for each in node.args.args] == arguments
    }


def test_each_propagator_is_registered() -> None:
    assert functions("propagators", KERNEL) == {*NAMES}
    assert len({*NAMES}) == len(NAMES)


def test_each_explanation_belongs_to_a_propagator() -> None:
    known = [name.card.explanation for name in NAMES]
    used = [each.function for each in known if isinstance(each, Explanation)]
    assert {*used} == functions("engines/learning/explanations", EXPLANATION)
    # Elements of an array of words and of one of bounds are explained alike.
    assert len(used) == len({*used, "choices:element"}) + 1


def test_each_propagator_and_explanation_is_precompiled() -> None:
    known = {part.path for part in parts()}
    assert {f"csp.propagators.{name}" for name in NAMES} <= known
    explanations = functions("engines/learning/explanations", EXPLANATION)
    assert {f"csp.engines.learning.explanations.{each}" for each in explanations} <= known


@pytest.mark.parametrize("name", NAMES)
def test_each_card_says_all_or_why_not(name: Name) -> None:
    card = name.card
    module, _, kernel = name.partition(":")
    assert card.function is getattr(import_module(f"csp.propagators.{module}"), kernel)
    for field in (card.explanation, card.translation, card.rows):
        why = getattr(field, "why", None)
        assert why is None or len(why.split()) > 3
    assert card.is_redundant or not isinstance(card.explanation, LeftOut)
    if card.is_redundant:
        assert not isinstance(card.translation, Translation)
    if card.wide is Wide.BOUNDS:
        assert isinstance(card.explanation, Explanation)
        assert not card.explanation.is_by_values


def test_no_other_file_has_a_name_in_quotes() -> None:
    """Names are imported from the registry; explanations are named on the cards."""
    quoted = {
        f"{path.relative_to(ROOT)}: {text}"
        for path in ROOT.rglob("*.py")
        if path.name != "registry.py"
        for text in re.findall(
            r'(?<!by_bounds\()(?<!by_values\()"(\w+:\w+)"', path.read_text(encoding="utf-8")
        )
        if text in NAMES
    }
    assert not quoted


def test_nothing_is_known_of_a_propagator_of_a_user() -> None:
    card = card_of(LESS.card.function)
    assert isinstance(card.explanation, Naive)
    assert card.wide is Wide.REFUSED
    assert card_of(LESS) is LESS.card


def accepts(automaton: Automaton, values: dict[int, int]) -> bool:
    """Return whether an automaton accepts the values of its scope."""

    def step(state: object, place: int) -> object:
        v = automaton.scope[place]
        return None if state is None else automaton.step(place, state, values[v])

    end = reduce(step, range(len(automaton.scope)), automaton.start)
    return end is not None and automaton.accepts(end)


def assignments(builder: Lowering, scope: Sequence[int]) -> Iterator[dict[int, int]]:
    """Yield some values of the variables of a scope, at random."""
    random = Random(0)
    for _ in range(40):
        yield {v: random.choice(builder.values(v)) for v in dict.fromkeys(scope)}


def holds(said: Comparison, values: dict[int, int]) -> bool:
    """Return whether a comparison holds, or its condition does not."""
    if said.condition is not None and values[said.condition[0]] != said.condition[1]:
        return True
    return sum(c * values[v] for v, c in said.terms.items()) <= said.total


def satisfies(row: Row, values: dict[int, int]) -> bool:
    """Return whether a row of the linear relaxation holds."""
    total = 0
    for unknown, c in row.terms.items():
        if isinstance(unknown, tuple):
            total += c * (values[unknown[0]] == unknown[1])
        else:
            total += c * values[unknown]
    return total == row.total if row.is_equation else total <= row.total


@settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    max_examples=100,
)
@given(model=models())
def test_what_cards_say_follows_from_their_meaning(model: Model) -> None:
    builder = Lowering(model.unknowns)
    for constraint in model.constraints:
        constraint.build(builder)
    primitives, _ = builder.take()
    for primitive in () if builder.is_infeasible else primitives:
        kind, scope, constants = primitive
        if not isinstance(kind, Card):
            continue
        read = list(automata(primitive, builder))
        if any(v not in scope for each in read for v in each.scope):
            continue  # the order of a circuit is in further variables
        said = list(kind.comparisons(scope, constants))
        posted = SimpleNamespace(card=kind, scope=scope, constants=constants)
        rows, equal, sums = stated(posted, builder.values)
        for values in assignments(builder, scope):
            if all(accepts(each, values) for each in read):
                assert all(holds(each, values) for each in said), (kind, scope, constants, values)
                assert all(satisfies(row, values) for row in rows)
                assert all((values[v] == a) == (values[w] == b) for (v, a), (w, b) in equal)
                for v, terms in sums:
                    assert satisfies(Row({v: -1, **terms}, True, 0), values)


@pytest.mark.parametrize(
    ("form", "constants", "accepted"),
    [
        (SumForm("=="), [2, -1, 3], [(2, 1), (3, 3)]),
        (
            SumForm("!="),
            [1, 1, 6],
            [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2)],
        ),
        (SumForm("<=", is_difference=True), [-1], [(1, 2), (1, 3), (2, 3)]),
    ],
)
def test_forms_of_sums(
    form: SumForm, constants: list[int], accepted: list[tuple[int, int]]
) -> None:
    own = form.read([0, 1], constants)
    test = {"==": int.__eq__, "!=": int.__ne__, "<=": int.__le__}[own.operator]
    pairs = [(x, y) for x in range(1, 4) for y in range(1, 4)]
    found = [
        each
        for each in pairs
        if test(sum(c * v for c, v in zip(own.weights, each, strict=True)), own.total)
    ]
    assert found == accepted


def test_only_searched_propagators_are_not_translated() -> None:
    model = Model()
    x = model.variable(range(3))
    with pytest.raises(ModelError, match="only a propagator"):
        Lowering([x]).propagator(LESS.card.function, [0], [0])
