"""Matrices of R and other programs, which may be filled column by column.

A matrix of R is, unless ``byrow`` is true. Where another program may do so, or turns the rows, the
text is refused. What stands in comments and in quotation marks is no sign of a program.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from sudoku.errors import TextError
from sudoku.formats.forms import lists
from sudoku.formats.forms.characters import IN_ASCII
from sudoku.formats.forms.reading import Reading, Text
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape

_PART = re.compile(rf"\\.|{lists.QUOTED}|\.?[^\W\d][\w.]*|\.?\d[\w.]*|<-|\S")
"""A word, a quoted text or a sign of a program."""
_CODE = re.compile(r"\w\(|[\[({]\s*[\[({\d\"'.]|<-|\)\s*,")
"""The signs of any program; titles of drawings have none."""
_WORD = re.compile(r"\.?[^\W\d]")
_SHORT = re.compile(r"[\"'](\w*)[\"']")
_PARAMETERS = {
    "matrix": ("data", "nrow", "ncol", "byrow", "dimnames"),
    "array": ("data", "dim", "dimnames"),
}
_OF_ROWS = ("rbind", "list", "c", "unlist", "print", "as.integer", "as.numeric")
"""The functions of R that leave rows as they are."""
MOST_NESTED = 64
"""The deepest brackets that are looked at."""
_NOT_OF_R = re.compile(r"[\[{]|dtype ")
"""The beginnings of arguments that R does not have."""
_OF_MATRIX = re.compile(r"(?<!\S)(?:nrow|ncol|byrow) =")
"""The signs of a matrix of R whose beginning is damaged."""
_NAMELESS = re.compile(r"(?:^|[^\w\"] )\( c \(")
"""A vector of R as an argument of a function whose name is lost."""
_BY_ROWS = re.compile(r"(?<!\S)byrow = T")
_TRUTH = re.compile(r"(!?)(?:(TRUE|T|[1-9]L?)|FALSE|F|0L?)", re.IGNORECASE)
_SIGNS_OF_COLUMNS = {
    "tables are given by columns": r"(?:reshape|stack|data\.frame|data\.table|tibble) \(",
    "columns are joined": (
        r"\"?(?:[\w.]*\.)?(?:cbind|hcat|horzcat|bind_cols|column_stack|sapply|simplify2array)"
        r"\"?(?: [(,)]|$)"
    ),
    "a function exchanges axes": (
        r"(?:[\w.]*\.)?(?:transpose|Transpose|TransposedMat|permutedims|swapaxes|permute) [(\[$]"
    ),
    "a method or field exchanges axes": (
        r"[\w.]*\.(?:transpose|m?T)(?!\S)|= transpose(?!\S)|[\w.]*\.t \( \)|[\w.]*\.c_ \["
    ),
    "Python exchanges rows and columns": r"zip \( \*",
    "R sets a dimension": r"attr \( [\w.]+ , \"dim",
    "a column is assigned": r"\[ :? ?, \w+ \] (?:<-|=) ",
    "the order of Fortran": r"order = \"F\"",
    "R pipes a vector": r"(?:\| >|% > %) (?:matrix|array) \(",
    "a column has a name": r"\"?(?i:c|v|col|column)_?\d+\"? (?:=>|= >|[:=]) (?:c \(|list \(|\[)",
    "JSON or YAML has columns": (
        r"\"(?i:cols?|columns?)\" : \[ (?:\[|\"\d{4})|(?i:columns?) : - \[|\{ \"0\" : \{ \"0\" :"
    ),
    "the sign of transposition": r"[\])] (?:\. )?'(?!\S)",
}
"""The signs of programs that a matrix may be filled by columns or is turned, by what they do.

