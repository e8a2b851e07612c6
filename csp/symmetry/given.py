"""Symmetries that a user gives: permutations of variables, of values, or of literals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from csp.errors import ModelError
from csp.model.expressions import Variable, whole
from exactcover.runtime.permutations import Permutation
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from csp.model.literal_graph import LiteralGraph
    from csp.model.model import Model

Given = Mapping[Any, Any] | Callable[[Variable, int], tuple[Variable, int]]
"""A permutation of literals, as a user gives it."""

Literal = tuple[Variable, int]


def literal_permutation(model: Model, graph: LiteralGraph, given: Given) -> Permutation:
    """Return the permutation of the literals that a user gave.

    Raises
    ------
    ModelError
        If it is no permutation of the literals of the model.
    """
    number = {literal: k for k, literal in enumerate(graph.literals)}
    if isinstance(given, Mapping):
        image_of = _of_mapping(model, given)
    elif callable(given):
        image_of = _of_function(model, given)
    else:
        raise ModelError(f"{given!r} is no symmetry: give a mapping or a function")
    images = []
    taken: dict[int, Literal] = {}
    for literal in watched(graph.literals, every=256):
        image = image_of(*literal)
        place = number.get(image)
        if place is None:
            raise ModelError(
                f"a symmetry takes {_text(literal)} to {_text(image)}, which is not in the model"
            )
        if place in taken:
            raise ModelError(
                f"a symmetry takes both {_text(taken[place])} and {_text(literal)} to "
                f"{_text(image)}"
            )
        taken[place] = literal
        images.append(place)
    return np.array(images, dtype=np.intp)


def _of_function(model: Model, given: Callable[..., Any]) -> Callable[[Variable, int], Literal]:
    def image_of(variable: Variable, value: int) -> Literal:
        image = given(variable, value)
        if not isinstance(image, tuple) or len(image) != 2:
            raise ModelError(
                f"a symmetry takes {_text((variable, value))} to {image!r}: it must return a "
                "variable and a value"
            )
        return _variable(model, image[0]), whole(image[1], "a value of a symmetry")

    return image_of


def _of_mapping(model: Model, given: Mapping[Any, Any]) -> Callable[[Variable, int], Literal]:
    """Return the function of a mapping of variables, of values, or of pairs of both."""
    literals: dict[Literal, Literal] = {}
    variables: dict[Variable, Variable] = {}
    values: dict[int, int] = {}
    for key, image in given.items():
        if isinstance(key, tuple) and len(key) == 2:
            if not isinstance(image, tuple) or len(image) != 2:
                raise ModelError(f"a symmetry takes {key!r} to {image!r}: give a pair, too")
            one, other = (
                (_variable(model, name), whole(value, "a value of a symmetry"))
                for name, value in (key, image)
            )
            literals[one] = other
        elif isinstance(key, Variable | str):
            variables[_variable(model, key)] = _variable(model, image)
        else:
            name = "a value of a symmetry"
            values[whole(key, name)] = whole(image, name)

    def image_of(variable: Variable, value: int) -> Literal:
        usual = variables.get(variable, variable), values.get(value, value)
        return literals.get((variable, value), usual)

    return image_of


def _variable(model: Model, given: Any) -> Variable:
    if isinstance(given, str) and given in model.names:
        return model.unknowns[model.names[given]]
    if not isinstance(given, Variable) or not model.owns(given):
        raise ModelError(f"a symmetry has {given!r}, which is no variable of the model")
    return given


def _text(literal: Literal) -> str:
    variable, value = literal
    return f"{variable!r} = {value}"
