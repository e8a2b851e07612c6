"""Precompiled kernels: loaded, and called without Numba for the right types only."""

import ast
import ctypes
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover.runtime.kernels import build, precompiled, private
from exactcover.runtime.kernels.host import fitting_targets
from exactcover.runtime.kernels.jit import Kernel, is_compiled
from exactcover.runtime.kernels.libraries import INDEX, Entry, Library
from exactcover.runtime.kernels.targets import Target
from tests.exactcover.runtime.kernels import toy_kernels as toys

pytestmark = [
    pytest.mark.kernel,
    pytest.mark.skipif(not is_compiled(), reason="nothing is compiled"),
    pytest.mark.skipif(not fitting_targets(), reason="no target is prepared for this machine"),
]

TOYS = toys.__name__
OUTER: Any = {
    f"{TOYS}:Outer": [
        {f"{TOYS}:Inner": ["uint64[1]C", "int64"]},
        "int64[2]C",
        "float64",
        "boolean",
    ]
}
SIGNATURES: dict[str, Any] = {
    "everything": [[OUTER, ["int64", "int64"], "uint64", "boolean"]],
    "clear": [["uint64[1]C"], ["uint8[1]C"]],
    "total_of": [["int64[1]A readonly"], ["int64[1]C"], ["int64[1]C readonly"]],
    "half": [["float64"]],
    "is_even": [["int64"]],
    "negated": [["int64"]],
}


