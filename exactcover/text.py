"""Knuth's text format for exact covering with colours.

The first line names the items, the primary ones before ``|`` and the secondary ones after it. Every
other line is an option: its items, a secondary one with its colour as ``item:colour``. Lines that
begin with ``|`` are comments, blank lines mean nothing::

    | my problem
    p q r | x y
    p q x y:A
    p r x:A y

Comments are kept with their place. An option's label stands in a comment of its own before the
option, ``| label: NAME``, so that what is written is read back without loss. Names, colours and
labels come back as strings.

References
----------
D. E. Knuth, program DLX2, and The Art of Computer Programming 4B, section 7.2.2.1.
"""

from collections.abc import Hashable, Iterable, Sequence

from exactcover.building import build_incidence, check_items
from exactcover.errors import FormatError, ProblemError
from exactcover.option import Option
from exactcover.problem import Problem

_LABEL = "| label: "


def parse(text: str, *, name: str = "") -> Problem:
    """Read a problem; see `Problem.from_text`."""
    primary: tuple[str, ...] = ()
    secondary: tuple[str, ...] = ()
    rows: list[dict[str, str | None]] = []
    labels: dict[int, str] = {}
    comments: list[tuple[int, str]] = []
    is_secondary: dict[str, bool] = {}
    last_label = 0, ""  # how many comments stand before it, and its line
    for number, line in enumerate(text.splitlines(), start=1):
        label = line.removeprefix(_LABEL).strip() if line.startswith(_LABEL) else ""
        if label and is_secondary:
            if len(rows) in labels:
                raise FormatError(number, "a second label for one option")
            labels[len(rows)] = label
            last_label = len(comments), line
        elif line.startswith("|"):
            comments.append((len(rows) if is_secondary else -1, line))
        elif not is_secondary and line.strip():
            primary, secondary = _parse_items(number, line.split())
            is_secondary = dict.fromkeys(primary, False) | dict.fromkeys(secondary, True)
        elif line.strip():
            rows.append(_parse_option(number, line.split(), is_secondary))
    if not is_secondary:
        raise FormatError(len(text.splitlines()) + 1, "no line names the items")
    if len(rows) in labels:  # no option follows it: a comment, then
        del labels[len(rows)]
        place, line = last_label
        comments.insert(place, (len(rows), line))
    incidence, colour_names = build_incidence(rows, primary, secondary)
    return Problem._from_parts(
        primary + secondary,
        len(primary),
        incidence,
        colour_names=colour_names,
        labels=tuple(labels.get(i) for i in range(len(rows))) if labels else None,
        name=name,
        comments=tuple(comments),
    )


def _parse_items(number: int, words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if words.count("|") > 1:
        raise FormatError(number, "more than one '|' among the items")
    split = words.index("|") if "|" in words else len(words)
    for word in words:
        if word != "|" and (":" in word or "|" in word):
            raise FormatError(number, f"item name {word!r} holds ':' or '|'")
    try:
        primary, secondary = check_items((), words[:split], words[split + 1 :])
    except ProblemError as error:
        raise FormatError(number, str(error)) from None
    return tuple(map(str, primary)), tuple(map(str, secondary))


def _parse_option(
    number: int, words: Sequence[str], is_secondary: dict[str, bool]
) -> dict[str, str | None]:
    option: dict[str, str | None] = {}
    for word in words:
        item, colon, colour = word.partition(":")
        if word.startswith("|"):
            raise FormatError(number, f"costs and bounds ({word!r}) are not supported")
        if item not in is_secondary:
            raise FormatError(number, f"unknown item {item!r}")
        if item in option:
            raise FormatError(number, f"item {item!r} occurs twice in the option")
        if colon and not is_secondary[item]:
            raise FormatError(number, f"colour {colour!r} on primary item {item!r}")
        if colon and (not colour or ":" in colour):
            raise FormatError(number, f"{word!r} does not give {item!r} one colour")
        option[item] = colour if colon else None
    if all(is_secondary[item] for item in option):
        raise FormatError(number, "the option has no primary item: it would never be chosen")
    return option


def write(problem: Problem) -> str:
    """Write a problem; see `Problem.to_text`."""
    if not problem.n_primary:
        raise ProblemError("a problem without primary items cannot be written")
    names = _names(problem.items, "item")
    colours = _names(
        dict.fromkeys(c for o in problem.options for c in o.colours if c is not None), "colour"
    )
    comments: dict[int, list[str]] = {}
    for place, comment in problem.comments:
        comments.setdefault(place, []).append(comment)
    lines = comments.get(-1, [])
    primary = [names[item] for item in problem.primary]
    secondary = [names[item] for item in problem.secondary]
    lines.append(" ".join([*primary, "|", *secondary] if secondary else primary))
    for option in problem.options:
        lines += comments.get(option.index, [])
        lines += _write_option(option, names, colours)
    lines += comments.get(problem.n_options, [])
    return "\n".join(lines) + "\n"


def _write_option(
    option: Option, names: dict[Hashable, str], colours: dict[Hashable, str]
) -> list[str]:
    words = [
        names[item] if colour is None else f"{names[item]}:{colours[colour]}"
        for item, colour in zip(option.items, option.colours, strict=True)
    ]
    if option.label is None:
        return [" ".join(words)]
    label = str(option.label)
    if label != " ".join(label.splitlines()).strip() or not label:
        raise ProblemError(f"label {label!r} cannot be written on one line")
    return [_LABEL + label, " ".join(words)]


def _names(objects: Iterable[Hashable], kind: str) -> dict[Hashable, str]:
    """Map each object to the word that stands for it, refusing what the format cannot tell."""
    words: dict[Hashable, str] = {}
    objects_of: dict[str, Hashable] = {}
    for thing in objects:
        word = str(thing)
        if not word or ":" in word or "|" in word or len(word.split()) != 1 or word != word.strip():
            raise ProblemError(
                f"{kind} {thing!r} cannot be written: white space, ':' and '|' have a meaning there"
            )
        if word in objects_of:
            raise ProblemError(
                f"{kind}s {objects_of[word]!r} and {thing!r} are both written {word!r}"
            )
        words[thing] = word
        objects_of[word] = thing
    return words
