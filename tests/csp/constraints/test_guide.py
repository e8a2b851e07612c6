"""The guide to constraints names all of them, and no others."""

import re
from pathlib import Path

import csp
import csp.constraints

GUIDE = Path(__file__).parents[3] / "docs" / "guides" / "constraints.md"
NO_CONSTRAINTS = {"iff", "linear", "scalar_product"}
"""What operators say, or what has no counterpart in MiniZinc."""


def test_the_table_names_every_constraint() -> None:
    rows = [line.split(" | ") for line in GUIDE.read_text("utf-8").splitlines() if " | " in line]
    text = " ".join(row[1] for row in rows)
    named = set(re.findall(r"(?<![.\w])([a-z_]\w*)\(", text)) - {"symmetries", "len"}
    assert named <= set(csp.__all__)
    folder = Path(next(iter(csp.constraints.__path__)))
    modules = {path.stem for path in folder.glob("*.py")}
    ours = {
        name
        for name in csp.__all__
        if getattr(getattr(csp, name), "__module__", "").rpartition(".")[2] in modules
    }
    mentioned = set(re.findall(r"\w+", GUIDE.read_text("utf-8")))
    assert ours - NO_CONSTRAINTS <= mentioned
    assert len(rows) >= 40