@pytest.fixture(scope="module", params=["object files", "a shared library"])
def library(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Library:
    """Return a library of the toys."""
    if request.param == "a shared library":
        pytest.importorskip("ziglang")
    folder = tmp_path_factory.mktemp("library")
    best, *_ = fitting_targets()
    is_shared = request.param == "a shared library"
    target = best._replace(is_partial=False) if is_shared else best.for_loading
    made = built(folder, target)
    if is_shared:
        shared = folder / "shared"
        shared.mkdir()
        made = build.share(target, folder, shared)
    return Library(made, must_be_private=True)


def built(folder: Path, target: Target, *, checks_indices: bool = False) -> Path:
    """Build a library of the toys in a folder; return the file of its index."""
    path = folder / "signatures.json"
    kernels = {f"{TOYS}:{name}": known for name, known in SIGNATURES.items()}
    path.write_text(json.dumps({"kernels": kernels, "callbacks": [f"{TOYS}:callback"]}), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "SIGNATURES", path)
        (made,) = build.build([target], folder, n_workers=1, checks_indices=checks_indices)
    return made


def test_libraries_that_check_indices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = built(tmp_path, fitting_targets()[0].for_loading, checks_indices=True)
    entries = Library(made, must_be_private=True).entries(f"{TOYS}:everything")
    everything = Kernel(toys.everything.py_func, entries)  # type: ignore[attr-defined]
    last = len(toys.TABLE) - 1
    assert everything(outer([], []), (0, 0), np.uint64(last), False) == last**2
    with pytest.raises(IndexError):
        everything(outer([], []), (0, 0), np.uint64(last + 1), False)
    assert "compiled" not in vars(everything)
    # They are in a folder of their own, which is used by those who ask for checks.
    folders = []
    for value in ("0", "1"):
        monkeypatch.setenv("NUMBA_BOUNDSCHECK", value)
        folders.append(precompiled.user_folder())
    assert folders == [precompiled.USER_FOLDER, precompiled.CHECKED_FOLDER]


@pytest.mark.skipif(os.environ.get("TEST_PRECOMPILED") != "1", reason="kernels may be missing")
def test_all_kernels_are_linked_without_other_libraries(tmp_path: Path) -> None:
    """The object files for this processor are those of its wheel."""
    target, *_ = fitting_targets()
    built = precompiled.library_of("csp.kernels.search:advance")
    assert built is not None
    assert build.share(target.for_loading, built.path.parent.parent, tmp_path).exists()


@pytest.fixture
def bound(library: Library, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Kernel]:
    """Return a function that binds a kernel, for which Numba may not be asked."""

    def bind(name: str) -> Kernel:
        function = getattr(toys, name)
        kernel = Kernel(function.py_func, library.entries(f"{TOYS}:{name}"))
        monkeypatch.setattr(type(kernel), "compiled", property(lambda _: refuse))
        return kernel

    return bind


def refuse(*arguments: Any) -> Any:
    raise TypeError("there is no entry for these types")


def outer(words: list[int], grid: list[list[int]], factor: float = 2.5) -> toys.Outer:
    inner = toys.Inner(np.array(words, dtype=np.uint64), 3)
    return toys.Outer(inner, np.array(grid, dtype=np.int64).reshape(-1, 2), factor, True)


@given(
    st.lists(st.integers(0, 1 << 40), max_size=4),
    st.lists(st.lists(st.integers(0, 1 << 40), min_size=2, max_size=2), max_size=3),
    st.tuples(st.integers(0, 1 << 40), st.integers(0, 1 << 40)),
    st.integers(0, 39),
    st.booleans(),
)
def test_every_kind_of_argument(
    library: Library,
    words: list[int],
    grid: list[list[int]],
    pair: tuple[int, int],
    k: int,
    is_more: bool,
) -> None:
    kernel = Kernel(toys.everything.py_func, library.entries(f"{TOYS}:everything"))  # type: ignore[attr-defined]
    state = outer(words, grid)
    result = kernel(state, pair, np.uint64(k), is_more)
    expected = sum(w << 3 for w in words) + k * k + sum(map(sum, grid)) + pair[0]
    assert result == expected + (pair[1] + 2 if is_more else 0)
    assert type(result) is int
    assert state.grid.tolist() == [[2 * number for number in row] for row in grid]


def test_results_are_numbers_of_python(bound: Callable[[str], Kernel]) -> None:
    assert bound("half")(5.0) == bound("half")(np.float64(5)) == 2.5
    assert bound("is_even")(4) is True
    assert bound("is_even")(np.int64(3)) is False
    assert bound("negated")(1 << 62) == -(1 << 62)
    words = np.arange(100, dtype=np.uint64)
    assert bound("clear")(words) is None
    assert not words.any()


@pytest.mark.parametrize("n_bytes", [*range(70), 1000, 4099])
def test_memory_is_filled_to_its_end(bound: Callable[[str], Kernel], n_bytes: int) -> None:
    memory = np.full(n_bytes + 16, 7, dtype=np.uint8)
    assert bound("clear")(memory[8 : 8 + n_bytes]) is None
    assert memory.tolist() == [7] * 8 + [0] * n_bytes + [7] * 8


def test_arrays_have_the_right_layout(bound: Callable[[str], Kernel]) -> None:
    total_of = bound("total_of")
    numbers = np.arange(10)
    assert total_of(numbers) == 45
    numbers.flags.writeable = False
    assert total_of(numbers) == total_of(numbers[::-1]) == 45
    assert total_of(numbers[::3]) == 18
    assert total_of(np.arange(10)[::2]) == 20  # it may be written, and has gaps: a copy is taken


def test_arrays_of_callers_are_copied(bound: Callable[[str], Kernel], tmp_path: Path) -> None:
    clear, everything = bound("clear"), bound("everything")
    words = np.arange(1, 11, dtype=np.uint64)
    clear(words[::2])
    assert words.tolist() == [0, 2, 0, 4, 0, 6, 0, 8, 0, 10]
    swapped = np.arange(3, dtype=">u8")
    clear(swapped)
    assert swapped.tolist() == [0, 0, 0]
    kept = np.arange(3, dtype=np.uint64)
    kept.flags.writeable = False
    clear(kept)
    assert kept.tolist() == [0, 1, 2]
    pickled = pickle.loads(pickle.dumps(words))
    clear(pickled)
    assert not pickled.any()
    state = outer([1], [[2, 3], [4, 5]])
    grid = np.asfortranarray(state.grid)
    other = state._replace(grid=grid)
    assert everything(other, (4, 5), np.uint64(6), False) == 8 + 14 + 4 + 36
    assert grid.tolist() == [[4, 6], [8, 10]]
    path = tmp_path / "words"
    kept.tofile(path)
    total_of = bound("total_of")
    assert total_of(np.memmap(path, np.int64, "r")) == 3
    with pytest.raises(TypeError, match="no entry"):
        clear(np.zeros(3))


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        (1, 2),
        (1 << 70,),
        (1.0,),
        (True,),
        (None,),
        ("1",),
        (np.uint64(1),),
        (np.zeros(1, dtype=np.int64),),
    ],
    ids=repr,
)
def test_other_arguments_are_not_taken(
    bound: Callable[[str], Kernel], arguments: tuple[Any, ...]
) -> None:
    with pytest.raises(TypeError, match="no entry"):
        bound("negated")(*arguments)


