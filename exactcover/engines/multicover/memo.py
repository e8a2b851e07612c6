"""Counts under bounds with a memo: see `exactcover.engines.dancing_cells.memo`.

The keys have a bit for each option, so a look-up costs more than without bounds.
"""

from exactcover.engines.dancing_cells.memo import DancingCellsMemo
from exactcover.engines.dancing_cells.memo_keys import keys_of
from exactcover.engines.multicover.engine import MultiCover
from exactcover.problem.links import Links


class MultiCoverMemo(DancingCellsMemo, MultiCover):
    """The engine; see `exactcover.engines.protocol.CoverEngine`. It counts, and lists nothing."""

    name = "multicover_memo"
    least_saved = 5.0
    """See `exactcover.engines.counts.LEAST_SAVED`.

    Under bounds, keys repeat more often deep in the tree: with 20, the memo was dropped on 0-1
    matrices with given sums, whose count then took more than ten times as long.
    """

    def _lay_out(self, links: Links) -> tuple[int, int, int]:
        self._keys, n_key_words = keys_of(links, has_bounds=True)
        n_options = len(links.node_of)
        return n_options + links.n_primary + 1, n_options // 64 + 1, n_key_words

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins, or leave them out; see `MultiCover`."""
        return MultiCover.choose(self, options)
