"""The bits of a problem: options clash if and only if their bits do."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem
from exactcover.orders.fixed_order import Arrangement, Pairs, arrange, bits_of
from exactcover.problem.links import build
from tests import oracle
from tests.strategies import problems, problems_and_choices

seeds = st.integers(0, 2**32)


def arranged(problem: Problem, seed: int) -> Arrangement:
    """Arrange a problem for a random order of its items."""
    rng = np.random.default_rng(seed)
    return arrange(bits_of(build(problem, rng)), rng.permutation(problem.n_primary))


def bits_by_option(arrangement: Arrangement, pairs: Pairs) -> list[set[int]]:
    return [set(pairs.bit[pairs.option == k].tolist()) for k in range(arrangement.n_options)]


@settings(max_examples=500, deadline=None)
@given(problem=problems(), seed=seeds)
def test_options_clash_as_their_bits_do(problem: Problem, seed: int) -> None:
    arrangement = arranged(problem, seed)
    options = [problem.options[k] for k in arrangement.option_of]
    sets = bits_by_option(arrangement, arrangement.sets)
    clashes = bits_by_option(arrangement, arrangement.clashes)
    assert sorted(arrangement.option_of.tolist()) == list(range(problem.n_options))
    for k, one in enumerate(options):
        for j, other in enumerate(options):
            assert oracle.agree(one, other) == sets[k].isdisjoint(clashes[j])


@settings(max_examples=300, deadline=None)
@given(problem=problems(), seed=seeds)
def test_options_are_grouped_by_their_lowest_item(problem: Problem, seed: int) -> None:
    arrangement = arranged(problem, seed)
    lowest = [min(bits) for bits in bits_by_option(arrangement, arrangement.sets)]
    assert arrangement.lowest.tolist() == lowest == sorted(lowest)
    for stage in range(problem.n_primary):
        first, last = arrangement.group[stage : stage + 2]
        assert lowest[first:last] == [stage] * lowest.count(stage)
    assert arrangement.group[-1] == problem.n_options


@settings(max_examples=300, deadline=None)
@given(problem=problems(), seed=seeds)
def test_bits_live_from_the_first_that_sets_to_the_last_that_asks(
    problem: Problem, seed: int
) -> None:
    arrangement = arranged(problem, seed)
    n_primary, lowest = arrangement.n_primary, arrangement.lowest.tolist()
    sets = bits_by_option(arrangement, arrangement.sets)
    clashes = bits_by_option(arrangement, arrangement.clashes)
    birth, death = arrangement.lifetimes()
    for bit in range(arrangement.n_bits):
        set_in = [stage for stage, bits in zip(lowest, sets, strict=True) if bit in bits]
        asked_in = [stage for stage, bits in zip(lowest, clashes, strict=True) if bit in bits]
        assert birth[bit] == min(set_in, default=n_primary) + 1
        assert death[bit] == (bit if bit < n_primary else max(asked_in, default=-1))


@settings(max_examples=100, deadline=None)
@given(problem=problems(), seed=seeds)
def test_lifetimes_need_no_arrangement(problem: Problem, seed: int) -> None:
    bits = bits_of(problem.links)
    order = np.random.default_rng(seed).permutation(problem.n_primary)
    expected = arrange(bits, order).lifetimes()
    assert [span.tolist() for span in bits.lifetimes(order)] == [span.tolist() for span in expected]


@settings(max_examples=300, deadline=None)
@given(chosen=problems_and_choices(), seed=seeds)
def test_what_options_cover(chosen: tuple[Problem, list[int]], seed: int) -> None:
    problem, options = chosen
    arrangement = arranged(problem, seed)
    covered = arrangement.cover(options)
    agreed = all(
        oracle.agree(problem.options[one], problem.options[other])
        for k, one in enumerate(options)
        for other in options[:k]
    )
    assert (covered is not None) == agreed
    if covered is not None:
        items = {item for k in options for item in problem.options[k].items}
        assert covered[: problem.n_primary].sum() == len(items & set(problem.primary))


@settings(max_examples=300, deadline=None)
@given(chosen=problems_and_choices(), seed=seeds)
def test_the_rest_is_what_agrees(chosen: tuple[Problem, list[int]], seed: int) -> None:
    problem, options = chosen
    arrangement = arranged(problem, seed)
    covered = arrangement.cover(options)
    if covered is None:
        return
    rest = arrangement.rest(covered)
    taken = [problem.options[k] for k in options]
    agreeing = [
        int(k)
        for k in arrangement.option_of
        if all(oracle.agree(problem.options[k], other) for other in taken)
    ]
    assert rest.option_of.tolist() == agreeing
    sets = bits_by_option(rest, rest.sets)
    clashes = bits_by_option(rest, rest.clashes)
    for k, one in enumerate(agreeing):
        for j, other in enumerate(agreeing):
            agree = oracle.agree(problem.options[one], problem.options[other])
            # The shared items may already be covered with the same colour.
            assert sets[k].isdisjoint(clashes[j]) == agree
    assert rest.lowest.tolist() == [min(bits) for bits in sets]
    assert rest.group.tolist() == [
        sum(low < stage for low in rest.lowest) for stage in range(rest.n_primary + 1)
    ]
    items = {item for option in taken for item in option.items}
    assert rest.n_primary == len(set(problem.primary) - items)


def test_a_problem_without_options() -> None:
    arrangement = arrange(bits_of(Problem([], primary=["p", "q"]).links), np.array([1, 0]))
    assert (arrangement.n_options, arrangement.n_bits) == (0, 2)
    assert arrangement.group.tolist() == [0, 0, 0]
