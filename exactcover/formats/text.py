"""Knuth's text format for exact covering with colours, multiplicities and costs.

The first line names the items, the primary ones before ``|`` and the secondary ones after it. Every
other line is an option: its items, a secondary one with its colour as ``item:colour``. Lines that
begin with ``|`` or ``//`` are comments, and blank lines are ignored::

    | my problem
    p q r | x y
    p q x y:A
    p r x:A y

A primary item to be covered at least 2 and at most 3 times is written ``2:3|p`` in the first line,
and one to be covered exactly 3 times ``3|p``. An option with a cost ends with ``|`` and the cost,
an integer, a decimal number, or a fraction such as 1/3: ``p q x:A |5``. As in Knuth's programs, a
cost may also stand inside an option, and the sum of several is taken; and an option that could
never be chosen, because it has no primary item or an item with the bounds ``0|p``, is left out: it
becomes a comment that says so.

Comments keep their positions. The label of an option is a comment before it, ``| label: NAME``, so
a problem that is written and read again is the same, except that names, colours and labels are
strings.

References
----------
D. E. Knuth, programs DLX2, DLX3 (multiplicities) and DLX5 (costs), and The Art of Computer
Programming 4B, section 7.2.2.1.
"""

import re
from collections.abc import Container, Hashable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from exactcover.problem.bounds import ONCE, Bounds, check_bounds
from exactcover.problem.building import build_incidence, check_items
from exactcover.problem.costs import check_costs, fraction, is_cost, total
from exactcover.problem.option import Option
from exactcover.problem.parts import Parts
from exactcover.problem.problem import OnUseless, Problem
from exactcover.problem.useless import NO_PRIMARY, LeftOut, is_lenient
from exactcover.runtime.errors import FormatError, ProblemError
from exactcover.runtime.search.limits import watched
from exactcover.runtime.texts import controls, printable

BYTE_ORDER_MARK = "\ufeff"
"""A character that some editors write at the beginning of a UTF-8 text."""

_LABEL = "| label: "
_LEFT_OUT = "| left out, for it {reason}: "
_COMMENTS = ("|", "//")
_BOUNDS = re.compile(r"(?:([0-9]{1,18}):)?([0-9]{1,18})\|(.+)")
MOST_DIGITS = 400
"""More digits than any finite float has before the point; Python does not read many more."""
_NUMBER = re.compile(r"[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?")


def parse(text: str, *, name: str = "", on_useless: OnUseless = "ignore") -> Problem:
    """Return the problem in a text; see `Problem.from_text`."""
    ignores = is_lenient(on_useless)
    if not isinstance(text, str):
        raise ProblemError(f"the text is {text!r}: it must be a str")
    lines = text.removeprefix(BYTE_ORDER_MARK).splitlines()
    contents = _Contents(ignores)
    for number, line in enumerate(watched(lines), start=1):
        contents.read(number, line)
    if not contents.is_secondary:
        raise FormatError(len(lines) + 1, "no line names the items")
    return contents.problem(name)


