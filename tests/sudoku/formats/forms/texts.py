"""Texts in the forms that people paste, of grids that are made here."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from string import ascii_uppercase
from typing import NamedTuple

from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape

S2, S3, S6, S12, S4 = Shape(2, 2), Shape(3, 3), Shape(3, 2), Shape(4, 3), Shape(4, 4)


class Sample(NamedTuple):
    """A text and the grid that it shows."""

    name: str
    text: str
    grid: Grid


def solution(shape: Shape, seed: int) -> list[list[int]]:
    """Return a filled grid: a shifted pattern, with its lines and digits in another order."""
    draw, n = Random(seed), shape.n
    digits = draw.sample(range(1, n + 1), n)
    rows = [
        shape.q * k + r
        for k in draw.sample(range(shape.p), shape.p)
        for r in draw.sample(range(shape.q), shape.q)
    ]
    columns = [
        shape.p * k + c
        for k in draw.sample(range(shape.q), shape.q)
        for c in draw.sample(range(shape.p), shape.p)
    ]
    return [
        [digits[(shape.p * (r % shape.q) + r // shape.q + c) % n] for c in columns] for r in rows
    ]


def puzzle(shape: Shape, seed: int, share: float = 0.4) -> list[list[int]]:
    """Return such a grid with some cells blank."""
    draw = Random(seed)
    return [[d if draw.random() < share else 0 for d in row] for row in solution(shape, seed)]


FULL = solution(S3, 7)
CLUES = puzzle(S3, 7)
GRID = Grid(S3, CLUES)
ROWS = ["".join(str(digit) if digit else "." for digit in row) for row in CLUES]
LINE = "".join(ROWS)
PLACED = [(r, c, digit) for r, row in enumerate(CLUES) for c, digit in enumerate(row) if digit]
SOLUTION = "".join(str(digit) for row in FULL for digit in row)
CANDIDATES = [
    [
        str(CLUES[r][c])
        if CLUES[r][c]
        else "".join(
            str(d)
            for d in range(1, 10)
            if d not in CLUES[r]
            and d not in [row[c] for row in CLUES]
            and d
            not in [
                CLUES[i][j]
                for i in range(9)
                for j in range(9)
                if i // 3 == r // 3 and j // 3 == c // 3
            ]
        )
        for c in range(9)
    ]
    for r in range(9)
]


def in_groups(row: Sequence[str], bar: str, between: str = "") -> str:
    return bar.join(between.join(row[k : k + 3]) for k in range(0, 9, 3))


def drawn(
    top: str, ruler: str, bottom: str, line: Callable[[Sequence[str]], str], blank: str = "."
) -> str:
    """Return a drawing with rulers around and between the bands."""
    out = [top] * bool(top)
    for r, row in enumerate(ROWS):
        if r in (3, 6) and ruler:
            out.append(ruler)
        out.append(line([sign.replace(".", blank) for sign in row]))
    return "\n".join(out + [bottom] * bool(bottom))


def bars(row: Sequence[str]) -> str:
    return f"| {in_groups(row, ' | ', ' ')} |"


def tight(row: Sequence[str]) -> str:
    return f"|{in_groups(row, '|')}|"


def blanks(text: str, blank: str) -> str:
    return text.replace(".", blank)


def listed(opening: str, closing: str, blank: str = "0", separator: str = ",") -> str:
    rows = [separator.join(str(d) if d else blank for d in row) for row in CLUES]
    inner = f"{separator}\n".join(f"{opening}{row}{closing}" for row in rows)
    return f"{opening}{inner}{closing}"


SPACES = [row.replace(".", " ") for row in ROWS]
BOXED = "\n".join(
    ["┌───────┬───────┬───────┐"]
    + [
        line
        for r, row in enumerate(ROWS)
        for line in [
            *(["├───────┼───────┼───────┤"] if r in (3, 6) else []),
            f"│ {in_groups(row, ' │ ', ' ')} │",
        ]
    ]
    + ["└───────┴───────┴───────┘"]
)
HEAVY = "\n".join(
    ["╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗"]
    + [
        line
        for r, row in enumerate(ROWS)
        for line in [
            *(["╟───┼───┼───╫───┼───┼───╫───┼───┼───╢"] if r % 3 else []),
            *(["╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣"] if r in (3, 6) else []),
            "║" + "║".join("│".join(f" {s} " for s in row[k : k + 3]) for k in (0, 3, 6)) + "║",
        ]
    ]
    + ["╚═══╧═══╧═══╩═══╧═══╧═══╩═══╧═══╧═══╝"]
).replace(".", " ")


def ninth(text: str = LINE) -> str:
    return "\n".join(text[k : k + 9] for k in range(0, 81, 9))


NINE = [
    ("stars around", drawn("*-----------*", "|---+---+---|", "*-----------*", tight)),
    (
        "dots around",
        drawn(
            ".-------.-------.-------.",
            ":-------+-------+-------:",
            "'-------'-------'-------'",
            bars,
        ),
    ),
    (
        "plus signs",
        drawn(
            "+-------+-------+-------+",
            "+-------+-------+-------+",
            "+-------+-------+-------+",
            bars,
        ),
    ),
    ("box drawing", BOXED),
    ("heavy box drawing", HEAVY),
    ("middle dots", BOXED.replace(".", "·")),
    (
        "simple sudoku",
        drawn(" *-----------*", " |---+---+---|", " *-----------*", lambda row: " " + tight(row)),
    ),
    ("norvig", drawn("", "------+-------+------", "", lambda row: in_groups(row, " | ", " "))),
    (
        "dashes only",
        drawn(
            "-------------------------",
            "-------------------------",
            "-------------------------",
            bars,
        ),
    ),
    ("underscores", drawn("", "___________", "", lambda row: in_groups(row, "|"))),
    ("tildes", drawn("~~~~~~~~~~~", "~~~~~~~~~~~", "~~~~~~~~~~~", lambda row: in_groups(row, "|"))),
    ("equals signs", drawn("=" * 13, "=" * 13, "=" * 13, tight)),
    ("exclamation marks", drawn("", "---!---!---", "", lambda row: in_groups(row, "!"))),
    ("groups", drawn("", "", "", lambda row: in_groups(row, " "))),
    (
        "groups and gaps",
        "\n\n".join(
            "\n".join(in_groups(row, "  ", " ") for row in ROWS[k : k + 3]) for k in (0, 3, 6)
        ),
    ),
    ("title", "Grid 01\n" + ninth()),
    ("puzzle number", "Puzzle 1\n\n" + ninth(blanks(LINE, "0"))),
    ("title and author", "Title: The Small One\nAuthor: Nobody\n\n" + BOXED),
    ("percent comment", "% from the newspaper\n" + ninth()),
    ("slashes comment", "// from the newspaper\n" + ninth()),
    ("semicolon comment", "; hard one\n" + ninth()),
    ("date above", "2021-05-12\n\n" + ninth()),
    ("footer", ninth() + "\n\nSolve it in twenty minutes!"),
    (
        "forum post",
        "Hello,\nI am stuck with this one:\n\n"
        + drawn("*-----------*", "|---+---+---|", "*-----------*", tight)
        + "\n\nAny help?",
    ),
    ("quotation", "\n".join(f"> {row}" for row in ROWS)),
    ("code fence", "```\n" + ninth() + "\n```"),
    ("forum code", "[code]\n" + ninth() + "\n[/code]"),
    (
        "markdown table",
        "\n".join(["|" + "|".join(f" {s} " for s in row) + "|" for row in ROWS]).replace(".", " "),
    ),
    ("zeros", ninth(blanks(LINE, "0"))),
    ("underscore blanks", ninth(blanks(LINE, "_"))),
    ("star blanks", ninth(blanks(LINE, "*"))),
    ("x blanks", ninth(blanks(LINE, "x"))),
    ("X blanks in groups", drawn("", "", "", lambda row: in_groups(row, " "), "X")),
    ("question marks", ninth(blanks(LINE, "?"))),
    ("dash blanks with spaces", "\n".join(" ".join(blanks(row, "-")) for row in ROWS)),
    (
        "dash blanks in bars",
        drawn(
            "+-------+-------+-------+",
            "+-------+-------+-------+",
            "+-------+-------+-------+",
            bars,
            "-",
        ),
    ),
    ("spaces for blanks", "\n".join(SPACES)),
    ("spaces, cut", "\n".join(row.rstrip() for row in SPACES)),
    ("spaces with bars", drawn("+---+---+---+", "+---+---+---+", "+---+---+---+", tight, " ")),
    (
        "spaces with wide bars",
        drawn(
            "+-------+-------+-------+",
            "+-------+-------+-------+",
            "+-------+-------+-------+",
            bars,
            " ",
        ),
    ),
    ("every second place", "\n".join(" ".join(row) for row in SPACES)),
    ("title over spaces", "Easy one\n" + "\n".join(SPACES)),
    ("line of spaces", LINE.replace(".", " ")),
    ("line", LINE),
    ("line with x", blanks(LINE, "x")),
    ("line of question marks", blanks(LINE, "?")),
    ("tail of a rating", f"{LINE};11.9;1.2"),
    ("tail with spaces", f"{LINE} # 24 FNBTW C21.m ED=7.2/1.2/1.2"),
    ("number first", f"17,{LINE},{SOLUTION},0.0"),
    ("solution first", f"solution,puzzle\n{SOLUTION},{LINE}"),
    ("quoted header", f'"quizzes","solutions"\n"{blanks(LINE, "0")}","{SOLUTION}"'),
    ("semicolons", f"id;puzzle;solution;difficulty\n12;{LINE};{SOLUTION};4.5"),
    ("tabs", f"id\tpuzzle\tsolution\n12\t{LINE}\t{SOLUTION}"),
    ("key and value", f"puzzle={LINE}"),
    ("variable of a program", f'static const char *grid = "{LINE}";'),
    ("wrapped line", f"{LINE[:60]}\n{LINE[60:]}"),
    ("rows with spaces", " ".join(ROWS)),
    ("rows with slashes", "/".join(ROWS)),
    ("rows with commas", ",".join(ROWS)),
    ("rows with bars", "|".join(ROWS)),
    ("boxes and bands", " ".join(in_groups(row, " ") for row in ROWS)),
    ("numbers on a line", " ".join(blanks(LINE, "0"))),
    ("numbers with commas", ",".join(blanks(LINE, "0"))),
    ("numbers with commas and spaces", ", ".join(blanks(LINE, "0"))),
    ("numbers with semicolons", ";".join(blanks(LINE, "0"))),
    ("braces of C", "int grid[9][9] = " + listed("{", "}") + ";"),
    ("Java", "int[][] board = new int[][] " + listed("{", "}") + ";"),
    ("lists of Python", "grid = " + listed("[", "]", separator=", ")),
    ("None", "grid = " + listed("[", "]", "None", ", ")),
    ("null", listed("[", "]", "null")),
    ("tuples", listed("(", ")")),
    ("array of numpy", "array(" + listed("[", "]", separator=", ") + ")"),
    (
        "numpy printed",
        "[" + "\n ".join("[" + " ".join(blanks(row, "0")) + "]" for row in ROWS) + "]",
    ),
    ("list of texts", repr([LINE])),
    ("list of rows", repr(ROWS)),
    ("rows of JSON", json.dumps([blanks(row, "0") for row in ROWS], indent=1)),
    ("signs of JSON", json.dumps([list(row) for row in ROWS])),
    ("empty texts", json.dumps([[sign.strip(".") for sign in row] for row in ROWS])),
    ("object of JSON", json.dumps({"difficulty": "easy", "board": CLUES})),
    ("puzzle and solution", json.dumps({"solution": FULL, "puzzle": CLUES})),
    ("object with a grid", json.dumps({"grid": CLUES, "level": 3, "solution": FULL})),
    ("object with rows of texts", json.dumps({"puzzle": {"size": 9, "grid": ROWS}})),
    ("object with cells", json.dumps({"size": 9, "cells": [d for row in CLUES for d in row]})),
    ("flat list", json.dumps([digit for row in CLUES for digit in row])),
    (
        "leetcode",
        "board = [" + ",".join("[" + ",".join(f'"{s}"' for s in row) + "]" for row in ROWS) + "]",
    ),
    ("floats", json.dumps([[float(d) for d in row] for row in CLUES])),
    ("concatenated texts", "grid = " + "\n  + ".join(f'"{row}"' for row in ROWS) + ";"),
    (
        "comments in lists",
        "[\n"
        + "\n".join(f"  {row},  # row {k}" for k, row in enumerate(map(str, CLUES), 1))
        + "\n]",
    ),
    (
        "cells of a spreadsheet",
        "\n".join(",".join(str(d) if d else "" for d in row) for row in CLUES),
    ),
    (
        "a comma after each cell",
        "\n".join("".join(f"{d or ''}," for d in row) for row in CLUES),
    ),
    ("quoted cells", "\n".join(",".join(f'"{d or ""}"' for d in row) for row in CLUES)),
    ("cells with tabs", "\n".join("\t".join(str(d) if d else "" for d in row) for row in CLUES)),
    ("byte-order mark", "\ufeff" + ninth()),
    ("link", f"https://www.sudokuwiki.org/sudoku.htm?bd={blanks(LINE, '0')}"),
    ("link with more", f"https://example.org/play?level=3&puzzle={blanks(LINE, '0')}#top"),
    ("link with a path", f"https://example.org/solve/{LINE}"),
    ("full-width digits", "".join(chr(0xFF10 + int(s)) if s != "." else "." for s in LINE)),
    (
        "full-width dots",
        ninth().translate(
            str.maketrans("." + "123456789", "\uff0e" + "".join(chr(0xFF11 + k) for k in range(9)))
        ),
    ),
    ("line of full-width dots", blanks(LINE, "\uff0e")),
    ("letters", ninth("".join("ABCDEFGHI"[int(s) - 1] if s != "." else "." for s in LINE))),
    ("sdk", f"#ANobody\n#DEasy\n[Puzzle]\n{ninth()}\n"),
    (
        "opensudoku",
        '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n <name>One</name>\n'
        f' <author>Nobody</author>\n <game data="{blanks(LINE, "0")}" />\n</opensudoku>',
    ),
    (
        "opensudoku 2",
        f'<opensudoku2><folder name="One"><game cells_data="{blanks(LINE, "0")}"/></folder>'
        "</opensudoku2>",
    ),
    (
        "janko",
        "begin\npuzzle sudoku\nauthor Nobody\nsize 9\npatternx 3\npatterny 3\nproblem\n"
        + "\n".join(" ".join(blanks(row, "-")) for row in ROWS)
        + "\nsolution\n"
        + "\n".join(" ".join(map(str, row)) for row in FULL)
        + "\nmoves\n1ab;\nend",
    ),
    (
        "solo",
        "3x3:"
        + "".join(("" if k == 0 else "_") + s for k, s in enumerate(LINE))
        .replace(".", "a")
        .replace("a_", "a")
        .replace("_a", "a"),
    ),
    ("sumocue", "SumoCueV1" + "".join(f"={s}" for s in blanks(LINE, "0"))),
    (
        "candidates in a grid",
        "\n".join(" ".join(f"{word:9}" for word in row) for row in CANDIDATES),
    ),
    (
        "candidates of hodoku",
        "\n".join(
            [".---------------.---------------.---------------."]
            + [
                line
                for r, row in enumerate(CANDIDATES)
                for line in [
                    *([":---------------+---------------+---------------:"] if r in (3, 6) else []),
                    f"| {in_groups(row, ' | ', '  ')} |",
                ]
            ]
            + ["'---------------'---------------'---------------'"]
        ),
    ),
    (
        "candidates of a forum",
        "\n".join(
            [
                "*----------*----------*----------*",
                *(f"| {in_groups(row, ' | ', ' ')} |" for row in CANDIDATES),
                "*----------*----------*----------*",
            ]
        ),
    ),
    (
        "729 characters",
        "".join(
            "".join(str(d) if str(d) in word else "." for d in range(1, 10))
            for row in CANDIDATES
            for word in row
        ),
    ),
    (
        "lists of candidates",
        json.dumps([[list(map(int, word)) for word in row] for row in CANDIDATES]),
    ),
    (
        "masks",
        ",".join(str(sum(1 << int(d) - 1 for d in word)) for row in CANDIDATES for word in row),
    ),
    (
        "masks in hexadecimal",
        " ".join(hex(sum(1 << int(d) - 1 for d in word)) for row in CANDIDATES for word in row),
    ),
    ("list of cells", "\n".join(f"R{r + 1}C{c + 1} = {d}" for r, c, d in PLACED)),
    ("list of tuples", "givens = " + repr(PLACED)),
    ("facts of Prolog", " ".join(f"given({r + 1},{c + 1},{d})." for r, c, d in PLACED)),
    ("rows of SQL", "\n".join(f"INSERT INTO board VALUES ({r}, {c}, {d});" for r, c, d in PLACED)),
    ("dict of Python", repr({(r, c): d for r, c, d in PLACED})),
    ("assignments", "\n".join(f"cells[{r}][{c}] = {d};" for r, c, d in PLACED)),
    ("hodoku", f":0000:x:{LINE}:::"),
    (
        "table of HTML",
        "<table>\n"
        + "\n".join(
            "<tr>" + "".join(f"<td>{d or '&nbsp;'}</td>" for d in row) + "</tr>" for row in CLUES
        )
        + "\n</table>",
    ),
    (
        "table of LaTeX",
        "\\begin{tabular*}{9cm}{*{9}{c}}\n\\hline\n"
        + "\\\\\n".join(" & ".join(f"\\textbf{{{d}}}" if d else "" for d in r) for r in CLUES)
        + "\\\\\n\\hline\n\\end{tabular*}",
    ),
    (
        "sudoku of LaTeX",
        "\\begin{sudoku}\n"
        + "\n".join("|" + "|".join(str(d or " ") for d in row) + "|." for row in CLUES)
        + "\n\\end{sudoku}",
    ),
    ("matlab", "A = [" + ";\n".join(" ".join(map(str, row)) for row in CLUES) + "];"),
    ("minizinc", "start = [|" + "\n|".join(", ".join(map(str, row)) for row in CLUES) + "|];"),
    ("yaml", "grid:\n" + "\n".join(f"  - {row}" for row in CLUES)),
    ("rust", "let g: [[u8; 9]; 9] = [" + ",\n".join(map(str, CLUES)) + "];"),
    ("rows with numbers", "\n".join(f"{k}. {row}" for k, row in enumerate(ROWS, 1))),
    ("rows with names", "\n".join(f"Row {k}: {' '.join(row)}" for k, row in enumerate(ROWS, 1))),
    ("bullets", "\n".join(f"- {row}" for row in ROWS)),
    (
        "letters of columns",
        "  A B C D E F G H I\n" + "\n".join(f"{k} {' '.join(r)}" for k, r in enumerate(ROWS, 1)),
    ),
    (
        "letters of rows",
        "    1 2 3   4 5 6   7 8 9\n  +-------+-------+-------+\n"
        + "\n".join(f"{sign} {bars(row)}" for sign, row in zip("ABCDEFGHI", ROWS, strict=True)),
    ),
    (
        "keys",
        ninth().replace(".", "\u2b1c").translate({48 + d: f"{d}\ufe0f\u20e3" for d in range(10)}),
    ),
    ("circled digits", ninth().translate({48 + d: chr(0x245F + d) for d in range(1, 10)})),
]
"""Name and text of the grid `GRID`, in which at most lone candidates are further clues."""


def labelled(
    above: Sequence[object],
    left: Sequence[object],
    separator: str = ",",
    blank: str = "",
    edge: str = "",
    ruler: str = "",
    number: type[int | float] = int,
) -> str:
    """Return a table with labels above the columns and left of the rows, or without them."""
    rows = [[str(number(digit)) if digit else blank for digit in row] for row in CLUES]
    rows = [[*([str(left[r])] if left else []), *row] for r, row in enumerate(rows)]
    head = [*([""] if left and (separator.strip(" ") or edge) else []), *map(str, above)]
    lines = [f"{edge}{separator.join(row)}{edge}" for row in ([head] if above else []) + rows]
    return "\n".join(lines[:1] + [ruler] * bool(ruler) + lines[1:])


_C, _ONE, _ZERO = [f"c{k}" for k in range(1, 10)], range(1, 10), range(9)
_HEADS = "".join(f"<th>{head}</th>" for head in ("", *_ZERO))
_MARKDOWN = "|---:" * 9 + "|"
NINE += [
    ("CSV of floats", labelled((), (), number=float)),
    ("CSV of pandas", labelled(_ZERO, _ZERO, number=float)),
    ("CSV of pandas, index alone", labelled((), _ZERO)),
    ("CSV of pandas, header alone", labelled(_ZERO, (), number=float)),
    ("CSV with names", labelled(_C, [f"r{k}" for k in _ONE], ";")),
    ("printed by pandas", labelled(_ZERO, _ZERO, "  ", "NaN", number=float)),
    ("printed with NA", "Puzzle of pandas\n\n" + labelled(_ONE, _ONE, "  ", "<NA>")),
    ("cells copied with names", labelled("ABCDEFGHI", _ONE, "\t")),
    ("cells copied with numbers", labelled(_ONE, _ONE, "\t")),
    ("Markdown with letters", labelled("ABCDEFGHI", (), "|", " ", "|", _MARKDOWN)),
    ("Markdown with numbers", labelled(_ONE, (), "|", " ", "|", _MARKDOWN)),
    ("Markdown of pandas", labelled(_ZERO, _ZERO, "|", "nan", "|", f"|---:{_MARKDOWN}")),
    *((f"CSV with {blank}", labelled((), (), blank=blank)) for blank in ("NA", "NaN", "None")),
    ("CSV with NULL", labelled((), (), blank="NULL")),
    *(
        (
            f"empty columns {name}",
            "\n".join(
                sign * 10
                if not row
                else f"{sign}{sign}".join(sign.join(row[k : k + 3]) for k in (0, 3, 6))
                for row in between
            ).replace(".", ""),
        )
        for sign in ",\t;"
        for name, between in (
            (f"at {sign!r}", ROWS),
            (f"and rows at {sign!r}", [*ROWS[:3], "", *ROWS[3:6], "", *ROWS[6:]]),
        )
    ),
    (
        "HTML of pandas",
        f"<table><thead><tr>{_HEADS}</tr></thead>\n"
        + "\n".join(
            f"<tr><th>{r}</th>" + "".join(f"<td>{d or 'NaN'}</td>" for d in row) + "</tr>"
            for r, row in enumerate(CLUES)
        )
        + "</table>",
    ),
]


_BY_ROWS = [d for row in CLUES for d in row]
_BY_COLUMNS = [row[k] for k in range(9) for row in CLUES]
_FROM_1 = "".join(f"{f'[,{k}]':>5}" for k in _ONE)
_IN_COLUMNS = ",\n".join(", ".join(map(str, _BY_COLUMNS[k : k + 9])) for k in range(0, 81, 9))


def with_signs(marked: Callable[[str], str]) -> str:
    """Return the candidates, of which some cells have signs."""
    return "\n".join(
        " ".join(
            marked(word) if len(word) > 1 and (r + c) % 3 == 0 else word
            for c, word in enumerate(row)
        )
        for r, row in enumerate(CANDIDATES)
    )


NINE += [
    ("matrix of R", f"m <- matrix(c({_IN_COLUMNS}), nrow = 9)"),
    ("matrix of R in lines", f"m <- matrix(c(\n{_IN_COLUMNS}\n), 9, 9)"),
    ("matrix of R by rows", f"m <- matrix(c{tuple(_BY_ROWS)}, nrow = 9, byrow = TRUE)"),
    ("matrix of R, turned", f"m <- t(matrix(c{tuple(_BY_ROWS)}, nrow = 9))"),
    ("matrix of a vector", f"v <- c{tuple(_BY_COLUMNS)}\nm <- matrix(v, ncol = 9)"),
    (
        "printed by R",
        f"    {_FROM_1}\n"
        + "\n".join(
            f"[{r},]" + "".join(f"{d or 'NA':>5}" for d in row) for r, row in enumerate(CLUES, 1)
        ),
    ),
    ("candidates with stars", with_signs(lambda word: f"*{word}")),
    ("candidates with signs of comments", with_signs(lambda word: f"#{word}")),
    ("candidates with eliminations", with_signs(lambda word: f"{word[0]}-{word[1:]}")),
    ("candidates with brackets", with_signs(lambda word: f"{word[0]}({word[1:]})+")),
    ("a line over its state", f"{LINE}\n\n{with_signs(str)}"),
    ("a line under its state", f"{with_signs(str)}\n{blanks(LINE, '0')}"),
    (
        "a drawing over its state",
        drawn("*-----------*", "|---+---+---|", "*-----------*", tight) + f"\n\n{with_signs(str)}",
    ),
    ("Arabic digits", ninth("".join(chr(0x660 + int(s)) if s != "." else s for s in LINE))),
]


def lone_candidates() -> Grid:
    """Return the clues, and the cells with one candidate, as grids of candidates show them."""
    return Grid(S3, [[int(word) if len(word) == 1 else 0 for word in row] for row in CANDIDATES])


def other_sizes() -> list[Sample]:
    """Return texts of boards of other sizes."""
    found = []
    for shape, seed in ((S2, 1), (S6, 2), (S12, 3), (S4, 4)):
        n, cells = shape.n, puzzle(shape, seed, 0.6)
        grid, name = Grid(shape, cells), f"{shape.n}x{shape.n}"
        usual = [["123456789ABCDEFG"[d - 1] if d else "." for d in row] for row in cells]
        numbers = [[str(d) if d else "." for d in row] for row in cells]
        texts = {
            "rows": "\n".join(map("".join, usual)),
            "title": "The one of today\n" + "\n".join(map("".join, usual)),
            "small letters": "\n".join(map("".join, usual)).lower(),
            "line": "".join(map("".join, usual)),
            "numbers": "\n".join(" ".join(row) for row in numbers),
            "bars": "\n".join("|" + "|".join(f"{s:>3}" for s in row) + "|" for row in numbers),
            "one line of numbers": ", ".join(s.replace(".", "0") for row in numbers for s in row),
            "list": json.dumps(cells),
            "letters from A": "\n".join(
                "".join("ABCDEFGHIJKLMNOP"[d - 1] if d else "." for d in row) for row in cells
            ),
            "letters from A in groups": "\n".join(
                " ".join("ABCDEFGHIJKLMNOP"[d - 1] if d else "-" for d in row) for row in cells
            ),
        }
        if n == 16:
            texts["from 0"] = "\n".join(
                "".join("0123456789ABCDEF"[d - 1] if d else "." for d in row) for row in cells
            )
            texts["from 0 in a line"] = texts["from 0"].replace("\n", "")
        found += [Sample(f"{name} {each}", text, grid) for each, text in texts.items()]
    cells = [[(5 * (i % 5) + i // 5 + j) % 25 + 1 for j in range(25)] for i in range(25)]
    cells = [
        [d if (3 * i + 5 * j) % 7 else 0 for j, d in enumerate(row)] for i, row in enumerate(cells)
    ]
    for blank in ".-0_":
        rows = ["".join((blank + ascii_uppercase)[d] for d in row) for row in cells]
        for name, text in (("rows", "\n".join(rows)), ("line", "".join(rows).lower())):
            found.append(Sample(f"25x25 {name} with {blank}", text, Grid(Shape(5, 5), cells)))
    return found


SAMPLES = [
    *(
        Sample(
            name,
            text,
            lone_candidates()
            if "andidates" in name or name in ("729 characters", "masks", "masks in hexadecimal")
            else GRID,
        )
        for name, text in NINE
    ),
    *other_sizes(),
]
