"""Exact cover problems and their solutions written, copied and translated, and read again."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np

from csp import Model, ModelError
from exactcover import Problem, ProblemError, write_solutions
from exactcover.formats.json import from_json, from_matrix_text, to_json, to_matrix_text
from tests.fuzz.cover_tools import Keys, expected_of, keys, same


def writes(problem: Problem, expected: Keys, rng: Random) -> None:
    if problem.has_bounds:
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / "covers.jsonl"
        try:
            assert write_solutions(problem, path, workers=rng.choice((1, 2))) == len(expected)
        except TypeError:
            assert any(not isinstance(item, str | int) for item in problem.items)
            return
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        assert len(lines) == len(expected)


def is_copied(problem: Problem, expected: Keys, rng: Random) -> None:
    copy = pickle.loads(pickle.dumps(problem))
    assert copy == problem
    assert copy.digest == problem.digest
    assert hash(copy) == hash(problem)
    assert copy.costs.tolist() == problem.costs.tolist()
    assert copy.count() == len(expected)


def is_text(problem: Problem, expected: Keys, rng: Random) -> None:
    try:
        text = problem.to_text()
    except ProblemError:
        return
    read = Problem.from_text(text)
    assert read.to_text() == text
    assert read.costs.tolist() == problem.costs.tolist()
    assert read.items == tuple(map(str, problem.items))
    same(keys(read.solutions()), expected)


def is_json(problem: Problem, expected: Keys, rng: Random) -> None:
    if len(set(map(str, problem.items))) < problem.n_items:
        return
    try:
        read = from_json(to_json(problem))
    except ProblemError as error:
        assert "labels" in str(error)
        return
    assert read.costs.tolist() == problem.costs.tolist()
    assert list(read.bounds.values()) == list(problem.bounds.values())
    assert len(expected_of(read)) == len(expected)


def is_matrix(problem: Problem, expected: Keys, rng: Random) -> None:
    has_colours = any(any(c is not None for c in o.colours) for o in problem.options)
    if has_colours:
        return
    read = Problem.from_matrix(
        problem.to_matrix(), n_primary=problem.n_primary, bounds=None, names=problem.items
    )
    if not problem.has_bounds:
        same(keys(read.solutions()), expected)
    try:
        text = to_matrix_text(problem)
    except ProblemError:
        return
    if problem.n_options:
        same(keys(from_matrix_text(text).solutions()), expected)


def is_model(problem: Problem, expected: Keys, rng: Random) -> None:
    try:
        model: Model = Model.from_exact_cover(problem)
    except ModelError:  # it contradicts itself
        assert not expected
        return
    if not model.unknowns:
        assert problem.n_options == 0
        return
    chosen = model.unknowns[: problem.n_options]
    found = [tuple(np.flatnonzero(s[chosen]).tolist()) for s in model.solutions()]
    same(found, expected)
    assert model.count() == len(expected)