def test_other_states_are_not_taken(bound: Callable[[str], Kernel]) -> None:
    state, rest = outer([1], [[2, 3]]), ((4, 5), np.uint64(6), False)
    everything = bound("everything")
    assert everything(state, *rest) == 8 + 5 + 4 + 36
    others: list[Any] = [
        tuple(state),
        state._replace(grid=state.grid.astype(np.uint64)),
        state._replace(grid=state.grid.ravel()),
        toys.Outer((*state.inner,), *state[1:]),  # type: ignore[arg-type]
        state._replace(inner=state.inner._replace(words=[1])),
    ]
    for other in others:
        with pytest.raises(TypeError, match="no entry"):
            everything(other, *rest)


def test_numba_compiles_what_has_no_entry(library: Library) -> None:
    kernel = Kernel(toys.negated.py_func, library.entries(f"{TOYS}:negated"))  # type: ignore[attr-defined]
    assert kernel(3) == -3
    assert "compiled" not in vars(kernel)
    assert kernel(1.5) == -1.5
    assert "compiled" in vars(kernel)


def test_callbacks_are_called_by_their_address(library: Library) -> None:
    (entry,) = library.entries(f"{TOYS}:callback")
    kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_uint64)
    address = entry.address()
    assert address is not None
    assert kind(address)(-5, 3) == -2
    assert entry.needs == []


def test_no_reference_is_lost(bound: Callable[[str], Kernel]) -> None:
    negated, words = bound("negated"), np.zeros(1, dtype=np.uint64)
    clear = bound("clear")
    number = (1 << 61) + 7
    before = sys.getrefcount(number), sys.getrefcount(words), sys.getrefcount(None)
    for _ in range(1000):
        negated(number)
        clear(words)
    after = sys.getrefcount(number), sys.getrefcount(words), sys.getrefcount(None)
    assert before[:2] == after[:2]
    assert abs(before[2] - after[2]) < 500


def copy_of(library: Library, folder: Path) -> Path:
    """Copy the files of a library; return that of the index."""
    for source in library.path.parent.iterdir():
        if source.is_file():
            (folder / source.name).write_bytes(source.read_bytes())
    return folder / library.path.name


def code_of(path: Path) -> Path:
    """Return the file with the machine code of a kernel in the library with an index."""
    index = json.loads(path.read_text("utf-8"))
    known = index.get("objects", {}).get(f"{TOYS}:negated", [index.get("library")])
    return path.with_name(known[0])


def usable(path: Path) -> bool:
    """Return whether a kernel of a library can be loaded; if not, Numba compiles it."""
    try:
        (entry,) = Library(path, must_be_private=True).entries(f"{TOYS}:negated")
    except (OSError, ValueError):
        return False
    return entry.address() is not None


def test_damaged_machine_code_is_not_used(library: Library, tmp_path: Path) -> None:
    path = copy_of(library, tmp_path)
    assert usable(path)
    code = code_of(path)
    data = code.read_bytes()
    for damaged in (data[:-1], b"", data[:50] + bytes([data[50] ^ 1]) + data[51:]):
        code.write_bytes(damaged)
        assert not usable(path)
    code.unlink()
    assert not usable(path)


def test_a_damaged_index_is_not_used(library: Library, tmp_path: Path) -> None:
    best, *_ = fitting_targets()
    for k, text in enumerate(("", "{", "[]", '{"format": 0}', '{"format": 2}')):
        folder = tmp_path / str(k)
        (folder / best.name).mkdir(parents=True)
        path = copy_of(library, folder / best.name)
        if text:
            path.write_text(text, "utf-8")
        assert (precompiled._library(folder, best.name, False) is None) == bool(text)