They are patterns of the words and signs of a text with a blank between them.
"""
_BY_COLUMNS = re.compile(rf"(?<!\S)(?:{'|'.join(_SIGNS_OF_COLUMNS.values())})")
_TURNED = re.compile(
    r"(?<!\S)(?:(?:[\w.]*\.)?(?:rot90|flipud|fliplr|flip|einsum|reversed?) \(|\[ : : - 1 \])"
)
"""The signs of programs that put rows or cells in another order."""
_BESIDE = re.compile(r"\[\s*\[[^\[\],]*,[^\[\]]*\][ \t]+\[")
"""Two columns of Julia, side by side."""
_SHAPED = re.compile(r"(?<!\S)dim \( [\w.]+ \) (?:<-|=) ")
"""A vector that becomes a matrix."""
_DEFINED = re.compile(r"(?<!\S)([\w.]+) (?:<-|=) ")


class _Call(NamedTuple):
    """The call of a function.

    Attributes
    ----------
    name
        The name of the function.
    arguments
        The words and signs of each argument, without those in inner brackets.
    outer
        The name of the function around it.
    """

    name: str
    arguments: list[list[str]]
    outer: str


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    """Return the boards in the matrices of a text; none if there are none that have columns first.

    Raises
    ------
    TextError
        If the cells may be those of columns, but need not be.

    Examples
    --------
    >>> [found] = read(Text("m <- matrix(c(1,0,0,0, 2,0,0,0, 0,0,0,0, 0,0,0,3), nrow = 4)"))
    >>> found.grid.to_line()
    '12.............3'
    """
    plain = lists.without_comments(text.raw.translate(IN_ASCII))  # names, also of other symbols
    if not _CODE.search(plain):
        return []
    parts = [_SHORT.sub(r'"\1"', part) if part[0] == "'" else part for part in _PART.findall(plain)]
    calls, is_cut = _calls(parts)
    _check_signs(plain, parts, calls)
    matrices = [call for call in calls if _is_of_r(call)]
    bare = " ".join(parts)
    is_shaped = _SHAPED.search(bare) is not None
    if not matrices and not is_shaped:
        odd = [call.name for call in calls if call.arguments[0][:2] == ["c", "("]]
        signs = [match[0] for match in _OF_MATRIX.finditer(bare)]
        signs += [f"{name}(c(" for name in odd if name not in _OF_ROWS]
        signs += [match[0] for match in _NAMELESS.finditer(bare)]
        if (signs or is_cut) and not _BY_ROWS.search(bare):
            raise _undecided(signs[0] if signs else "), ")
        return []
    are_by_rows = {_is_by_rows(call) != (call.outer == "t") for call in matrices}
    are_by_rows |= {False} if is_shaped else set()
    if len(are_by_rows) > 1:
        raise TextError("some matrices fill the cells by columns, others by rows: write rows")
    found = lists.read(text, shape)
    if not found and False in are_by_rows:
        raise TextError("the cells of a matrix, which may be those of columns, fill no board")
    return found if True in are_by_rows else [_transposed(each) for each in found]


def _undecided(what: str) -> TextError:
    shown = re.sub(r" (?=[(\[.'])|(?<=[\]\[(.]) ", "", what.strip())
    return TextError(f"{shown!r} may fill the cells by columns: write rows")


def _calls(parts: Sequence[str]) -> tuple[list[_Call], bool]:
    """Return the calls of functions, and whether a bracket before an argument is never opened."""
    found, stack, before = list[_Call](), [_Call("", [[]], "")], ""
    is_cut = False
    for part, after in pairwise([*parts, ""]):
        here = stack[-1]
        if part in ("(", "[", "{"):
            here.arguments[-1].append(part)
            if len(stack) > MOST_NESTED:
                raise TextError("the brackets are nested too deeply for a program with a board")
            name = before if part == "(" and _WORD.match(before) else ""
            stack.append(_Call(name, [[]], here.name))
            found += [stack[-1]] * bool(name)
        elif part in (")", "]", "}") and len(stack) > 1:
            stack.pop()
        elif part == ",":
            here.arguments.append([])
        else:
            is_cut = is_cut or (part == ")" and (after == "," or bool(found)))
            here.arguments[-1].append(part)
        before = part
    return found, is_cut


def _check_signs(plain: str, parts: Sequence[str], calls: Sequence[_Call]) -> None:
    """Raise an error if a program may fill the cells by columns, or turns them."""
    bare = " ".join('""' if _is_long(part) else part for part in parts)
    match = _BY_COLUMNS.search(bare) or _BESIDE.search(plain)
    if match:
        raise _undecided(match[0])
    if match := _TURNED.search(bare):
        shown = match[0].replace(" ", "")
        raise TextError(f"{shown!r} may put the cells in another order: write rows")
    names = {match[1]: match.start() for match in _DEFINED.finditer(bare)}
    for name, after, last in zip(parts, parts[1:], [*parts[2:], ""], strict=False):
        if name.rstrip(".") in names and after == "'" and not last.isalpha():
            raise _undecided(f"{name}'")
    _check_frames(calls, bare)
    is_of_r = any(call.name == "c" for call in calls)
    for call in calls:
        first, name = call.arguments[0], call.name.rpartition(".")[2]
        if name == "reshape" and ['"F"'] in call.arguments:
            raise _undecided('reshape(..., "F")')
        is_beside = name in ("stack", "concatenate", "concat", "cat")
        if is_beside and any(
            each[:2] == ["axis", "="] and "0" not in each for each in call.arguments
        ):
            raise _undecided(f"{call.name}(..., axis")
        if call.name == "t" and is_of_r and (first[:1] not in (["matrix"], ["array"])):
            raise _undecided("t(")
        if call.name == "rbind" and len(first) == 1 and len(call.arguments) > 2:
            rows = ["".join(each) for each in call.arguments]
            places = [names.get(row, -1) for row in rows]
            if -1 in places or places != sorted(places):
                raise _undecided(f"rbind({rows[0]}")


def _is_long(part: str) -> bool:
    """Return whether a part is a quoted text of more than a word, which is no name of a column."""
    return len(part) > 1 and part[0] in "\"'" and not _SHORT.match(part)


def _check_frames(calls: Sequence[_Call], bare: str) -> None:
    """Raise an error if a table of pandas, Polars or Julia may be made of columns."""
    if 'orient = "index"' in bare or 'orient = "row"' in bare:
        return
    has_objects, has_records = "{" in bare, "[ {" in bare
    for call in calls:
        if not re.search(r"(?:^|\.)DataFrame(?:\.from_dict)?$", call.name):
            continue
        named = {each[0] for each in call.arguments if each[1:2] == ["="]}
        is_of_object = any("{" in each[:3] for each in call.arguments)
        is_of_rows = not has_objects or (has_records and not is_of_object)
        is_of_pandas = named <= {"data", "columns", "index", "dtype"}
        if not is_of_rows or not is_of_pandas or call.name.startswith(("pl.", "polars.")):
            raise _undecided(f"{call.name}(")


def _is_of_r(call: _Call) -> bool:
    """Return whether a call makes a matrix of R, which is not the blank one."""
    first, named = call.arguments[0], {each[0] for each in call.arguments if each[1:2] == ["="]}
    if call.name == "structure":
        return bool(named & {"dim", ".Dim"})
    if call.name.lower() not in _PARAMETERS or not first:
        return False
    if any(_NOT_OF_R.match(" ".join(each[2 * (each[1:2] == ["="]) :])) for each in call.arguments):
        return False
    if call.name == "array" and ("dtype" in named or first[0] == "array" or first[0][0] in "\"'"):
        return False
    is_blank = first[0][0].isdigit() or first == ["NA"]
    return not is_blank or "data" in named


def _is_by_rows(call: _Call) -> bool:
    """Return whether a matrix of R is filled by rows."""
    if call.name == "structure":
        return False
    arguments = ["".join(each) for each in call.arguments]
    left, by_row = list(_PARAMETERS[call.name.lower()]), "F"
    for is_named in (True, False):  # those without names are for the parameters that are left
        for name, sign, value in (argument.partition("=") for argument in arguments):
            if is_named == bool(sign):
                parameter = next((each for each in left if each.startswith(name) or not sign), "")
                is_lost = parameter != "byrow" and "TRUE" in value + name
                if not parameter or is_lost:  # R names a parameter by its beginning, too
                    raise _undecided(name + sign + value)
                by_row = (value if sign else name) if parameter == "byrow" else by_row
                left.remove(parameter)
    match = _TRUTH.fullmatch(by_row)
    if match is None:
        raise _undecided(f"byrow = {by_row}")
    return bool(match[1]) != bool(match[2])


def _transposed(found: Reading) -> Reading:
    """Return a reading with rows and columns exchanged."""
    n, shape = found.grid.shape.n, found.grid.shape
    cells = [found.grid.cells[n * column + row] for row in range(n) for column in range(n)]
    return found._replace(
        grid=Grid.unchecked(shape, tuple(cells)),
        marks=tuple(sorted(((column, row), digits) for (row, column), digits in found.marks)),
    )