class _Contents:
    """Collects the contents of a text. A label names the option in the line after it."""

    def __init__(self, ignores: bool) -> None:
        self._ignores = ignores
        self._primary: tuple[str, ...] = ()
        self._secondary: tuple[str, ...] = ()
        self._bounds: Bounds = {}
        self._never: set[Any] = set()  # the items with bounds (0, 0)
        self._rows: list[dict[str, str | None]] = []
        self._costs: dict[int, Any] = {}
        self._labels: dict[int, str] = {}
        self._comments: list[tuple[int, str]] = []
        self._left_out: list[LeftOut] = []
        self._last_label = 0, ""  # the number of comments before it, and its line
        self.is_secondary: dict[str, bool] = {}
        """The items; empty until the line that names them was read."""

    def read(self, number: int, line: str) -> None:
        """Read a line."""
        label = line.removeprefix(_LABEL).strip() if line.startswith(_LABEL) else ""
        if label and self.is_secondary:
            self._read_label(number, line, label)
        elif _is_comment(line, self.is_secondary):
            if line.startswith(_LABEL) and not label:  # escaped blanks would become a label
                line = _LABEL + "".join(c for c in line.removeprefix(_LABEL) if c in " \t")
            self._comments.append((len(self._rows) if self.is_secondary else -1, line))
        elif not line.strip():
            return
        elif not self.is_secondary:
            self._primary, self._secondary, self._bounds = _parse_items(number, line.split())
            items = dict.fromkeys(self._primary, False) | dict.fromkeys(self._secondary, True)
            self.is_secondary = items
            self._never = {item for item, (_, high) in self._bounds.items() if high == 0}
        else:
            self._read_option(number, line)

    def _read_label(self, number: int, line: str, label: str) -> None:
        place = len(self._rows)
        if place in self._labels:
            raise FormatError(number, "a second label for one option")
        self._labels[place] = label
        self._last_label = len(self._comments), line

    def _read_option(self, number: int, line: str) -> None:
        words, prices = line.split(), list[Any]()
        if "|" in line:
            prices = [_parse_cost(number, word[1:]) for word in words if word[0] == "|"]
            words = [word for word in words if word[0] != "|"]
        option = _parse_option(number, words, self.is_secondary)
        if all(self.is_secondary[item] for item in option):
            if not self._ignores:
                raise FormatError(number, "the option has no primary item")
            self._leave_out(line, option, NO_PRIMARY)
            return
        never = (
            next((item for item in option if item in self._never), None) if self._never else None
        )
        if never is not None:
            self._leave_out(line, option, f"has item {never!r}, whose bounds are (0, 0)")
            return
        if prices:
            try:
                self._costs[len(self._rows)] = total(prices)
            except OverflowError:
                raise FormatError(number, "the sum of the costs is not finite") from None
        self._rows.append(option)

    def _leave_out(self, line: str, option: dict[str, str | None], reason: str) -> None:
        """Make a comment of an option that no solution has or needs."""
        label = self._labels.pop(len(self._rows), "")
        place = len(self._rows) + len(self._left_out)
        self._left_out.append(LeftOut(place, tuple(option), label or None, reason))
        note = f" (label: {label})" if label else ""
        self._comments.append(
            (len(self._rows), _LEFT_OUT.format(reason=reason) + line.strip() + note)
        )

    def problem(self, name: str) -> Problem:
        """Return the problem."""
        n_options = len(self._rows)
        if n_options in self._labels:  # no option follows it: a comment, then
            del self._labels[n_options]
            place, line = self._last_label
            self._comments.insert(place, (n_options, line))
        incidence, colour_names = build_incidence(self._rows, self._primary, self._secondary)
        labels = tuple(map(self._labels.get, range(n_options))) if self._labels else None
        return Problem.from_parts(
            Parts(
                self._primary + self._secondary,
                len(self._primary),
                incidence,
                colour_names=colour_names,
                labels=labels,
                bounds=self._bounds,
                costs=check_costs(self._costs, n_options, None),
                name=name,
                comments=tuple(self._comments),
                left_out=tuple(self._left_out),
            )
        )


def _is_comment(line: str, items: Container[str]) -> bool:
    """Return whether a line is a comment; an option may begin with an item named ``//``."""
    return line.startswith(_COMMENTS) and (
        line[0] == "|" or line.split(":")[0].split()[0] not in items
    )


def _parse_items(
    number: int, words: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...], Bounds]:
    if words.count("|") > 1:
        raise FormatError(number, "more than one '|' among the items")
    split = words.index("|") if "|" in words else len(words)
    names: list[str] = []
    bounds: Bounds = {}
    for word in words:
        given = _BOUNDS.fullmatch(word)
        name = given[3] if given else word
        if word != "|" and (":" in name or "|" in name):
            raise FormatError(
                number,
                f"item name {name!r} holds ':' or '|'; bounds stand before the name, as in 2:3|p",
            )
        if given:
            bounds[name] = int(given[1] or given[2]), int(given[2])
        names.append(name)
    try:
        primary, secondary = check_items((), names[:split], names[split + 1 :])
        bounds = check_bounds(bounds, primary, secondary)
    except ProblemError as error:
        raise FormatError(number, str(error)) from None
    return tuple(map(str, primary)), tuple(map(str, secondary)), bounds


def _parse_cost(number: int, digits: str) -> Any:
    with suppress(ValueError):
        return fraction(digits)
    if not _NUMBER.fullmatch(digits):
        raise FormatError(number, f"{'|' + digits!r} does not give a cost: a number was expected")
    is_whole = set(digits).isdisjoint(".eE") and len(digits) < MOST_DIGITS
    cost = int(digits) if is_whole else float(digits)
    if not is_cost(cost):
        raise FormatError(number, f"{'|' + digits!r} does not give a finite cost")
    return cost


