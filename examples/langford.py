"""Langford pairs: between the two 1s stands one number, between the two 2s two, and so on.

The items are the numbers and the places; an option puts both copies of a number down.
"""

from exactcover import Problem, Solution


def langford(n: int, *, mirrored: bool = True) -> Problem:
    """Ask for the Langford pairings of 1 to n, with or without their mirror images.

    An odd number has no place in which it is its own mirror image. So the places of the largest one
    fall into pairs, and to leave out the second of each leaves one of each two pairings.
    """
    half = n - 1 + n % 2
    last = {k: 2 * n - k - 2 for k in range(1, n + 1)}
"""Number -> where its first copy may stand at most."""
    return Problem()
