"""The instances of a folder that holds the repository of the MiniZinc Challenge."""

import re
from pathlib import Path
from typing import NamedTuple

DATA = (".dzn", ".json")


class Instance(NamedTuple):
    """A model with its data; files are relative to the folder of the Challenge.

    Examples
    --------
    >>> instance = Instance.of("2014/openshop/openshop.mzn,2014/openshop/j8per0-2.dzn")
    >>> instance.label, instance.key
    ('2014/openshop j8per0-2', '2014_openshop_openshop_mzn_2014_openshop_j8per0_2_dzn')
    """

    files: tuple[str, ...]

    @classmethod
    def of(cls, name: str) -> "Instance":
        """Return the instance with a name, which is ``MODEL`` or ``MODEL,DATA``."""
        return cls(tuple(name.split(",")))

    @property
    def name(self) -> str:
        """The name by which rows refer to this instance."""
        return ",".join(self.files)

    @property
    def label(self) -> str:
        """A short name, for tables: the folder, and the name of the last file."""
        last = Path(self.files[-1])
        return f"{last.parent} {last.stem}"

    @property
    def key(self) -> str:
        """A name for files."""
        return re.sub(r"[^A-Za-z0-9]+", "_", self.name)

    def paths(self, folder: Path) -> list[str]:
        """Return the paths of the files."""
        return [str(folder / file) for file in self.files]


def listed(path: Path, folder: Path) -> list[Instance]:
    """Read a list, which has one instance a line; lines that begin with ``#`` are comments.

    Raises
    ------
    ValueError
        If a file is missing; the message names the line.
    """
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        name = line.strip()
        if name and not name.startswith("#"):
            found.append(Instance.of(name))
            for file in found[-1].files:
                if not (folder / file).is_file():
                    raise ValueError(f"{path}, line {number}: {folder} has no file {file!r}")
    return found


def every(folder: Path) -> list[Instance]:
    """Return each model with each file of data in its folder, or alone if there is none."""
    found = []
    for model in sorted(folder.rglob("*.mzn")):
        data = sorted(path for path in model.parent.iterdir() if path.suffix in DATA)
        own = [str(path.relative_to(folder)) for path in (model, *data)]
        found += [Instance((own[0], file)) for file in own[1:]] or [Instance((own[0],))]
    return found
