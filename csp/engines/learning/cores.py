"""Cores of an objective: sets of costs that cannot all be least, and what follows from them.

The objective is a sum of terms: a variable, times a cost for each of its values. It is *assumed*
that each term has its least value. If a search finds that some of these assumptions cannot hold
together, they are a core: at least one of its terms is greater. So the objective is greater by the
least cost that a term of the core adds, its weight. The weight is taken off from each term of the
core, and a new term is added: the number of terms of the core that are greater. Its least value is
one; each further one costs the weight again. A term whose cost is taken off completely may have its
next value. A solution where all assumptions hold is then the best one.

The new terms are counted by totalizers: trees of sums, defined by clauses about lower bounds, and
only as far as they are needed.

References
----------
A. Morgado, C. Dodaro and J. Marques-Silva, Core-guided MaxSAT with soft cardinality constraints,
CP 2014 (OLL). G. Gange, J. Berg, E. Demirović and P. Stuckey, Core-guided and core-boosted search
for CP, CPAIOR 2020. O. Bailleux and Y. Boufkhad, Efficient CNF encoding of Boolean cardinality
constraints, CP 2003 (totalizers). J. Berg and M. Järvisalo, Weight-aware core extraction in
SAT-based MaxSAT solving, CP 2017.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from csp.engines.learning.state import GE, LT, NONE, literal_of

Clause = list[int]
MOST_VALUES = 64
"""The values of terms with more values are passed by steps that double."""


class Term(NamedTuple):
    """A term of the objective: what it costs that a variable passes a place.

    Attributes
    ----------
    variable
        Its place in the arrays.
    sign
        1 if greater values cost more, -1 if lesser ones do.
    place
        It is assumed that the variable is before this place of its domain.
    cost
        The cost of each place.
    weight
        The cost of passing `place` that no core has taken off.
    node
        The node of the totalizer that the variable is of, or NONE.
    step
        How many places further the next assumption is; it doubles if it is above zero here.
    """

    variable: int
    sign: int
    place: int
    cost: int
    weight: int
    node: int
    step: int

    @property
    def assumption(self) -> int:
        """The literal that the variable is before the place."""
        return self.passes ^ 1

    @property
    def passes(self) -> int:
        """The literal that the variable has passed the place, or is there."""
        if self.sign > 0:
            return literal_of(self.variable, self.place, GE)
        return literal_of(self.variable, self.place + 1, LT)


class Node(NamedTuple):
    """A node of a totalizer: how many of its literals are true, at least.

    Attributes
    ----------
    what
        Its variable, or the literal if it is a leaf.
    left, right
        The nodes below it; NONE for a leaf.
    size
        The number of literals.
    known
        How far it counts.
    """

    what: int
    left: int
    right: int
    size: int
    known: int


class Cores:
    """The terms of an objective, as cores have changed them.

    Parameters
    ----------
    beyond
        Returns the next place of a variable that is possible, after a place in a direction; None
        if there is none.
    new_variable
        Returns a variable that counts up to a number.
    """

    def __init__(
        self,
        beyond: Callable[[int, int, int], int | None],
        new_variable: Callable[[int], int],
    ) -> None:
        self._beyond = beyond
        self._new_variable = new_variable
        self.terms: list[Term] = []
        self.nodes: list[Node] = []
        self.waiting: list[tuple[int, list[int]]] = []

    def add(self, v: int, cost: int, first: int, n_values: int) -> None:
        """Add a term of the objective, which is now at its first place."""
        sign = 1 if cost > 0 else -1
        place = self._beyond(v, first, sign)
        if place is not None:
            weight = abs(cost) * abs(place - first)
            step = 1 if n_values > MOST_VALUES else 0
            self.terms.append(Term(v, sign, place, abs(cost), weight, NONE, step))

    @property
    def is_waiting(self) -> bool:
        """Whether `go_on` would change anything."""
        return bool(self.waiting) or not all(each.weight for each in self.terms)

    def assumed(self, stratum: int) -> list[int]:
        """Return the terms whose weight is at least the stratum, the heaviest ones first."""
        found = [k for k, each in enumerate(self.terms) if each.weight >= stratum]
        return sorted(found, key=lambda k: -self.terms[k].weight)

    def next_stratum(self, stratum: int) -> int:
        """Return the next lower stratum, or 0 if no term has less weight."""
        below = max((each.weight for each in self.terms if each.weight < stratum), default=0)
        return min(below, max(stratum // 2, 1))

    def charge(self, core: Sequence[int]) -> tuple[int, list[Clause]]:
        """Take the weight of a core off its terms; return it, and clauses that hold."""
        terms = self.terms
        weight = min(terms[k].weight for k in core)
        passed = [terms[k].passes for k in core]
        for k in core:
            terms[k] = terms[k]._replace(weight=terms[k].weight - weight)
        clauses = [passed]
        if len(core) > 1:
            self.waiting.append((weight, passed))
        elif not terms[core[0]].weight:
            clauses += self._pass_on(core[0])
        return weight, clauses

    def go_on(self) -> list[Clause]:
        """Add the terms that count those of cores, and let others have their next value."""
        clauses: list[Clause] = []
        for k in range(len(self.terms)):
            if not self.terms[k].weight:
                clauses += self._pass_on(k)
        for weight, passed in self.waiting:
            node = self._tree(passed)
            clauses += self._count(node, 2)
            v = self.nodes[node].what
            clauses.append([literal_of(v, 1, GE)])
            self.terms.append(Term(v, 1, 2, weight, weight, node, 0))
        self.waiting = []
        # What costs nothing any more is left out.
        self.terms = [each for each in self.terms if each.weight]
        return clauses

    def hardened(self, room: int) -> Iterable[Clause]:
        """Yield the assumptions that hold in all solutions that cost less than `room` more."""
        for each in self.terms:
            if each.weight >= room:
                yield [each.assumption]

    def _pass_on(self, k: int) -> list[Clause]:
        """Let a term have its next value; its weight is 0 if there is none beyond that."""
        each = self.terms[k]
        if each.node != NONE:
            if each.place == self.nodes[each.node].size:
                return []
            self.terms[k] = each._replace(place=each.place + 1, weight=each.cost)
            return self._count(each.node, each.place + 1)
        further = max(each.step - 1, 0)
        place = self._beyond(each.variable, each.place + each.sign * further, each.sign)
        if place is None and further:
            place = self._beyond(each.variable, each.place, each.sign)
        if place is not None:
            weight = each.cost * abs(place - each.place)
            self.terms[k] = each._replace(place=place, weight=weight, step=2 * each.step)
        return []

    def _tree(self, leaves: Sequence[int]) -> int:
        """Return the root of a tree over literals."""
        n = len(leaves)
        if n == 1:
            self.nodes.append(Node(leaves[0], NONE, NONE, 1, 1))
        else:
            left, right = self._tree(leaves[: n // 2]), self._tree(leaves[n // 2 :])
            self.nodes.append(Node(self._new_variable(n), left, right, n, 0))
        return len(self.nodes) - 1

    def _count(self, at: int, most: int) -> list[Clause]:
        """Let a node count up to a number; return the clauses for that."""
        node = self.nodes[at]
        most = min(most, node.size)
        if node.known >= most:
            return []
        self.nodes[at] = node._replace(known=most)
        clauses = self._count(node.left, most) + self._count(node.right, most)
        left, right = self.nodes[node.left], self.nodes[node.right]
        for i in range(min(most, left.size) + 1):
            for j in range(max(node.known + 1 - i, 0), min(most - i, right.size) + 1):
                below = [_counts(left, i) ^ 1] if i else []
                below += [_counts(right, j) ^ 1] if j else []
                clauses.append([*below, literal_of(node.what, i + j, GE)])
        return clauses


def _counts(node: Node, n: int) -> int:
    """Return the literal that at least n literals of a node are true."""
    return node.what if node.left == NONE else literal_of(node.what, n, GE)
