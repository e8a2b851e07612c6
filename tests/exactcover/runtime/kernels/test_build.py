"""The build of libraries: it knows every kernel, and compiles again only what has changed."""

import ast
import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from exactcover.runtime.kernels import build, sources
from exactcover.runtime.kernels.__main__ import main
from exactcover.runtime.kernels.host import fitting_targets
from exactcover.runtime.kernels.jit import is_compiled
from exactcover.runtime.kernels.precompiled import PACKAGES
from exactcover.runtime.kernels.targets import by_name
from exactcover.runtime.kernels.variants import odd_arrays
from tests.exactcover.runtime.kernels import toy_kernels as toys
from tests.first_calls import find
from tests.signatures import bases

ROOT = Path(__file__).parents[4]
TOYS = toys.__name__
prepared = pytest.mark.skipif(not fitting_targets(), reason="no target is this machine")
compiled = pytest.mark.skipif(not is_compiled(), reason="nothing is compiled")


def kernels() -> Iterator[str]:
    """Yield the functions with the decorator `kernel`, as ``"package.module:name"``."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef):
                    names = [one.id for one in node.decorator_list if isinstance(one, ast.Name)]
                    if "kernel" in names:
                        yield f"{module}:{node.name}"


def test_every_kernel_has_a_signature() -> None:
    known = json.loads(build.SIGNATURES.read_text("utf-8"))["kernels"]
    assert sorted(known) == sorted(kernels()), "run `make signatures`"
    assert all(known.values())


@compiled
def test_the_passes_that_kernels_go_without_are_passes_of_numba() -> None:
    from numba.core.compiler_machinery import _pass_registry

    from exactcover.runtime.kernels.compiler import UNUSED

    assert {each.pass_inst.name() for each in _pass_registry._registry.values()} >= UNUSED


def test_all_signatures_of_a_kernel_follow_from_one() -> None:
    known = json.loads(build.SIGNATURES.read_text("utf-8"))["kernels"]
    for path, signatures in known.items():
        assert bases(path, signatures) == signatures, f"{path}: run `make signatures`"
        # Several only where something may be None, or a state of dancing cells may have bounds:
        # then they differ in the type of its field `bounded` alone.
        texts = {json.dumps(each) for each in signatures}
        unbounded = {text.replace('["boolean"]', "[]") for text in texts}
        is_by_bounds = len(texts) == 2 and len(unbounded) == 1
        assert len(signatures) == 1 or '"none"' in "".join(texts) or is_by_bounds, path
        assert not odd_arrays(signatures), path


def test_the_types_of_arguments_that_depend_on_the_problem() -> None:
    parts = {part.path: part.signatures for part in build.parts()}
    expected = {
        "exactcover.engines.masks.engine:advance": 3,
        "exactcover.engines.masks.memo:advance": 3,
        "exactcover.engines.cheapest.masks:advance": 3,
        "exactcover.engines.multicover_masks.engine:advance": 3,
        "exactcover.engines.multicover_masks.engine:choose": 3,
        "exactcover.engines.multicover_masks.memo:advance": 3,
        "exactcover.engines.first_fit.engine:advance": 3,
        "exactcover.engines.frontier.kernels:advance": 3,
        "exactcover.engines.frontier.passes:merge": 3,
        "exactcover.diagrams.frontier:find": 3,
        "sudoku.counting.completions:add_sums": 2,
    }
    for path, number in expected.items():
        signatures = parts[path]
        assert signatures is not None
        assert len(signatures) == number, path


def test_callbacks_are_functions_of_the_packages() -> None:
    for path in json.loads(build.SIGNATURES.read_text("utf-8"))["callbacks"]:
        module, _, name = path.partition(":")
        text = (ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
        assert f"\ndef {name}(" in text


@pytest.mark.kernel
@compiled
@prepared
def test_only_what_has_changed_is_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signatures = tmp_path / "signatures.json"
    monkeypatch.setattr(build, "SIGNATURES", signatures)
    asked: list[list[str]] = []
    compile_all = build._compiled

    def watched(processor: Any, tasks: Any, *others: Any) -> Any:
        asked[-1] += [task.part.path for task in tasks]
        return compile_all(processor, tasks, *others)

    monkeypatch.setattr(build, "_compiled", watched)
    best = fitting_targets()[0].for_loading
    for types in (["int64"], ["int64"], ["float64"]):
        known = {"kernels": {f"{TOYS}:negated": [types]}, "callbacks": [f"{TOYS}:callback"]}
        signatures.write_text(json.dumps(known), "utf-8")
        asked.append([])
        (path,) = build.build([best], tmp_path, n_workers=1)
        files = {file.name for file in path.parent.iterdir()}
        index = json.loads(path.read_text("utf-8"))
        assert files == {"index.json", *(file for file, _ in index["objects"].values())}
    first, second, third = asked
    assert first == [f"{TOYS}:negated", f"{TOYS}:callback"]
    assert second == []
    assert third == [f"{TOYS}:negated"]


@pytest.mark.kernel
@compiled
@prepared
def test_what_is_compiled_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupted build keeps what is done, and a build of some kernels keeps the others."""
    signatures = tmp_path / "signatures.json"
    names = [f"{TOYS}:negated", f"{TOYS}:callback"]
    known = {"kernels": {names[0]: [["int64"]]}, "callbacks": names[1:]}
    signatures.write_text(json.dumps(known), "utf-8")
    monkeypatch.setattr(build, "SIGNATURES", signatures)
    target = fitting_targets()[0].for_loading

    def interrupt(path: str) -> None:
        raise KeyboardInterrupt

    def entries() -> set[str]:
        return {*json.loads((tmp_path / target.name / "index.json").read_bytes())["entries"]}

    with pytest.raises(KeyboardInterrupt):
        build.build([target], tmp_path, 1, interrupt)
    assert entries() == {names[0]}
    build.build([target], tmp_path, 1, wanted=names[1:])
    assert entries() == {*names}
    build.build([target], tmp_path, 1, wanted=[])
    assert entries() == {*names}