def _parse_option(
    number: int, words: Sequence[str], is_secondary: dict[str, bool]
) -> dict[str, str | None]:
    option: dict[str, str | None] = {}
    for word in words:
        item, colon, colour = word.partition(":")
        if item not in is_secondary:
            raise FormatError(number, f"unknown item {item!r}{_hint(item, is_secondary)}")
        if item in option:
            raise FormatError(number, f"item {item!r} occurs twice in the option")
        if colon and not is_secondary[item]:
            raise FormatError(number, f"colour {colour!r} on primary item {item!r}")
        if colon and (not colour or ":" in colour):
            raise FormatError(number, f"{word!r} does not give {item!r} one colour")
        option[item] = colour if colon else None
    return option


def _hint(item: str, known: Container[str]) -> str:
    """Return how an option would be written in which a known item has a bracket after it."""
    name = item.partition("[")[0]
    if name == item or name not in known:
        return ""
    return f"; bounds stand in the line of items, as in 2:3|{name}, a colour in {name}:A"


def write(problem: Problem) -> str:
    """Return the text of a problem; see `Problem.to_text`."""
    if not problem.n_primary:
        raise ProblemError("a problem without primary items cannot be written")
    if problem.has_multiplicities:
        raise ProblemError("the format has no multiplicities; JSON, LP and OPB have them")
    names = _names(problem.items, "item")
    colours = _names(
        dict.fromkeys(c for o in problem.options for c in o.colours if c is not None), "colour"
    )
    comments: dict[int, list[str]] = {}
    for place, comment in problem.comments:
        comments.setdefault(place, []).append(_plain(comment))
    lines = comments.get(-1, [])
    primary = [_write_item(problem, item, names) for item in problem.primary]
    if primary[0].startswith("//"):
        raise ProblemError(f"item {primary[0]!r} cannot be written first: it begins a comment")
    secondary = [names[item] for item in problem.secondary]
    lines.append(" ".join([*primary, "|", *secondary] if secondary else primary))
    for option in problem.options:
        lines += comments.get(option.index, [])
        lines += _write_option(option, names, colours)
    lines += comments.get(problem.n_options, [])
    text = "\n".join(lines) + "\n"
    # The reader leaves the first mark out: one that belongs to a name is the second.
    return BYTE_ORDER_MARK + text if text.startswith(BYTE_ORDER_MARK) else text


def _plain(comment: str) -> str:
    """Return a comment in which what controls a terminal is escaped."""
    return "\t".join(printable(part) if controls(part) else part for part in comment.split("\t"))


def _write_item(problem: Problem, item: Hashable, names: dict[Hashable, str]) -> str:
    low, high = problem.bounds.get(item, ONCE)
    if (low, high) == ONCE:
        return names[item]
    return f"{high}|{names[item]}" if low == high else f"{low}:{high}|{names[item]}"


def _write_option(
    option: Option, names: dict[Hashable, str], colours: dict[Hashable, str]
) -> list[str]:
    words = [
        names[item] if colour is None else f"{names[item]}:{colours[colour]}"
        for item, colour in zip(option.items, option.colours, strict=True)
    ]
    if option.cost:
        words.append(f"|{option.cost}")
    if option.label is None:
        return [" ".join(words)]
    label = str(option.label)
    if label != " ".join(label.splitlines()).strip() or not label:
        raise ProblemError(f"label {label!r} cannot be written on one line")
    _check_controls("label", option.label)
    return [_LABEL + label, " ".join(words)]


def _check_controls(kind: str, thing: object) -> None:
    """Refuse what would control a terminal that shows the text, or is no text at all."""
    if found := controls(str(thing)):
        raise ProblemError(f"{kind} {thing!r} cannot be written: it has the character {found[0]!r}")


def _names(objects: Iterable[Hashable], kind: str) -> dict[Hashable, str]:
    """Map each object to its word in the text; raise if the format cannot express it."""
    words: dict[Hashable, str] = {}
    objects_of: dict[str, Hashable] = {}
    for thing in objects:
        word = str(thing)
        if not word or ":" in word or "|" in word or len(word.split()) != 1 or word != word.strip():
            raise ProblemError(
                f"{kind} {thing!r} cannot be written: the format reserves white space, ':' and '|'"
            )
        _check_controls(kind, thing)
        if word in objects_of:
            raise ProblemError(
                f"{kind}s {objects_of[word]!r} and {thing!r} are both written {word!r}"
            )
        words[thing] = word
        objects_of[word] = thing
    return words
