"""Classes of Latin squares, by the symmetries of an exact cover problem.

Squares are of one isotopy class if permutations of rows, of columns and of digits take one to the
other. In a main class, rows, columns and digits may also change their roles. These are all
symmetries of the problem of Latin squares, because an option is a triple of row, column and digit.

Reference: B. D. McKay, A. Meynert and W. Myrvold, "Small Latin squares, quasigroups, and loops"
(2007). The numbers are A003090 and A040082 in the OEIS.
"""

from exactcover import Problem, Solution
from examples.latin_square import draw, entries, latin


def main_classes(n: int) -> list[Solution]:
    """Return one Latin square of each main class.

    >>> [len(main_classes(n)) for n in range(1, 6)]
    [1, 1, 1, 2, 2]
    """
    return list(latin(n).solutions(up_to="all"))


def isotopy_classes(n: int) -> list[Solution]:
    """Return one Latin square of each isotopy class.

    A second item for each digit in a row, and two more in a column, are in the same options as the
    first ones. So no symmetry takes rows, columns and digits to each other.

    >>> [len(isotopy_classes(n)) for n in range(1, 5)]
    [1, 1, 1, 2]
    """
    options = {
        (r, c, digit): [
            ("cell", r, c),
            *(("row", r, digit, k) for k in range(2)),
            *(("column", c, digit, k) for k in range(3)),
        ]
        for r, c, digit in entries(n)
    }
    return list(Problem(options).solutions(up_to="all"))


def main() -> None:
    """Print the numbers of classes, and a square of each main class of order 5."""
    for n in range(1, 6):
        print(f"Order {n}: main classes {len(main_classes(n))}, isotopy {len(isotopy_classes(n))}")
    group = latin(5).symmetries()
    print(f"\nThe {group.order:,} symmetries of order 5 divide the squares into")
    for square in main_classes(5):
        print(f"\n{square.class_size:,} squares like this:")
        print("\n".join(draw([option.label for option in square], 5)))


if __name__ == "__main__":
    main()
