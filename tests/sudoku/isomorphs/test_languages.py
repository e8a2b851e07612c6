"""Languages of constraints, against the sets of their words."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku.isomorphs import languages as module
from sudoku.isomorphs.languages import ACCEPTED, Languages
from sudoku.rules.linear import SumTo
from sudoku.rules.reader import OneOf
from sudoku.statement.automaton import TooLargeError

N, LENGTH = 3, 3
Words = frozenset[tuple[int, ...]]
WORDS = st.frozensets(st.sampled_from(list(product(range(1, N + 1), repeat=LENGTH))))


def words(languages: Languages, state: int) -> Words:
    if state == ACCEPTED:
        return frozenset({()})
    return frozenset(
        (digit, *rest) for digit, after in languages.arcs(state) for rest in words(languages, after)
    )


@given(WORDS, WORDS, st.permutations(range(1, N + 1)))
def test_languages_are_sets_of_words(one: Words, other: Words, names: list[int]) -> None:
    languages = Languages(N)
    first, second = (languages.of_reader(OneOf(each), LENGTH) for each in (one, other))
    assert words(languages, first) == one
    assert (first == second) == (one == other)
    assert words(languages, languages.reversed(first)) == {word[::-1] for word in one}
    renamed = languages.renamed(first, tuple(names))
    assert words(languages, renamed) == {tuple(names[d - 1] for d in word) for word in one}


@given(WORDS)
def test_runs_are_places_that_may_be_permuted(one: Words) -> None:
    languages = Languages(N)
    runs = languages.runs(languages.of_reader(OneOf(one), LENGTH))
    assert sum(runs) == LENGTH
    starts = [sum(runs[:k]) for k in range(len(runs))]
    for at in range(LENGTH - 1):
        exchanged = {(*w[:at], w[at + 1], w[at], *w[at + 2 :]) for w in one}
        assert (exchanged == one) == (at + 1 not in starts)


def test_sums_of_the_same_words_are_one_language() -> None:
    languages = Languages(4)
    table = OneOf(frozenset(p for p in product(range(1, 5), repeat=3) if sum(p) == 6))
    assert languages.of_reader(SumTo(6), 3) == languages.of_reader(table, 3)
    assert languages.runs(languages.of_reader(table, 3)) == [3]


def test_large_languages_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_ARCS", 30)
    languages = Languages(6)
    with pytest.raises(TooLargeError):
        languages.of_reader(SumTo(20), 6)
    late = OneOf(frozenset((*p, p[0]) for p in permutations(range(1, 4))))
    assert languages.length(languages.of_reader(late, 4)) == 4
