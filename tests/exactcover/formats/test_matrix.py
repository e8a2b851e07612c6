"""Problems as matrices and as graphs."""

from importlib import import_module
from typing import Any

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from exactcover import Problem, ProblemError
from tests.strategies import problems


class Frame:
    """The methods of a data frame that `from_matrix` uses."""

    def __init__(self, data: Any, index: Any, columns: Any) -> None:
        self._data, self.index, self.columns = np.array(data), index, columns

    def to_numpy(self) -> Any:
        """Return the entries."""
        return self._data


FORMATS = ["csr", "csc", "coo", "lil", "dok"]
# Rows are the bits of numbers above 0: no row is empty.
matrices = st.lists(st.integers(1, 31), min_size=1, max_size=6).map(
    lambda rows: np.array([[row >> k & 1 for k in range(5)] for row in rows])
)


@given(
    matrix=matrices,
    dtype=st.sampled_from([bool, np.int8, np.uint8, np.int64]),
    form=st.sampled_from(FORMATS),
)
def test_dense_and_sparse_agree(matrix: np.ndarray[Any, Any], dtype: type, form: str) -> None:
    problem = Problem([np.flatnonzero(row).tolist() for row in matrix], primary=range(5))
    typed: np.ndarray[Any, Any] = matrix.astype(dtype)
    for given_as in (typed, typed.tolist(), np.asfortranarray(typed)):
        assert Problem.from_matrix(given_as) == problem
    for sparse in (sp.csr_array(typed), sp.csr_matrix(typed)):
        assert Problem.from_matrix(sparse.asformat(form)) == problem
    assert (problem.to_matrix() == matrix).all()


def test_names_labels_and_secondary_items() -> None:
    problem = Problem.from_matrix(
        np.eye(2, 3, dtype=int) | [[0, 0, 1], [0, 0, 0]],
        names=["p", "q", "x"],
        n_primary=2,
        labels=["A", "B"],
    )
    assert problem == Problem({"A": ["p", "x"], "B": ["q"]}, secondary=["x"])


def test_explicit_zeros_are_no_members() -> None:
    matrix = sp.coo_array(([1, 0, 1], ([0, 0, 1], [0, 1, 1])), shape=(2, 2))
    assert Problem.from_matrix(matrix) == Problem([[0], [1]])


