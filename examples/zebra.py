"""The zebra puzzle: five houses in a row, each with a colour, a nation, a drink, a smoke, a pet.

Every word is a variable: the number of the house, from the left. (Life International, 17 December
1962.)
"""

from csp import Model, all_different

GROUPS = [
    "red green ivory yellow blue",
    "Englishman Spaniard Ukrainian Norwegian Japanese",
    "coffee tea milk juice water",
    "OldGold Kools Chesterfield LuckyStrike Parliament",
    "dog snails fox horse zebra",
]


def solve() -> list[dict[str, int]]:
    """Find all solutions of the puzzle."""
    model = Model()
    house = {word: model.variable(range(1, 6), word) for word in " ".join(GROUPS).split()}
    model.post(all_different(house[word] for word in group.split()) for group in GROUPS)
    same = """Englishman red, Spaniard dog, coffee green, Ukrainian tea, OldGold snails,
        Kools yellow, LuckyStrike juice, Japanese Parliament"""
    neighbours = "Chesterfield fox, Kools horse, Norwegian blue"
    for one, other in map(str.split, same.split(",")):
        model.post(house[one] == house[other])
    for one, other in map(str.split, neighbours.split(",")):
        model.post(abs(house[one] - house[other]) == 1)
    model.post(house["green"] == house["ivory"] + 1)
    model.post(house["milk"] == 3, house["Norwegian"] == 1)
    return [dict(solution) for solution in model.solutions()]


def answer(question: str) -> str:
    """Return the nation of the person in the house of something.

    >>> answer("water"), answer("zebra")
    ('Norwegian', 'Japanese')
    """
    [houses] = solve()
    return next(nation for nation in GROUPS[1].split() if houses[nation] == houses[question])


def main() -> None:
    """Print the street, and the answers."""
    [houses] = solve()
    for number in range(1, 6):
        words = [word for word in houses if houses[word] == number]
        print(f"{number}: " + " ".join(f"{word:<12}" for word in words).rstrip())
    print(f"Who drinks water? The {answer('water')}. And the zebra? The {answer('zebra')}.")


if __name__ == "__main__":
    main()
