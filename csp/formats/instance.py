"""A model as a file states it: with its goal, its names and how it wants to be searched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from csp.model.model import Model
from csp.model.solution import Assignment
from exactcover.runtime.formatting import brief_repr
from exactcover.runtime.text_view import TextView


@dataclass(frozen=True)
class Instance(TextView):
    """A model that was read from a text of another language; see `from_flatzinc`, `from_xcsp3`.

    Attributes
    ----------
    model
        The model.
    goal
        "satisfy", "minimize" or "maximize".
    objective
        The expression to minimise or maximise; a list of them in the order of their importance; or
        None.
    variables
        Name in the text -> a number, an expression, or a list or an array of these.
    search
        Keywords for the verbs of the model: how the text wants it to be searched.
    written
        Returns a solution as the language writes it.
    assumed
        The names of variables that had no bounds in the text: the model has usual ones for them,
        such as -10,000,000 and 10,000,000, so that its solutions are some of the solutions of the
        text. Then a complete search proves neither that there is none nor that one is the best.
    unit
        What the objective of the text is a multiple of: the value of `objective` times this.
    notes
        What of `search` is left out, a sentence each.

    Examples
    --------
    >>> from csp import from_flatzinc
    >>> text = "var 1..9: x; constraint int_ne(x, 9); solve maximize x;"
    >>> instance = from_flatzinc(text)
    >>> instance.goal, instance.model.maximize(instance.objective).value
    ('maximize', 8)
    """

    model: Model
    goal: str = "satisfy"
    objective: Any = None
    variables: Mapping[str, Any] = field(default_factory=dict)
    search: Mapping[str, Any] = field(default_factory=dict)
    written: Callable[[Assignment], str] = repr
    """Returns a solution as the language writes it."""
    assumed: tuple[str, ...] = ()
    unit: Fraction = Fraction(1)
    notes: tuple[str, ...] = ()

    __repr__ = brief_repr

    def text(self, solution: Assignment) -> str:
        """Return a solution as text, in the form that the language of the instance has for it.

        Examples
        --------
        >>> from csp import from_flatzinc
        >>> instance = from_flatzinc("var 1..9: x :: output_var; solve satisfy;")
        >>> print(instance.text(instance.model.solve().solution))
        x = 1;
        """
        return self.written(solution)
