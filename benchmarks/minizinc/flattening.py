"""Flatten instances with MiniZinc, once for each library, and keep the results."""

import json
import re
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from benchmarks.minizinc import process, roster
from benchmarks.minizinc.instances import Instance
from benchmarks.minizinc.output import objective_of
from benchmarks.minizinc.roster import Library

LIMITS = process.Limits(120.0, 8000)


@dataclass(frozen=True)
class Flattened:
    """An instance in FlatZinc, or why there is none."""

    flatzinc: Path
    seconds: float
    """Of the processor."""
    error: str

    @property
    def output_model(self) -> Path:
        """The file by which MiniZinc writes solutions as the model has them."""
        return self.flatzinc.with_suffix(".ozn")


def flatten(instance: Instance, challenge: Path, library: Library, folder: Path) -> Flattened:
    """Flatten an instance for a library, unless a result of the same library is in `folder`."""
    base = folder / f"{instance.key}.{library.identifier}"
    path, record = base.with_name(base.name + ".fzn"), base.with_name(base.name + ".json")
    digest = _digest(library.folder)
    if record.exists():
        fields = json.loads(record.read_text())
        if fields.pop("library") == digest:
            return Flattened(path, **fields)
    folder.mkdir(parents=True, exist_ok=True)
    flattened = Flattened(path, *_flatten(instance.paths(challenge), library, path))
    fields = {name: value for name, value in asdict(flattened).items() if name != "flatzinc"}
    record.write_text(json.dumps({**fields, "library": digest}) + "\n")
    return flattened


def _flatten(files: list[str], library: Library, path: Path) -> tuple[float, str]:
    """Write the files of an instance; return the processor seconds, and the error if any."""
    output = ["--fzn", str(path), "--ozn", str(path.with_suffix(".ozn"))]
    # All variables of the model are printed, so that a solution can be checked by fixing them.
    modes = ["--output-mode", "dzn", "--output-objective"]
    command = ["minizinc", "-c", "--solver", library.identifier, *output, *modes, *files]
    lines: list[str] = []
    usage = process.run(command, LIMITS, lambda line, _: lines.append(line), roster.variables())
    error = ""
    if usage.stopped:
        error = f"MiniZinc was stopped by the limit of {usage.stopped}"
    elif usage.code or not path.exists():
        error = usage.errors or "\n".join(lines)[-process.N_ERRORS :] or f"exit code {usage.code}"
    else:
        text = path.read_text(encoding="utf-8")
        path.write_text(with_printed_objective(text), encoding="utf-8")
    return round(usage.seconds, 2), error


def with_printed_objective(flatzinc: str) -> str:
    r"""Return a text in FlatZinc whose objective is among the variables that are printed.

    MiniZinc leaves it out if the model has no name for it.

    Examples
    --------
    >>> with_printed_objective("var 1..3: x :: is_defined_var;\nsolve minimize x;")
    'var 1..3: x:: output_var :: is_defined_var;\nsolve minimize x;'
    """
    objective = objective_of(flatzinc)
    if objective is None:
        return flatzinc
    declaration = rf"^(var [^:;]*: *{re.escape(objective.variable)}\b)([^;]*;)"
    return re.sub(
        declaration,
        lambda found: (
            found[0] if "output_var" in found[2] else f"{found[1]}:: output_var{found[2]}"
        ),
        flatzinc,
        count=1,
        flags=re.MULTILINE,
    )


def _digest(folder: Path | None) -> str:
    """Return a digest of a library, by which a change of it is seen."""
    total = sha256()
    for path in sorted(folder.rglob("*.mzn")) if folder else ():
        total.update(path.name.encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:16]
