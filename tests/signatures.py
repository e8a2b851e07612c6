"""Record the signatures of kernels that the tests compile: `python -m pytest -p tests.signatures`.

`make signatures` runs the tests so, and adds a signature of each new kernel to
`exactcover/runtime/kernels/signatures.json`. The others follow from it
(`exactcover.runtime.kernels.variants`). If a kernel is called with types that do not, a second one
is added, and a test fails until an annotation says which types there are.
"""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest

from exactcover.runtime.kernels.build import SIGNATURES
from exactcover.runtime.kernels.kernel_cache import KernelCache
from exactcover.runtime.kernels.precompiled import PACKAGES
from exactcover.runtime.kernels.signatures import Json, to_json
from exactcover.runtime.kernels.variants import variants

FOLDER = Path(os.environ.get("SIGNATURES", ".cache/signatures"))
"""Where each process of the tests stores what it has seen."""

_load = KernelCache.load_overload
_seen: dict[str, dict[str, list[Json]]] = {"kernels": {}, "callbacks": {}}


def _record(cache: KernelCache, types: Any, target: Any) -> Any:
    """Record a kernel and the types of its arguments, and load it as usual."""
    function = cache._function
    path = f"{function.__module__}:{function.__qualname__}"
    if path.partition(".")[0] in PACKAGES and "<locals>" not in path:
        if cache._kind == "callback":
            _seen["callbacks"][path] = []
        else:
            known = _seen["kernels"].setdefault(path, [])
            kinds = [to_json(kind) for kind in getattr(types, "args", types)]
            if kinds not in known and "tests." not in json.dumps(kinds):
                known.append(kinds)
    return _load(cache, types, target)


def pytest_configure() -> None:
    """Watch what is compiled or loaded."""
    KernelCache.load_overload = _record  # type: ignore[assignment, method-assign]


def pytest_unconfigure(config: pytest.Config) -> None:
    """Store what this process has seen; the main process joins all of it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{os.getpid()}.json").write_text(json.dumps(_seen), "utf-8")
    if not hasattr(config, "workerinput"):
        _join()


def _join() -> None:
    """Add what all processes have seen to the signatures that are known."""
    old = json.loads(SIGNATURES.read_text("utf-8"))
    kernels: dict[str, list[Json]] = old["kernels"]
    callbacks: set[str] = set(old["callbacks"])
    for path in FOLDER.glob("*.json"):
        seen = json.loads(path.read_text("utf-8"))
        callbacks.update(seen["callbacks"])
        for name, signatures in seen["kernels"].items():
            kernels[name] = bases(name, [*kernels.get(name, []), *signatures])
        path.unlink()
    called = {name: sorted(found, key=json.dumps) for name, found in kernels.items() if found}
    everything = {"callbacks": sorted(callbacks), "kernels": called}
    SIGNATURES.write_text(json.dumps(everything, indent=0, sort_keys=True) + "\n", "utf-8")


def bases(path: str, signatures: Iterable[Any]) -> list[Any]:
    """Return signatures of a kernel from which all others follow, of those that are up to date."""
    function = resolve_name(path)
    current = {json.dumps(one): one for one in signatures if is_current(function, one)}
    found: dict[str, set[str]] = {}
    for text, one in sorted(current.items(), key=lambda each: -len(each[0])):
        if not any(text in others for others in found.values()):
            found[text] = {json.dumps(other) for other in variants(function, one)}
    return [current[text] for text in found]


def is_current(function: Any, signature: Any) -> bool:
    """Return whether a signature has the arguments and the fields that the sources have."""
    try:
        variants(function, signature)
    except (AttributeError, ImportError, ValueError):
        return False
    return True
