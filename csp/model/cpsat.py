"""The interface of the translation to CP-SAT, as constraints use it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from csp.cards.formats import CpSat
from csp.model.expressions import Expression


class CpSatOfConstraints(CpSat, Protocol):
    """The model of CP-SAT to which a constraint adds itself: it has expressions, too."""

    def numbers(self, expressions: Iterable[Expression]) -> list[Any]:
        """Return variables of CP-SAT that equal expressions."""

    def placed(self, expressions: Iterable[Expression]) -> list[int]:
        """Return variables of the builder that equal expressions, and are translated."""
