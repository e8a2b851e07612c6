"""Golomb rulers: marks all of whose distances differ, on the shortest possible ruler.

The distances are expressions, and `all_different` takes expressions. Of two rulers that mirror each
other, only the one with the smaller first distance is searched.
"""

from itertools import combinations, pairwise

from csp import Model, all_different


def shortest_ruler(n: int) -> list[int]:
    """Find the marks of a shortest ruler with n marks, with proof.

    >>> shortest_ruler(5)
    [0, 1, 4, 9, 11]
    """
    model = Model()
    x = model.variables(n, range(n * n + 1), name="x")
    model.post(x[0] == 0, [a < b for a, b in pairwise(x)])
    # Bounds consistency suffices, because the length of the ruler depends on bounds.
    model.post(all_different([b - a for a, b in combinations(x, 2)], level="bounds"))
    if n > 2:
        model.post(x[1] < x[-1] - x[-2])
    best = model.minimize(x[-1], decide=x, order="input")
    assert best.complete and best.solution is not None
    return [best.solution[mark] for mark in x]


def draw(marks: list[int]) -> str:
    """Draw a ruler.

    >>> draw([0, 1, 3])
    '||.|'
    """
    return "".join("|" if place in marks else "." for place in range(marks[-1] + 1))


def main() -> None:
    """Draw the shortest rulers with up to nine marks."""
    for n in range(2, 10):
        marks = shortest_ruler(n)
        print(f"{n} marks, length {marks[-1]:2}: {draw(marks)}")


if __name__ == "__main__":
    main()
