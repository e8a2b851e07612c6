"""The moves of a board: against the counts of the literature, and against brute force."""

import pickle

import pytest

from exactcover import Problem, ProblemError, board_moves, named_polyforms, polyforms, tiling
from exactcover.shapes.polyform import lattice_of, turns
from exactcover.symmetry.symmetries import Named

pytestmark = pytest.mark.kernel


def classes(problem: Problem, moves: list[dict[object, object]]) -> int:
    """Return the number of classes of tilings under all products of moves, by brute force."""
    left = {
        frozenset(frozenset(problem.options[k].items) for k in tiling.indices)
        for tiling in problem.solutions()
    }
    n_classes = 0
    while left:
        n_classes += 1
        waiting = [left.pop()]
        while waiting:
            one = waiting.pop()
            for move in moves:
                image = frozenset(frozenset(move.get(k, k) for k in option) for option in one)
                if image in left:
                    left.remove(image)
                    waiting.append(image)
    return n_classes


def test_the_soma_cube_has_480_tilings_up_to_rotations() -> None:
    """And 240, the number of J. H. Conway and M. J. T. Guy, up to reflections, too."""
    soma = tiling(named_polyforms("soma"), (3, 3, 3), cells="cubes")
    orders = [soma.symmetries(name).order for name in ("rotations", "reflections")]
    assert orders == [24, 48]
    assert (soma.count(up_to="rotations"), soma.count(up_to="reflections")) == (480, 240)
    assert len(list(soma.solutions(up_to="rotations"))) == 480
    boards = tiling(["##"], (4, 4), numbers=None)
    assert boards.count(symmetries="rotations") == boards.count() == 36


@pytest.mark.parametrize("reflections", [False, True])
@pytest.mark.parametrize(
    ("pieces", "board", "arguments"),
    [
        (["##"], (4, 4), {"numbers": None}),
        (["##"], (3, 5), {"numbers": None, "holes": 1}),
        ("A  BB C CC\nAA B  C  C", (3, 4), {"holes": (0, 3), "numbers": (0, 2)}),
        (["##\n#"], (3, 3), {"numbers": None, "optional": [(0, 3), (3, 0)], "holes": (0, 2)}),
        (["##\n.##"], (4, 4), {"numbers": None, "holes": (0, 16), "reflections": False}),
        (
            {"S": ".##\n##", "Z": "##\n.##", "I": "###"},
            (3, 4),
            {"numbers": (0, 2), "holes": (0, 2), "reflections": False},
        ),
        (["##"], (2, 3), {"numbers": None, "rotations": False}),
    ],
)
def test_classes_equal_brute_force(
    pieces: object, board: object, arguments: dict[str, object], reflections: bool
) -> None:
    problem = tiling(pieces, board, **arguments)  # type: ignore[arg-type]
    moves = board_moves(problem, reflections=reflections)
    group = problem.symmetries(moves)
    assert group.order == len(moves) + 1
    name: Named = "reflections" if reflections else "rotations"
    assert problem.count(up_to=group) == problem.count(up_to=name) == classes(problem, moves)
    assert len(list(problem.solutions(up_to=name))) == classes(problem, moves)
    assert problem.diagram(up_to=name).count() == classes(problem, moves)


@pytest.mark.parametrize("name", ["rotations", "reflections"])
def test_problems_made_of_a_tiling_know_the_board(name: Named) -> None:
    """Their moves are those that take what is left to itself."""
    whole = tiling(["##", "#"], (2, 4), numbers=(0, 8), optional=[(2, 0), (1, 4)])
    hole = next(option for option in whole if option.items == ("B", (1, 1)))
    other = next(option for option in whole if option.items == ("B", (0, 0)))
    for problem in (
        pickle.loads(pickle.dumps(whole)),
        whole.with_chosen([hole]),
        whole.restrict([option for option in whole if option not in (hole, other)]),
        whole.changed(remove=[hole]),
        whole.changed({"new": ["A", (1, 2)]}, remove_items=[(1, 4)]),
        whole.reduce().problem,
        whole.with_chosen(whole.solve().get()),
    ):
        assert problem.lattice == "squares"
        moves = board_moves(problem, reflections=name == "reflections")
        assert problem.count(up_to=name) == classes(problem, moves)


