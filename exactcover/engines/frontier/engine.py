"""The frontier method: all partial solutions that cover the same items are counted as one state.

The items are covered in a fixed order (see `exactcover.orders.order`). A state depends only on the
frontier: the later items that a partial solution covers, and the colours that later options may
require. Every state is expanded once, layer by layer: each compatible option leads to a state of a
later layer, and the counts of all predecessors of a state are added up. A state is found by its
key, which is compared in full; a layer is deleted after it was expanded.

If a good order keeps the frontier narrow, there are few states even with many solutions: a board of
16 by 16 has 2.4e30 tilings with dominoes, but only 360 thousand states, which take 0.1 us each.

References
----------
The transfer matrices of statistical physics; D. E. Knuth's algorithm Simpath (The Art of Computer
Programming 4A, section 7.1.4, exercise 225); J. Kawahara, T. Inoue, H. Iwashita, S. Minato,
Frontier-based search for enumerating all constrained subgraphs with compressed representation,
IEICE Transactions E100-A (2017), 1773.
"""

import math
from contextlib import suppress
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.frontier.check import check
from exactcover.engines.frontier.kernels import CARRIED, MEMORY_FULL, TOO_MANY, advance
from exactcover.engines.frontier.probe import MOST_DRAWN, best_by_probing, predicted
from exactcover.engines.frontier.tables import (
    CARRY,
    CHANGING,
    CURSOR,
    FILLED,
    LAYER,
    MOST_BITS,
    NODES,
    TOP,
    UPDATES,
    State,
    lay_out,
    most_rows,
    no_state,
)
from exactcover.orders.fixed_order import Arrangement, Bits, Numbers, arrange, bits_of
from exactcover.orders.order import BEST, best_order, chances_of, item_order, log_states, widths
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import GaveUpError
from exactcover.runtime.kernels.bitsets import number_of, words_of
from exactcover.runtime.kernels.types import U64
from exactcover.runtime.search.base import ArrayEngine, Counters
from exactcover.runtime.search.limits import HaltedError
from exactcover.runtime.search.protocol import UNLIMITED, Out, Status, check_only_counts

MAX_BYTES = 1 << 30
MOST_COPIED = 1 << 22
"""The words that are copied at once: some 20 ms."""
FIRST_UPDATES = 8_000_000
"""So many options are tested before other orders are probed, which takes about as long."""
LEAST_LEFT = 8
"""They are probed where the search will test this many times as many options as until then."""
OVERESTIMATE = 2.5
"""The logarithm of the number of states was 0.4 to 0.92 of its estimate, for several orders of each
of a dozen problems that can be finished."""


