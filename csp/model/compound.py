"""What is made of several expressions, and has a value in a solution that is not a number."""

from abc import ABC, abstractmethod
from typing import Any

from csp.model.constraint import ValueOf


class Compound(ABC):
    """Something that a solution can be indexed with, as with an expression."""

    @abstractmethod
    def value(self, value_of: ValueOf) -> Any:
        """Return its value under an assignment."""
