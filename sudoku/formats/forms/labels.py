"""Names of rows and columns beside a grid: ``r1:``, ``Row 1:``, ``1.``, ``A``, bullets."""

from __future__ import annotations

import re
from collections.abc import Iterable

FEWEST = 4
"""The least rows of a grid."""
_NAMED = re.compile(r"(?:r|row|line|zeile)?\s*(\d{1,3}|[A-Z])(?:[.)]|\s*:)\s+(?=\S)", re.IGNORECASE)
_BESIDE = re.compile(r"(\d{1,3}|[A-Z])\s+(?=\S)")
_BULLET = re.compile(r"([-*+])\s+(?=[^\s*+-])(?!.*\1)")
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
    plain = [line.lstrip() for line in lines]
    for pattern in (_NAMED, _BESIDE, _BULLET):
        found = {k: match for k, line in enumerate(plain) if (match := pattern.match(line))}
        above = -1
        if pattern is _BESIDE:
            above, n = _columns_above(lines, found)
            found = {k: match for k, match in found.items() if k > above}
            if len(found) != n:
                continue
        if len(found) < FEWEST or not _is_in_turn([match[1] for match in found.values()]):
            continue
        between = range(min(found), max(found))
        if any(k not in found and not _BETWEEN.fullmatch(lines[k]) for k in between):
            continue
        ends = {k: match.end() for k, match in found.items()}
        cut = [plain[k][ends[k] :] if k in ends else line for k, line in enumerate(lines)]
        if above >= 0:
            cut[above] = ""
        return cut
    return lines


def _is_in_turn(labels: list[str]) -> bool:
    """Return whether labels are 1, 2, 3 ... or A, B, C ...; bullets are, too."""
    if not labels[0].isalnum():
        return len(set(labels)) == 1
    first = ord("A") - 1 if labels[0].isalpha() else 0
    numbers = [ord(each.upper()) - first if each.isalpha() else int(each) for each in labels]
    return numbers == list(range(1, len(labels) + 1))


def _columns_above(lines: list[str], rows: Iterable[int]) -> tuple[int, int]:
    """Return the line of the labels of columns above one of the rows, and how many there are."""
    for row in rows:
        above = (k for k in range(row - 1, -1, -1) if not _BETWEEN.fullmatch(lines[k]))
        k = next(above, -1)
        labels = re.findall(r"[^\s|]+", lines[k]) if k >= 0 else []
        is_short = all(re.fullmatch(r"\d\d?|[A-Z]", each) for each in labels)
        if len(labels) >= FEWEST and is_short and _is_in_turn(labels):
            return k, len(labels)
    return -1, 0
