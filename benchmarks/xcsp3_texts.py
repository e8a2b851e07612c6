"""Documents of XCSP3 of any size, as the modelling library pycsp3 writes them: four kinds."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

N = 200
"""The number of variables."""
Rng = np.random.Generator


def _args(rng: Rng, n: int) -> str:
    """Return the names of n variables."""
    return " ".join(f"x[{k}]" for k in rng.choice(N, n, replace=False).tolist())


def _intensions(rng: Rng, n_bytes: int) -> str:
    """Return groups of comparisons of a distance with a number."""
    own = "".join(
        f"<args> {_args(rng, 2)} {rng.integers(1, 90)} </args>\n" for _ in range(n_bytes // 29)
    )
    return f"<group>\n<intension> gt(dist(%0,%1),%2) </intension>\n{own}</group>\n"


def _sums(rng: Rng, n_bytes: int) -> str:
    """Return sums, each with its coefficients."""
    return "".join(
        f"<sum>\n<list> {_args(rng, 6)} </list>\n"
        f"<coeffs> {' '.join(map(str, rng.integers(1, 20, 6).tolist()))} </coeffs>\n"
        f"<condition> (le,{rng.integers(900, 3000)}) </condition>\n</sum>\n"
        for _ in range(n_bytes // 130)
    )


def _different(rng: Rng, n_bytes: int) -> str:
    """Return a group of constraints that eight variables are all different."""
    own = "".join(f"<args> {_args(rng, 8)} </args>\n" for _ in range(n_bytes // 65))
    return f"<group>\n<allDifferent> %... </allDifferent>\n{own}</group>\n"


def _tables(rng: Rng, n_bytes: int) -> str:
    """Return groups of twenty tables, which have the same 2,000 rows."""
    parts = []
    for _ in range(max(1, n_bytes // 20_000)):
        rows = "".join(f"({a},{b},{c})" for a, b, c in rng.integers(0, 99, (2000, 3)).tolist())
        own = "".join(f"<args> {_args(rng, 3)} </args>\n" for _ in range(20))
        parts.append(
            "<group>\n<extension>\n<list> %0 %1 %2 </list>\n"
            f"<supports> {rows} </supports>\n</extension>\n{own}</group>\n"
        )
    return "".join(parts)


KINDS: dict[str, Callable[[Rng, int], str]] = {
    "intensions": _intensions,
    "sums": _sums,
    "different": _different,
    "tables": _tables,
}
"""The kinds of documents."""


def document_of(kind: str, n_bytes: int, seed: int = 0) -> str:
    """Return a document of a kind, of about some length.

    Examples
    --------
    >>> document_of("sums", 1000).count("<sum>")
    7
    """
    constraints = KINDS[kind](np.random.default_rng(seed), n_bytes)
    return (
        '<instance format="XCSP3" type="CSP">\n<variables>\n'
        f'<array id="x" size="[{N}]"> 0..98 </array>\n</variables>\n'
        f"<constraints>\n{constraints}</constraints>\n</instance>\n"
    )
