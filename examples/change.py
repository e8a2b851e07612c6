"""Change: count the ways to pay an amount in coins.

An option is a number of coins of one kind: it covers the amount with as many units as they are
worth. The bounds of a kind say that at most one of its options is chosen.

Reference: Project Euler, problem 31 (two pounds in British coins: 73,682 ways).
"""

from exactcover import Problem

BRITISH = (1, 2, 5, 10, 20, 50, 100, 200)


def change(amount: int, coins: tuple[int, ...] = BRITISH) -> Problem:
    """Return the problem; the label of an option is the kind of coin and the number of coins."""
    units = {(coin, n): coin * n for coin in coins for n in range(1, amount // coin + 1)}
    return Problem(
        {(coin, n): [coin, "amount"] for coin, n in units},
        bounds={"amount": amount} | {coin: (0, 1) for coin in coins if coin <= amount},
        multiplicities={(label, "amount"): worth for label, worth in units.items()},
        costs={(coin, n): n for coin, n in units},
    )


def count_ways(amount: int, coins: tuple[int, ...] = BRITISH) -> int:
    """Return the number of ways to pay an amount.

    >>> count_ways(10)
    11
    """
    return change(amount, coins).count()


def fewest_coins(amount: int, coins: tuple[int, ...] = BRITISH) -> list[tuple[int, int]]:
    """Return the kinds and numbers of the fewest coins that add up to an amount.

    >>> fewest_coins(13)
    [(1, 1), (2, 1), (10, 1)]
    """
    solution = change(amount, coins).cheapest().solution
    return sorted(solution.labels) if solution else []


def main() -> None:
    """Count the ways to pay two pounds, and show the fewest coins for some amounts."""
    print(f"Two pounds: {count_ways(200):,} ways")
    for amount in (6, 18, 43):
        coins = ", ".join(f"{n} x {coin}p" for coin, n in fewest_coins(amount))
        print(f"{amount} pence: {coins}")


if __name__ == "__main__":
    main()
