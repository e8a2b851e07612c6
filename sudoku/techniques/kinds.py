"""The kinds of steps of modules that find several kinds; kernels use their integer values.

They are not in the modules of the techniques, because those import Numba.
"""

from __future__ import annotations

from enum import IntEnum


class Locked(IntEnum):
    """Locked candidates, by the house whose places lie in another house."""

    FROM_BOX = 0
    FROM_LINE = 1


class Fins(IntEnum):
    """Finned fish; a sashimi fish has a base line with fewer than two places besides the fins."""

    PLAIN = 0
    SASHIMI = 1


class FishFamily(IntEnum):
    """Fish, by their houses."""

    BASIC = 0
    """From rows to columns, or back."""
    FRANKEN = 1
    """With boxes as well."""
    MUTANT = 2
    """Of any houses."""


class Turbot(IntEnum):
    """Two strong links of one digit, by the relation of their houses."""

    SKYSCRAPER = 0
    """In two parallel lines."""
    TWO_STRING_KITE = 1
    """In a row and a column that are joined in a box."""
    ANY = 2


class Colouring(IntEnum):
    """Colouring of one digit, by the contradiction or elimination that the colours show."""

    TRAP = 0
    """A cell sees both colours of a cluster."""
    WRAP = 1
    """Two cells of one colour see each other."""
    EITHER = 2
    """Of two clusters, one of two colours is true."""
    BOTH = 3
    """A colour sees both colours of another cluster."""


class Medusa(IntEnum):
    """Medusa, by where its cluster begins."""

    THREE_D = 0
    """At a cell with two candidates."""
    DUAL = 1
    """At a house with two places for a digit."""


class Chain(IntEnum):
    """Chains of single candidates."""

    X = 0
    """Of one digit."""
    XY = 1
    """Through cells with two candidates."""
    ANY = 2
    """Of any links; one of the two ends is true."""
    DISCONTINUOUS = 3
    """A nice loop that proves one candidate true or false."""
    CONTINUOUS = 4
    """A nice loop whose ends see each other."""


class GroupedChain(IntEnum):
    """Chains whose nodes may be several candidates."""

    ANY = 0
    DISCONTINUOUS = 1
    CONTINUOUS = 2


class Forcing(IntEnum):
    """Forcing chains, by their alternatives."""

    CELL = 0
    """The two candidates of a cell."""
    UNIT = 1
    """The two places of a digit in a house."""
    NISHIO = 2
    """A candidate that leads to a contradiction if it is true."""
    ANTI_NISHIO = 3
    """A candidate that leads to a contradiction if it is false."""
    NO_ROOM = 4
    """A candidate that would at once leave a cell or a digit of a house without any place."""


class Template(IntEnum):
    """Conclusions from all templates of a digit."""

    SET = 0
    """A cell is in all of them."""
    DELETE = 1
    """A cell is in none of them."""