def test_the_best_library_with_a_kernel_is_used(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    best, *_, least = (target.name for target in fitting_targets())
    monkeypatch.setattr(precompiled, "_folders", lambda: [(tmp_path, True)])
    monkeypatch.setattr(precompiled, "PACKAGES", ("tests",))
    for name in {best, least}:
        (tmp_path / name).mkdir()
        path = copy_of(library, tmp_path / name)
        if name != least:
            index = json.loads(path.read_text("utf-8"))
            del index["entries"][f"{TOYS}:negated"]
            path.write_text(json.dumps(index), "utf-8")
    for name, expected in {"negated": least, "half": best}.items():
        found = precompiled.library_of(f"{TOYS}:{name}")
        assert found is not None
        assert found.path.parent.name == expected


def test_that_an_installation_is_for_another_machine_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(precompiled, "OWN_FOLDER", tmp_path)
    why: Any = precompiled._why_not_ours.__wrapped__
    assert why() == ""
    (tmp_path / "another-machine").mkdir()
    assert "for another-machine, do not fit here" in why()
    (tmp_path / fitting_targets()[0].name).mkdir()
    assert why() == ""


def test_what_another_user_could_write_is_not_used(library: Library, tmp_path: Path) -> None:
    path = copy_of(library, tmp_path)
    assert usable(path)
    path.chmod(0o666)
    assert not usable(path)
    path.chmod(0o644)
    if "objects" in json.loads(path.read_text("utf-8")):  # others are only in the package itself
        code_of(path).chmod(0o666)
        assert not usable(path)
        code_of(path).chmod(0o644)
    tmp_path.chmod(0o777)
    assert not usable(path)
    tmp_path.chmod(private.OTHERS_MODE)


def test_edited_sources_are_compiled_anew(library: Library, tmp_path: Path) -> None:
    path = copy_of(library, tmp_path)
    index = json.loads(path.read_text("utf-8"))
    places, _ = index["modules"][TOYS]
    index["modules"][TOYS] = places, "another digest"
    path.write_text(json.dumps(index), "utf-8")
    assert library.has(f"{TOYS}:negated")
    assert not Library(path, must_be_private=False).has(f"{TOYS}:negated")


def test_the_index_has_all_functions(library: Library) -> None:
    index = json.loads(library.path.read_text("utf-8"))
    assert library.path.name == INDEX
    assert set(index["entries"]) == {f"{TOYS}:{name}" for name in (*SIGNATURES, "callback")}


def test_a_kernel_that_is_not_precompiled_can_be_an_error() -> None:
    code = "from exactcover import Problem; print(Problem([['p']]).count(method='dancing_cells'))"
    environment = os.environ | {"EXACTCOVER_KERNELS": "precompiled", "NUMBA_CACHE_DIR": os.devnull}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    if precompiled.OWN_FOLDER.is_dir():
        assert run.stdout == "1\n"
    else:
        assert "exactcover.engines.dancing_cells" in run.stderr
        assert "--build" in run.stderr


def test_no_import_of_a_test_changes_a_variable() -> None:
    """Pytest imports every module of the tests first, and their processes inherit its variables.

    So a module that sets EXACTCOVER_KERNELS when it is imported would change what all tests use.
    """
    folder = Path(__file__).parents[3]
    for path in sorted(folder.rglob("*.py")):
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(statement, ast.FunctionDef | ast.ClassDef):
                changed = any(map(_sets_a_variable, ast.walk(statement)))
                assert not changed, f"{path.relative_to(folder)}:{statement.lineno}"


def _sets_a_variable(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Store | ast.Del)
        and ast.unparse(node.value) in ("os.environ", "environ")
    )


def test_two_threads_may_bind_the_same_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second thread begins and ends while the first one looks up an address."""
    entries = precompiled.Entries([Entry(["object builtins:int"], lambda: id(None))])
    others = [lambda: list(entries.calls())]
    whole = precompiled.address

    def address(name: str) -> int | None:
        while others:
            others.pop()()
        return whole(name)

    monkeypatch.setattr(precompiled, "address", address)
    (call, place), *_ = entries.calls()
    assert not others
    assert {place for _, place in entries.calls()} >= {place}
    assert callable(call)