@pytest.mark.parametrize(
    ("matrix", "more", "message"),
    [
        ([[1, 0], [2, 1]], {}, "row 1, column 0 holds 2: every entry must be 0 or 1"),
        ([[1, -1]], {}, "row 0, column 1 holds -1: every entry must be 0 or 1"),
        (sp.csr_array([[1, 0], [0, 7]]), {}, "row 1, column 1 holds 7"),
        (
            sp.coo_array(([1, 1], ([0, 0], [1, 1])), shape=(1, 2)),
            {},
            "row 0, column 1 holds 2",
        ),
        ([[1.0, 0.5]], {}, "row 0, column 1 holds 0.5"),
        ([[1.0, float("nan")]], {}, "row 0, column 1 holds nan"),
        (np.array([["1"]]), {}, "the matrix has dtype <U1"),
        (np.array([[1, "1"]], dtype=object), {}, "row 0, column 1 holds '1'"),
        (np.array([[1, None]], dtype=object), {}, "row 0, column 1 holds None"),
        (sp.csr_array([[1.0, 0.25]]), {}, "row 0, column 1 holds 0.25"),
        (np.ma.array([[1, 1]], mask=[[False, True]]), {}, "row 0, column 1 is masked"),
        ([1, 0], {}, "the matrix has 1 dimensions, expected 2"),
        (sp.coo_array([1, 0]), {}, "the matrix has 1 dimensions, expected 2"),
        ([[1, 0], [0, 0]], {}, "option 1 is empty"),
        ([[1, 0], [0, 1]], {"n_primary": 1}, r"option 1 \(1\) has no primary item"),
        ([[1, 0]], {"n_primary": 0}, r"option 0 \(0\) has no primary item"),
        ([[1]], {"on_useless": "warn"}, "unknown value of on_useless 'warn'"),
        ([[1, 0]], {"n_primary": 3}, "n_primary is 3: it must lie between 0 and 2"),
        ([[1, 0]], {"names": ["p"]}, "1 names for a matrix of 2 columns"),
        ([[1, 0]], {"names": ["p", "p"]}, "item 'p' is listed twice"),
        ([[1, 0]], {"labels": []}, "0 labels for 1 rows of a matrix"),
        (Frame([[1, 2]], ["r"], ["p", "q"]), {}, "row 0, column 1 holds 2"),
        (Frame([[1.0, 2.0]], ["r"], ["p", "q"]), {}, "row 0, column 1 holds 2.0"),
    ],
)
def test_mistakes(matrix: Any, more: dict[str, Any], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Problem.from_matrix(matrix, **more)


def frames(*arguments: Any) -> list[Any]:
    """Return a data frame of our own, and one of pandas if that is installed."""
    try:
        pandas: Any = import_module("pandas")
    except ImportError:
        return [Frame(*arguments)]
    return [Frame(*arguments), pandas.DataFrame(*arguments)]


def test_data_frames_keep_their_names() -> None:
    for frame in frames([[1, 1, 0], [0, 1, 1], [1, 0, 0]], ["A", "B", "C"], ["p", "q", "r"]):
        problem = Problem.from_matrix(frame, n_primary=2, costs={"A": 3})
        expected = {"A": ["p", "q"], "C": ["q"]}
        assert problem.options[0] == Problem(expected, costs={"A": 3}).options[0]
        assert (problem.primary, problem.secondary) == (("p", "q"), ("r",))
        assert problem.labels == ("A", "B", "C")


def test_data_frames_without_an_index() -> None:
    frame = Frame([[1, 0], [0, 1]], None, ["p", "q"])
    del frame.index
    problem = Problem.from_matrix(frame)
    assert (problem.labels, problem.items) == (None, ("p", "q"))


def test_data_frames_that_only_count() -> None:
    for frame in frames([[True, False], [False, True]], range(2), range(2)):
        problem = Problem.from_matrix(frame)
        assert (problem.labels, problem.items) == (None, (0, 1))
        named = Problem.from_matrix(frame, names=["p", "q"], labels=["A", "B"])
        assert (named.labels, named.items) == (("A", "B"), ("p", "q"))


@pytest.mark.parametrize(
    "matrix",
    [
        [[1.0, 0.0], [0.0, 1.0]],
        np.array([[True, 0], [0.0, np.int8(1)]], dtype=object),
        np.ma.array([[1, 0], [0, 1]]),
        sp.csr_array([[1.0, 0.0], [0.0, 1.0]]),
        np.eye(2, dtype=">f4"),
    ],
)
def test_numbers_that_are_0_and_1(matrix: Any) -> None:
    assert Problem.from_matrix(matrix) == Problem([[0], [1]])


@pytest.mark.parametrize(
    "dtypes", [("Int64", "boolean"), ("float64", "bool"), ("object", "Float32")]
)
def test_data_frames_of_other_types(dtypes: tuple[str, str]) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"p": [1, 0], "q": [0, 1]}).astype(
        dict(zip("pq", dtypes, strict=True))
    )
    assert Problem.from_matrix(frame) == Problem([["p"], ["q"]])
    if dtypes[0] == "Int64":
        frame.loc[1, "q"] = pandas.NA
        with pytest.raises(ProblemError, match="row 1, column 1 holds <NA>"):
            Problem.from_matrix(frame)


@given(problems())
def test_graph_holds_the_whole_problem(problem: Problem) -> None:
    graph = problem.to_graph()
    assert nx.is_bipartite(graph)
    primary = [node for node, data in graph.nodes(data=True) if data.get("primary")]
    assert primary == [("item", item) for item in problem.primary]
    assert graph.number_of_nodes() == problem.n_items + problem.n_options
    assert graph.number_of_edges() == problem.n_nodes
    for option in problem.options:
        edges = {item: data["colour"] for (_, item), data in graph["option", option.index].items()}
        assert edges == dict(zip(option.items, option.colours, strict=True))
        assert graph.nodes["option", option.index]["label"] == option.label