def test_kernels_that_ask_for_the_processor_are_few() -> None:
    asking = {part.path for part in build.parts() if sources.asks_processor(part.module)}
    assert "sudoku.solvers.bitboard.search:solve_some" in asking
    assert len(asking) < 10


@pytest.mark.kernel
@compiled
def test_a_partial_library_has_only_kernels_that_gain_from_the_processor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signatures = tmp_path / "signatures.json"
    known = {"kernels": {f"{TOYS}:negated": [["int64"]]}, "callbacks": []}
    signatures.write_text(json.dumps(known), "utf-8")
    monkeypatch.setattr(build, "SIGNATURES", signatures)
    partial = [by_name("linux-x86_64-v4"), by_name("linux-x86_64-v4-popcount")]
    targets = [*partial, partial[1]._replace(name="whole", is_partial=False)]
    paths = build.build(targets, tmp_path, n_workers=1)
    assert build.build(targets, tmp_path, 1, wanted=[]) == paths
    if find_spec("ziglang"):
        shared = tmp_path / "shared"
        shared.mkdir()
        paths = [build.share(target, tmp_path, shared) for target in targets]
        entries = [json.loads(path.read_text("utf-8"))["entries"] for path in paths]
        assert [len(each) for each in entries] == [0, 0, 1]


def test_common_calls_are_listed() -> None:
    """What README, the tutorials and usual commands call is what `pip install .` compiles."""
    known = {part.path for part in build.parts()}
    assert set(build.first_calls()) <= known


@pytest.mark.kernel
@compiled
def test_the_list_of_common_calls_is_up_to_date() -> None:
    missing = find() - set(build.first_calls())
    assert not missing, "run `python -m tests.first_calls`"


def test_the_files_that_a_kernel_depends_on() -> None:
    files = sources.dependencies("sudoku.solvers.bitboard.search")
    assert "sudoku/solvers/bitboard/lowering.py" in files  # it is named in a text
    assert "exactcover/runtime/kernels/lowering/vectors.py" in files
    assert "exactcover/runtime/kernels/objects.py" in files
    assert "exactcover/engines/masks/engine.py" not in files


@pytest.mark.kernel
@compiled
@prepared
def test_the_state_of_every_kernel_is_shown() -> None:
    result = CliRunner().invoke(main, [], env={"COLUMNS": "300"})
    assert result.exit_code == 0
    assert all(path in result.output for path in kernels())
    assert "this machine" in result.output


@prepared
def test_without_a_folder_nothing_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/dev/null")
    result = CliRunner().invoke(main, ["--build"])
    assert (result.exit_code, "No folder" in result.output) == (0, True)
