"""`Option`: one option for the user; `Incidence`: the arrays of all options."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.arguments import each_of, is_whole
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import shown
from exactcover.runtime.text_view import TextView
from exactcover.runtime.texts import printable

# All three are hashable objects. They are Any so that users need no casts under strict typing.
Item = Any
Colour = Any
Label = Any
OptionLike = Iterable[Item] | Mapping[Any, Colour | None]
BoundsLike = Mapping[Item, int | tuple[int, int | float | None]]
"""Item -> how often it is covered: (low, high), or one number; None or infinity: any number."""


@dataclass(frozen=True, slots=True, repr=False)
class Option(TextView):
    """One option of a problem: the items that it covers together."""

    index: int
    items: tuple[Item, ...]
    colours: tuple[Colour | None, ...]
    label: Label
    cost: Any = 0
    multiplicities: tuple[int, ...] = ()
    """How many units of each item it covers; empty if no option of the problem covers several."""

    @property
    def units(self) -> tuple[int, ...]:
        """How many units of each item it covers, in each problem."""
        return self.multiplicities or (1,) * len(self.items)

    def __repr__(self) -> str:
        """Return the label, or if there is none, the items in the form that `Problem` accepts.

        >>> from exactcover import Problem
        >>> Problem([["p", "q"], {"p": None, "x": "A"}], secondary=["x"]).options
        (['p', 'q'], {'p': None, 'x': 'A'})
        """
        if self.label is not None:
            return shown(self.label)
        if any(colour is not None for colour in self.colours):
            return shown(dict(zip(self.items, self.colours, strict=True)))
        return shown(list(self.items))

    def __str__(self) -> str:
        """Return the items as in Knuth's format: ``p q x y:A``; ``p*3`` for three units of p."""
        return printable(
            " ".join(
                (str(item) if colour is None else f"{item}:{colour}") + f"*{n}" * (n > 1)
                for item, colour, n in zip(self.items, self.colours, self.units, strict=True)
            )
        )


class Options(dict[int, Option]):
    """Index -> option; each is created at its first use, because there may be millions."""

    def __init__(self, make: Callable[[int], Option]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, index: int) -> Option:
        option = self[index] = self._make(index)
        return option


def indices_in(n_options: int, options: Iterable[int | Option]) -> list[int]:
    """Return the indices of options, each given as an `Option` or by its index.

    >>> indices_in(3, [2, 0])
    [2, 0]
    """
    indices = [o.index if isinstance(o, Option) else o for o in each_of("solution", options)]
    for index in indices:
        if not is_whole(index) or not 0 <= index < n_options:
            raise ProblemError(f"unknown option {index!r}: give indices below {n_options}")
    return indices


class Incidence(NamedTuple):
    """The options as compressed sparse rows of item numbers.

    ========== ================ =================================================================
    array      shape, dtype     holds
    ========== ================ =================================================================
    starts     (n_options+1,)   the first place of each option in `members`; int64
    members    (n_nodes,)       the item numbers of all options, one option after another; int32
    colours    (n_nodes,)       0 = no colour, else 1 + the place in `Parts.colour_names`; int32
    ========== ================ =================================================================

    The arrays of a `Problem` are read-only.
    """

    starts: NDArray[np.int64]
    members: NDArray[np.int32]
    colours: NDArray[np.int32]

    def owners(self) -> NDArray[np.int64]:
        """Return the option of each node."""
        starts = self.starts
        return np.arange(len(starts) - 1).repeat(starts[1:] - starts[:-1])
