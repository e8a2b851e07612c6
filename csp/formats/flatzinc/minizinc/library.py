"""The files in which MiniZinc looks for the global constraints of a solver.

The library of MiniZinc includes `fzn_circuit.mzn` for the constraint `circuit`, and
`fzn_circuit_reif.mzn` for its reified forms. Ours declare the predicate `csp_circuit`, and hand the
arguments on. Each is written from a line of `global_constraints.txt`, when a wheel is built or the
project is installed (`hatch_build.py`, which has no other package then; so this module imports
none), or at the first `csp minizinc`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent
"""The folder of our solver configuration `csp.msc`; the folder `csp` in it has the files."""

LINE = re.compile(r"(predicate|function) (\w+)\((.*?)\)(?: = \((.*)\))?")
ARGUMENT = re.compile(r"(?:, )?(.+?): (\w+)")

SHORT = {
    "first": "if length({0}) = 0 then 1 else min(index_set({0})) endif",
    "height": "card(index_set_1of2({0}))",
    "width": "card(index_set_2of2({0}))",
    "rows": "array1d({0})",
    "columns": "[{0}[i, j] | j in index_set_2of2({0}), i in index_set_1of2({0})]",
}
"""The parts of arrays that `global_constraints.txt` names -> how MiniZinc writes them.

A part is the first index, the size, or the entries one after another.
"""


def library() -> Path:
    """Return the folder with our solver configuration for MiniZinc.

    An installed package has all files. In a folder of sources, those that are missing or out of
    date are written.

    Raises
    ------
    OSError
        If a file is missing and cannot be written.
    """
    folder = FOLDER / "csp"
    texts = dict(files())
    for path in folder.glob("fzn_*.mzn"):
        if path.name not in texts:
            path.unlink(missing_ok=True)
    for name, text in texts.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            draft = path.with_suffix(f".{os.getpid()}")
            draft.write_text(text, encoding="utf-8")
            draft.replace(path)  # at once, so MiniZinc never reads a part of a file
    return FOLDER


def files() -> Iterator[tuple[str, str]]:
    """Yield the names and the texts of all files that follow from `global_constraints.txt`.

    Examples
    --------
    >>> print(dict(files())["fzn_circuit.mzn"])
    predicate csp_circuit(array[int] of var int: a1, int: a2);
    <BLANKLINE>
    predicate fzn_circuit(array[int] of var int: x) =
        csp_circuit(x, if length(x) = 0 then 1 else min(index_set(x)) endif);
    <BLANKLINE>
    """
    for line in (FOLDER / "global_constraints.txt").read_text(encoding="utf-8").splitlines():
        if match := LINE.fullmatch(line):
            kind, name, taken, given = match.groups()
            types = {argument: type_ for type_, argument in ARGUMENT.findall(taken)}
            arguments = given.split(", ") if given else list(types)
            stem = "fzn_" + re.sub(r"(max|min)imum_arg", r"arg_\1", name)
            yield f"{stem}.mzn", definition(name, types, arguments)
            if kind == "predicate":
                types["holds"] = "var bool"
                forms = [f"{name}_reif", f"{name}_imp"]
                texts = [definition(form, types, [*arguments, "holds"]) for form in forms]
                yield f"{stem}_reif.mzn", "\n".join(texts)


def definition(name: str, types: dict[str, str], arguments: list[str]) -> str:
    """Return the declaration of our predicate, and the definition of MiniZinc's by it.

    Parameters
    ----------
    name
        The name of both without the beginnings `csp_` and `fzn_`.
    types
        The arguments of MiniZinc's predicate, and their types.
    arguments
        The arguments of ours: names of others, or what is taken of one (`SHORT`).
    """
    declared, passed = [], []
    for n, argument in enumerate(arguments, 1):
        short, _, array = argument.rstrip(")").rpartition("(")
        is_number = short in ("first", "height", "width")
        kind = "int" if is_number else re.sub(r"\[.*?\]", "[int]", types[array])
        declared.append(f"{kind}: a{n}")
        passed.append(SHORT[short].format(array) if short else array)
    taken = ", ".join(f"{kind}: {argument}" for argument, kind in types.items())
    return (
        f"predicate csp_{name}({', '.join(declared)});\n\n"
        f"predicate fzn_{name}({taken}) =\n    csp_{name}({', '.join(passed)});\n"
    )
