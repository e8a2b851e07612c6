"""Names of rows and columns beside a grid: ``r1:``, ``Row 1:``, ``1.``, ``A``, bullets."""

from __future__ import annotations

import re

__all__ = ["without_labels"]

FEWEST = 4
"""The least rows of a grid."""
_NAMED = re.compile(r"\s*(?:r|row|line|zeile)?\s*(\d+|[A-Z])\s*[:.)]\s+(?=\S)", re.IGNORECASE)
_BESIDE = re.compile(r"\s*(\d+|[A-Z])\s+(?=\S)")
_BULLET = re.compile(r"\s*[-*+]\s+(?=[^\s*+-])")
_BETWEEN = re.compile(r"[-+=|*.:'~_^ ]*")


def without_labels(lines: list[str]) -> list[str]:
    r"""Return lines without the labels before the rows of a grid, and without those above them.

    Labels are numbers or letters in turn from the first on, in each row; those without a sign after
    them only if columns have labels, too.

    Examples
    --------
    >>> without_labels(["1: 1...", "2: ....", "3: ....", "4: ...2"])
    ['1...', '....', '....', '...2']
    >>> without_labels(["  A B C D", "1 1 . . .", "2 . . . .", "3 . . . .", "4 . . . 2"])
    ['', '1 . . .', '. . . .', '. . . .', '. . . 2']
    """
    for pattern in (_NAMED, _BESIDE, _BULLET):
        found = {k: match for k, line in enumerate(lines) if (match := pattern.match(line))}
        if pattern is _BESIDE:
            found = _below_columns(lines, found)
        if len(found) < FEWEST or not _is_in_turn(
            [match[match.re.groups] for match in found.values()]
        ):
            continue
        between = range(min(found), max(found))
        if any(k not in found and not _BETWEEN.fullmatch(lines[k]) for k in between):
            continue
        cut = [line[found[k].end() :] if k in found else line for k, line in enumerate(lines)]
        if pattern is _BESIDE:
            cut[_columns_above(lines, min(found))] = ""
        return cut
    return lines


def _is_in_turn(labels: list[str]) -> bool:
    """Return whether labels are 1, 2, 3 ... or A, B, C ...; bullets are, too."""
    if not labels[0].isalnum():
        return len({label.strip() for label in labels}) == 1
    first = ord("A") - 1 if labels[0].isalpha() else 0
    numbers = [ord(each.upper()) - first if each.isalpha() else int(each) for each in labels]
    return numbers == list(range(1, len(labels) + 1))


def _columns_above(lines: list[str], start: int) -> int:
    """Return the line with labels of columns above a row; -1 if there is none."""
    above = (k for k in range(start - 1, -1, -1) if not _BETWEEN.fullmatch(lines[k]))
    k = next(above, -1)
    labels = re.findall(r"[^\s|]+", lines[k]) if k >= 0 else []
    is_short = all(re.fullmatch(r"\d\d?|[A-Z]", each) for each in labels)
    return k if len(labels) >= FEWEST and is_short and _is_in_turn(labels) else -1


def _below_columns(lines: list[str], found: dict[int, re.Match[str]]) -> dict[int, re.Match[str]]:
    """Return the rows below labels of columns, as many as there are columns."""
    for start in found:
        k = _columns_above(lines, start)
        if k >= 0:
            n = len(re.findall(r"[^\s|]+", lines[k]))
            return (
                {row: match for row, match in list(found.items()) if row > k}
                if (sum(row > k for row in found) == n)
                else {}
            )
    return {}
