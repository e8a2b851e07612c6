"""`Task`: a part of a search.

A task is a prefix: some chosen options, or some decisions. Its search finds all solutions with this
prefix. A task that ends early leaves new tasks for the branches that it did not visit
(`exactcover.runtime.search.protocol.Splittable`), so the tasks that wait and those that are done
always make up the whole search.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from exactcover.runtime.search.protocol import Part


class Task(NamedTuple):
    """A part of a search.

    Attributes
    ----------
    path
        The position in the search: the path of the task that left this one, and its number among
        the tasks left. Sorted by their paths, tasks are in the order of the search.
    chosen
        The prefix. In the result of `exactcover.split`, options as `chosen=` takes them; in a run,
        the indices of options, or the numbers of the decisions of a model.
    share
        The share of the whole search tree, if all options of a branch have the same size.
    """

    path: tuple[int, ...]
    chosen: tuple[Any, ...]
    share: float = 1.0

    def _repr_html_(self) -> str:
        from exactcover.runtime.notebook import text_html

        return text_html(self)

    def parts(self, rest: Iterable[Part]) -> list[Task]:
        """Return the tasks for the parts that the search of this task has left."""
        return [
            Task((*self.path, k), tuple(part.chosen), self.share * part.share)
            for k, part in enumerate(rest)
        ]
