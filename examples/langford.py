"""Langford pairs: one number stands between the two 1s, two between the two 2s, and so on.

The items are the numbers and the places. An option puts both copies of a number on their places.
"""

from exactcover import Problem, Solution


def placements(n: int) -> list[tuple[int, int, int]]:
    """Return the options (number, place, place), such that no solution is the reverse of another.

    An odd number k has 2n - k - 1 placements: an even number of them, so that none is its own
    mirror image. For the largest odd number the second half is left out.
    """
    found = []
    for k in range(1, n + 1):
        n_places = 2 * n - k - 1
        if k == n - 1 + n % 2:
            n_places //= 2
        found += [(k, first, first + k + 1) for first in range(n_places)]
    return found


def langford(n: int) -> Problem:
    """Return the problem of the Langford pairings of 1 to n."""
    return Problem(
        [[f"{k}s", i, j] for k, i, j in placements(n)],
        primary=[*(f"{k}s" for k in range(1, n + 1)), *range(2 * n)],
    )


def count_pairings(n: int) -> int:
    """Count the Langford pairings of 1 to n, one of each two that are mirror images.

    >>> [count_pairings(n) for n in range(1, 9)]
    [0, 0, 1, 1, 0, 0, 26, 150]
    """
    return langford(n).count()


def sequence_of(pairing: Solution) -> list[int]:
    """Return the numbers in the order in which they stand."""
    n = len(pairing)
    sequence = [0] * (2 * n)
    for index in pairing.indices:
        k, i, j = placements(n)[index]
        sequence[i] = sequence[j] = k
    return sequence


def draw(sequence: list[int]) -> str:
    """Draw an arc from each number to its copy, the widest on top."""
    lines = []
    for k in range(max(sequence), 0, -1):
        first = sequence.index(k)
        last = first + k + 1
        line = ""
        for place, number in enumerate(sequence):
            is_under, is_beside = first <= place < last, number > k
            line += {first: "╭", last: "╮"}.get(place, " │─┼"[2 * is_under + is_beside])
            line += "───" if is_under else "   "
        lines.append(line.rstrip())
    return "\n".join([*lines, "   ".join(map(str, sequence))])


def main() -> None:
    """Draw a pairing, and count those of small numbers."""
    print(draw(sequence_of(next(langford(8).solutions()))), end="\n\n")
    for n in range(3, 13):
        print(f"1 to {n:2}: {count_pairings(n):7,} pairings")


if __name__ == "__main__":
    main()