class Frontier(ArrayEngine):
    """The engine; see `exactcover.engines.protocol.CoverEngine`. It counts, and lists nothing.

    A node is a state that is expanded, an update an option that is tested. Solutions are known at
    the end only: then each call reports at most `out.room` of them.

    Parameters
    ----------
    links
        The problem.
    order
        The order of the items: their numbers, or a name for `exactcover.orders.order.item_order`.
        By default, other orders are probed if the search takes long, and it begins again with the
        best one.
    max_bytes
        How much memory the states may take.
    max_states
        How many states there may be, in all layers together. The
        engine gives up at once if more are likely, or if to lay out the problem would take longer.
    """

    name = "frontier"
    counts_only = True
    compiles_itself = True
    counters = Counters(NODES, UPDATES, solutions=NODES)  # solutions are counted apart
    probes: ClassVar[bool] = True
    """Whether it looks for a better order when the search is long."""
    _state: State

    def __init__(
        self,
        links: Links,
        order: str | Numbers = BEST,
        max_bytes: int | None = None,
        max_states: int = UNLIMITED,
    ) -> None:
        self.depth = links.depth
        self._links = links
        self._max_bytes = MAX_BYTES if max_bytes is None else max_bytes
        self._max_states = max_states
        self._given: list[int] = []
        self._order: Numbers = np.empty(0, dtype=np.int64)
        self._larger: U64 | None = None
        self._n_copied = 0
        self._reported = 0
        self._arrangement: Arrangement | None = None
        self._state = no_state()
        self._hopeless = ""
        self._begun_with = (0, 0)
        self._part = 0.0
        self._may_probe = self.probes and isinstance(order, str) and order == BEST
        self.expected_updates = math.inf
        if len(links.item_of) > max_states:
            self._hopeless = f"{len(links.item_of)} nodes of options are more than max_states"
            return
        bits = bits_of(links)
        if isinstance(order, str):
            items = best_order(links).items if order == BEST else item_order(bits, order)
        else:
            items = order
        self._hopeless = _why_hopeless(bits, items, max_states)
        if not self._hopeless:
            self._order = items
            self._arrangement = arrange(bits, items)
            self._begin([])
            # If the kernel is not compiled yet, that is done here, before the search begins.
            self._run(0)

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""
        return self._begin([*self._given, *options])

    def _begin(self, given: list[int]) -> bool:
        """Begin with these options taken; return False if two of them clash."""
        arrangement = self._arrangement
        if arrangement is None:
            arrangement = arrange(bits_of(self._links), np.arange(self._links.n_primary))
        covered = arrangement.cover(given)
        if covered is None:
            return False
        self._given = given
        self._larger = None
        if arrangement is self._arrangement:
            self._state = lay_out(arrangement.rest(covered), self._max_bytes)
        return True

    def advance(self, node_budget: int, out: Out) -> Status:
        """Count on, for at most `node_budget` nodes, and report at most `out.room` solutions.

        Raises
        ------
        GaveUpError
            If the states outgrow `max_bytes`, or are more than `max_states`, or will be.
        ProblemError
            If `out` has rows: the solutions are not known one by one.
        """
        check_only_counts(self, out)
        last_node = self.nodes + node_budget
        while True:
            self.prepare()
            if self._is_probe_due:
                return Status.BUDGET_SPENT
            if self._hopeless:
                raise GaveUpError(f"the method {self.name} gave up: {self._hopeless}")
            if self._state.position[CARRY]:
                self._widen()
            status = self._run(last_node - self.nodes)
            if status == MEMORY_FULL:
                if not self._enlarge():
                    return Status.BUDGET_SPENT
            elif status == TOO_MANY:
                raise GaveUpError(f"{self._where} are more than max_states={self._max_states}")
            elif status == Status.EXHAUSTED:
                return self._report(out.room)
            elif status != CARRIED:
                return Status(status)

    def _run(self, node_budget: int) -> int:
        with np.errstate(over="ignore"):  # words wrap around where kernels are not compiled
            return advance(self._state, node_budget, self._max_states)

    @property
    def _is_probe_due(self) -> bool:
        """Whether it is time to look for a better order."""
        n_tested = int(self._state.position[UPDATES]) - self._begun_with[1]
        return self._may_probe and not self._hopeless and n_tested >= FIRST_UPDATES

    def prepare(self) -> None:
        """Probe orders, if the search is long; where that is halted, do it the next time."""
        if self._is_probe_due:
            with suppress(HaltedError):
                self._probe()

    def _probe(self) -> None:
        """Look for a better order, if it is worth while, and begin again with it."""
        position = self._state.position
        whole = lay_out(arrange(bits_of(self._links), self._order), 0)
        states, self.expected_updates = predicted(whole, MOST_DRAWN)
        if self.expected_updates > LEAST_LEFT * int(position[UPDATES]):
            found = best_by_probing(self._links)
            if found.tests < self.expected_updates:
                _, states, self.expected_updates = found
                self._begin_again(found.order)
        self._may_probe = False
        if states > OVERESTIMATE * self._max_states:
            self._hopeless = (
                f"some {states:.2g} states are likely, more than max_states={self._max_states}"
            )

    def _begin_again(self, order: Numbers) -> None:
        """Begin with another order; nodes and updates are counted on."""
        self._part = self.part_done()
        done = self._state.position[[NODES, UPDATES]]
        self._order = order
        self._arrangement = arrange(bits_of(self._links), order)
        self._begin(self._given)
        self._run(0)
        self._state.position[[NODES, UPDATES]] = done
        self._begun_with = int(done[0]), int(done[1])

    @property
    def _where(self) -> str:
        layer, n_layers = int(self._state.position[LAYER]), len(self._state.begin) - 1
        return f"the method {self.name} gave up: the states of {layer + 1} of {n_layers} layers"

    def _enlarge(self) -> bool:
        """Let the memory grow to twice its size, or as far as it may; return whether that is done.

        Large memory is copied in some calls: until then nothing is written to the old one.
        """
        old = self._state.memory
        if self._larger is None:
            most = most_rows(self._max_bytes, old.shape[1])
            if len(old) >= most:
                raise GaveUpError(f"{self._where} fill max_bytes={self._max_bytes}")
            # The system gives memory to the rows that are written to: old and new ones together
            # take no more than the new ones will.
            self._larger = np.empty((min(2 * len(old), most), old.shape[1]), dtype=np.uint64)
            self._n_copied = 0
        first, last = self._n_copied, self._n_copied + MOST_COPIED // old.shape[1]
        self._larger[first : min(last, len(old))] = old[first:last]
        self._n_copied = last
        if last < len(old):
            return False
        self._state = self._state._replace(memory=self._larger)
        self._larger = None
        return True

    def _widen(self) -> None:
        """Give the counts one word more, and put there what was carried."""
        position, old = self._state.position, self._state.memory
        n_used = int(position[TOP])
        most = most_rows(self._max_bytes, old.shape[1] + 1)
        if n_used > most:
            raise GaveUpError(f"{self._where} fill max_bytes={self._max_bytes}")
        memory = np.empty((min(len(old), most), old.shape[1] + 1), dtype=np.uint64)
        memory[:n_used, :-1] = old[:n_used]
        memory[:n_used, -1] = 0
        memory[int(position[CARRY]), -1] = 1
        position[CARRY] = 0
        self._state = self._state._replace(memory=memory)

    def _report(self, room: int) -> Status:
        """Report further solutions, at most `room` of them."""
        left = self._total() - self._reported
        found = left if room >= UNLIMITED else min(room, left)
        self._reported += found
        return Status.OUT_FULL if found == room else Status.EXHAUSTED

    def _total(self) -> int:
        """Return the count of the only state of the last layer, or 0 if it was not reached."""
        return sum(number_of(row[len(self._state.words) :]) for row in self._last_rows())

    def _last_rows(self) -> U64:
        """Return the row of the last layer that is taken, if there is one."""
        begin, size = int(self._state.begin[-1]), int(self._state.size[-1])
        rows = self._state.memory[begin : begin + size]
        taken: U64 = rows[rows[:, 0] != 0]
        return taken

    def part_done(self) -> float:
        """Return the part of the layers that is expanded; it stays when the search begins again."""
        state = self._state
        n_layers = len(state.begin) - 1
        if not n_layers:
            return float(state.position[FILLED] == 0)
        layer = int(state.position[LAYER])
        within = int(state.position[CURSOR]) / max(1, int(state.size[layer]))
        return max(self._part, (layer + within) / n_layers)

    @property
    def solutions(self) -> int:
        """The number of solutions reported so far."""
        return self._reported

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Refuse items with bounds."""
        return "it has items with bounds" if problem.has_bounds else None

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        arrays = {name: getattr(self._state, name) for name in CHANGING}
        arrays["memory"] = arrays["memory"][: int(self._state.position[TOP])]
        arrays["pending"] = arrays["pending"][: int(self._state.position[FILLED])]
        arrays["given"] = np.array(self._given, dtype=np.uint32)
        arrays["order"] = self._order
        arrays["probe"] = np.array([self._may_probe, self.expected_updates, self._part])
        arrays["begun_with"] = np.array(self._begun_with)
        arrays["reported"] = words_of(self._reported)
        return {name: array.copy() for name, array in arrays.items()}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        order = snapshot["order"]
        if len(order) and not np.array_equal(order, self._order):
            self._order, self._arrangement = order, arrange(bits_of(self._links), order)
        may_probe, self.expected_updates, self._part = snapshot["probe"].tolist()
        self._may_probe = bool(may_probe)
        nodes, updates = snapshot["begun_with"].tolist()
        self._begun_with = nodes, updates
        self._begin(snapshot["given"].tolist())
        pending = self._state.pending.copy()
        pending[: len(snapshot["pending"])] = snapshot["pending"]
        arrays: dict[str, Any] = {name: snapshot[name].copy() for name in CHANGING}
        self._state = self._state._replace(**arrays | {"pending": pending})
        self._reported = number_of(snapshot["reported"])

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        check(self._state)


def _why_hopeless(bits: Bits, items: Numbers, max_states: int) -> str:
    """Return why a search with at most `max_states` would fail, or nothing if it may succeed."""
    n_bits = int(widths(bits, items).max())
    if n_bits >= MOST_BITS:
        return f"{n_bits} bits of a state are too many: fewer than {MOST_BITS} is possible"
    if max_states < UNLIMITED:
        estimate = log_states(bits, items, chances_of(bits)) / OVERESTIMATE
        if estimate > math.log2(max(2, max_states)):
            return f"2**{estimate:.0f} or more states are likely, more than max_states={max_states}"
    return ""
