"""Operations across the nine digits of a cell, which are lanes of one vector.

Each function returns its result in every digit's lane of the band. There are two ways to combine
nine lanes: three digits and then three groups, by shuffles of words; or the two lanes of a pair and
then five pairs, by shuffles of double words. The first has fewer steps. The second is much faster
on machines without AVX-512, which cannot shuffle words across a whole vector.
"""

from exactcover.runtime.kernels.host import can_shuffle_words
from exactcover.runtime.kernels.jit import helper
from sudoku.solvers.bitboard.lanes import SWAPPED, next_group, next_in_group, next_pair
from sudoku.solvers.bitboard.vectors import Vector, permutation

second, third = permutation(next_in_group(1)), permutation(next_in_group(2))
second_group, third_group = permutation(next_group(1)), permutation(next_group(2))
other_of_pair = permutation(SWAPPED)
pair_1, pair_2, pair_4 = (permutation(next_pair(n)) for n in (1, 2, 4))


@helper
def majority(one: Vector, other: Vector, third: Vector) -> Vector:
    """Return the bits that at least two of three vectors have."""
    return one & (other | third) | other & third


@helper
def any_by_words(places: Vector) -> Vector:
    """Return the cells that some digit has."""
    group = places | second(places) | third(places)
    return group | second_group(group) | third_group(group)


@helper
def any_by_pairs(places: Vector) -> Vector:
    """Return the cells that some digit has."""
    one = places | other_of_pair(places)
    two = one | pair_1(one)
    return two | pair_2(two) | pair_4(one)


@helper
def several_by_words(places: Vector) -> tuple[Vector, Vector]:
    """Return the cells that some digit has, and those that at least two digits have."""
    b, c = second(places), third(places)
    any_1, two_1 = places | b | c, majority(places, b, c)
    any_2, any_3 = second_group(any_1), third_group(any_1)
    two = two_1 | second_group(two_1) | third_group(two_1)
    return any_1 | any_2 | any_3, majority(any_1, any_2, any_3) | two


@helper
def several_by_pairs(places: Vector) -> tuple[Vector, Vector]:
    """Return the cells that some digit has, and those that at least two digits have."""
    swapped = other_of_pair(places)
    any_1, two_1 = places | swapped, places & swapped
    b = pair_1(any_1)
    any_2, two_2 = any_1 | b, two_1 | pair_1(two_1) | any_1 & b
    c = pair_2(any_2)
    any_4, two_4 = any_2 | c, two_2 | pair_2(two_2) | any_2 & c
    e = pair_4(any_1)
    return any_4 | e, two_4 | pair_4(two_1) | any_4 & e


@helper
def exactly_two(places: Vector) -> Vector:
    """Return the cells that exactly two digits have."""
    b, c = second(places), third(places)
    a1, t1, h1 = places | b | c, majority(places, b, c), places & b & c
    a2, a3 = second_group(a1), third_group(a1)
    t2, t3 = second_group(t1), third_group(t1)
    h2, h3 = second_group(h1), third_group(h1)
    two = majority(a1, a2, a3) | t1 | t2 | t3
    three = h1 | h2 | h3 | a1 & a2 & a3 | t1 & (a2 | a3) | t2 & (a1 | a3) | t3 & (a1 | a2)
    return two & ~three


if can_shuffle_words():
    any_digit, several_digits = any_by_words, several_by_words
else:
    any_digit, several_digits = any_by_pairs, several_by_pairs