def test_a_problem_that_does_not_know_its_board_is_refused() -> None:
    board = tiling(["##"], (2, 2), numbers=None)
    plain = Problem([option.items for option in board])
    for problem in (plain, Problem.from_text("a b")):
        with pytest.raises(ProblemError, match=r"up_to=.* on which lattice .*problem.on_lattice"):
            problem.count(up_to="rotations")
        with pytest.raises(ProblemError, match=r"symmetries=.* on which lattice"):
            problem.count(symmetries="reflections")
        with pytest.raises(ProblemError, match=r"generators=.* on which lattice"):
            problem.symmetries("rotations")
    assert plain.on_lattice("squares").count(up_to="rotations") == 1
    with pytest.raises(ProblemError, match="no item is a cell of cubes"):
        board.on_lattice("cubes")
    with pytest.raises(ProblemError, match="lattice"):
        board.on_lattice("cube")


@pytest.mark.parametrize(
    ("lattice", "n_rotations", "n_all"),
    [("squares", 4, 8), ("hexagons", 6, 12), ("triangles", 6, 12), ("cubes", 24, 48)],
)
def test_a_ball_of_cells_has_all_moves(lattice: str, n_rotations: int, n_all: int) -> None:
    """All images of a cell and its neighbours around a corner or the middle."""
    form = lattice_of(lattice)
    origin = (0,) * len(form.coordinates)
    near = [*form.neighbours(origin), origin]
    board = {turn(cell) for cell in near for turn in turns(form, True, True)}
    problem = tiling(polyforms(1, lattice), sorted(board), cells=lattice, numbers=None)
    assert len(board_moves(problem, lattice)) == n_rotations - 1
    assert len(board_moves(problem, lattice, reflections=True)) == n_all - 1


@pytest.mark.parametrize(("board", "n_all"), [((1, 4), 2), ((4, 1), 2), ((1, 1), 1)])
def test_a_thin_board_has_each_move_once(board: tuple[int, int], n_all: int) -> None:
    problem = tiling(["#"], board, numbers=None)
    moves = board_moves(problem, reflections=True)
    assert len(moves) == problem.symmetries(moves).order - 1 == n_all - 1


@pytest.mark.parametrize(
    "problem",
    [
        Problem([[(0, 0)], [(0, 1)]], costs=[1, 2]),
        Problem([[(0, 0)], [(0, 1)]], bounds={(0, 1): (0, 1)}),
        Problem([[(0, 0)], [(0, 0)], [(0, 1)]]),
        Problem([{"p": None, (0, 0): "x", (0, 1): "y"}], ["p"], [(0, 0), (0, 1)]),
        Problem(
            [[(0, 0)], [(0, 1)]],
            bounds={(0, 0): (0, 2), (0, 1): (0, 2)},
            multiplicities={(1, (0, 1)): 2},
        ),
        Problem([["A", (0, 0)], ["B", (0, 1)]], ["A", (0, 0), (0, 1)], ["B"]),
        Problem([["A", "C", (0, 0)], ["B", "C", (0, 1)], ["A", (0, 0), (0, 1)]]),
    ],
    ids=["costs", "bounds", "copies", "colours", "units", "secondary pieces", "shared pieces"],
)
def test_what_a_move_does_not_keep_leaves_it_out(problem: Problem) -> None:
    assert board_moves(problem) == []


def test_pieces_that_share_an_item_move_together() -> None:
    problem = Problem([["A", "C", (0, 0)], ["B", "C", (0, 1)]], [(0, 0), (0, 1)], ["A", "B", "C"])
    (move,) = board_moves(problem)
    assert move == {(0, 0): (0, 1), (0, 1): (0, 0), "A": "B", "B": "A"}
    assert problem.symmetries(move).order == 2


def test_mistakes() -> None:
    with pytest.raises(ProblemError, match=r"no item is a cell of cubes, such as \(0, 0, 0\)"):
        board_moves(Problem([[(0, 1)]]), "cubes")
    with pytest.raises(ProblemError, match="lattice"):
        board_moves(Problem([[(0, 1)]]), "cube")
