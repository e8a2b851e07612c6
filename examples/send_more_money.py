"""SEND + MORE = MONEY: each letter is a digit, different letters are different digits.

The sum is one linear equation, made by the operators of Python.
"""

from typing import Any

from csp import Model, all_different


def solve(*addends: str, total: str) -> list[dict[str, int]]:
    """Find all ways to read a sum of words, as digits of their letters.

    >>> solve("SEND", "MORE", total="MONEY")
    [{'S': 9, 'E': 5, 'N': 6, 'D': 7, 'M': 1, 'O': 0, 'R': 8, 'Y': 2}]
    """
    words = [*addends, total]
    model = Model()
    letters = {c: model.variable(range(10), c) for c in dict.fromkeys("".join(words))}

    def value(word: str) -> Any:
        return sum(10**k * letters[c] for k, c in enumerate(reversed(word)))

    model.post(all_different(letters.values()))
    model.post(letters[word[0]] > 0 for word in words)
    model.post(sum(map(value, addends)) == value(total))
    return [dict(solution) for solution in model.solutions()]


def written(word: str, digits: dict[str, int]) -> str:
    """Write a word as digits.

    >>> written("OH", {"O": 1, "H": 7})
    '17'
    """
    return "".join(str(digits[c]) for c in word)


def main() -> None:
    """Print some sums of words as sums of numbers."""
    sums = [
        (["SEND", "MORE"], "MONEY"),
        (["DONALD", "GERALD"], "ROBERT"),
        (["TWO", "TWO"], "FOUR"),
    ]
    for addends, total in sums:
        print(" + ".join(addends), "=", total)
        for digits in solve(*addends, total=total):
            left = " + ".join(written(word, digits) for word in addends)
            print(f"    {left} = {written(total, digits)}")


if __name__ == "__main__":
    main()
