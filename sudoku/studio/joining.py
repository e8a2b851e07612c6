"""The modules of the page as one script, which browsers open sooner than many files."""

from __future__ import annotations

import re
from collections.abc import Mapping

_IMPORT = re.compile(r'^import (\{.*\}) from "\./(\w+)\.js";\n', re.MULTILINE)
_LEFT = re.compile(r"^\s*(?:import|export)\b.*|\bimport\s?\(.*", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:class|const|(?:async )?function) (\w+))", re.MULTILINE)


def joined(modules: Mapping[str, str], first: str) -> str:
    r"""Return one script that runs a module, after those that it imports, each in its own scope.

    Parameters
    ----------
    modules
        The names of the modules, and their texts. They import names in braces from one another, and
        export classes, functions and constants where they define them.
    first
        The name of the module that is run.

    Raises
    ------
    ValueError
        If a module imports or exports in another way, or imports one that imports it.

    Examples
    --------
    >>> modules = {"a": 'import { n } from "./b.js";\nn();\n', "b": "export const n = 1;\n"}
    >>> print(joined(modules, "a"))
    const $b = (() => {
    const n = 1;
    return { n };
    })();
    const $a = (() => {
    const { n } = $b;
    n();
    return {  };
    })();
    <BLANKLINE>
    """
    parts = dict[str, str]()

    def add(name: str) -> None:
        text = modules[name].replace("\r\n", "\n")
        parts[name] = ""
        for match in _IMPORT.finditer(text):
            if match[2] not in parts:
                add(match[2])
            elif not parts[match[2]]:
                raise ValueError(f"{name}.js imports {match[2]}.js, which imports it")
        inner = _EXPORT.sub("", _IMPORT.sub(r"const \1 = $\2;\n", text))
        if left := _LEFT.search(inner):
            line = inner.count("\n", 0, left.end()) + 1
            raise ValueError(f"{name}.js, line {line}: cannot join {left[0].strip()!r}")
        exported = ", ".join(_EXPORT.findall(text))
        del parts[name]  # it comes after those that it imports
        parts[name] = f"const ${name} = (() => {{\n{inner}return {{ {exported} }};\n}})();\n"

    add(first)
    return "".join(parts.values())
