"""The purposes of a search, on which the choice of an engine depends."""

from enum import Enum


class Goal(Enum):
    """The purpose of a search."""

    COUNT = "the number of all solutions"
    LIST = "solutions, one after another"
    FEW = "one or two solutions, or the proof that there are no more"
