"""Shopping as an exact cover: buy collections so that each item of a list is bought once.

The blog post on sudoku and exact cover begins with this list of school supplies and the three
collections of the stores. Two collections more make it a choice.
"""

from exactcover import Problem

SUPPLIES = (
    "pencil", "pen", "notebook", "spiral tablet", "ruler", "calculator", "lamp", "bookbag", "paper",
)  # fmt: skip

COLLECTIONS = {
    "1": ["pencil", "notebook", "ruler"],
    "2": ["pen", "calculator", "bookbag"],
    "3": ["spiral tablet", "lamp", "paper"],
}
"""The collections of the blog."""

MORE = {"4": ["pencil", "pen"], "5": ["notebook", "ruler", "calculator", "bookbag"]}
"""Collections of our own."""


def purchases(collections: dict[str, list[str]]) -> list[str]:
    """Return the collections of each way to buy every item once.

    >>> purchases(COLLECTIONS)
    ['1 2 3']
    >>> purchases(COLLECTIONS | MORE)
    ['1 2 3', '3 4 5']
    """
    problem = Problem(collections, SUPPLIES)
    return sorted(" ".join(sorted(map(str, solution.labels))) for solution in problem.solutions())


def main() -> None:
    """Print the ways to buy everything once."""
    print(f"With the blog's collections: {', '.join(purchases(COLLECTIONS))}")
    print(f"With two more: {', '.join(purchases(COLLECTIONS | MORE))}")


if __name__ == "__main__":
    main()
