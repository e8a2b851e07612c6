"""The page of all techniques: each with an example that the library solves and draws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from docs.gen.markdown import document, figure, table
from sudoku import Picture, picture
from sudoku.explaining.drawing import marks_of
from sudoku.explaining.examples import example
from sudoku.explaining.explanation import Stage
from sudoku.techniques.examples import example_of
from sudoku.techniques.kinds import FishFamily
from sudoku.techniques.registry import BUILT_IN
from sudoku.techniques.step import Step
from sudoku.techniques.technique import Technique

WHEN = {
    "has_weak_links": "only for rules that exclude pairs of different digits",
    "has_constraints": "only for rules of other kinds than houses and pairs",
}


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the content of the page and of its pictures."""
    rows = (
        (f"[{each.title}](#{each.name})", f"`{each.name}`", ", ".join(each.codes), _remark(each))
        for each in BUILT_IN
    )
    yield (
        "reference/techniques.md",
        document(
            "Techniques",
            f"The library knows {len(BUILT_IN)} techniques, the easiest first. `explain` and "
            "`hint` "
            "use them in this order, except those by request, which `techniques=` asks for. The "
            "codes "
            "are those of HoDoKu's regression library. Each example below is found, put into words "
            "and drawn by the library when this page is made.",
            table(["technique", "name", "codes", "remarks"], rows),
            *("\n\n".join(_section(each)) for each in BUILT_IN),
        ),
    )
    for each in BUILT_IN:
        yield f"reference/techniques/{each.name}.svg", _picture(each).to_svg()


@cache
def _stage(name: str) -> Stage:
    return example(name)


def _picture(technique: Technique) -> Picture:
    """Return the example of a technique; without its pattern if the search for it takes minutes."""
    if not _takes_minutes(technique):
        return _stage(technique.name).picture()
    found = example_of(technique.name)
    step = Step(technique.name, tuple(found.placements), tuple(sorted(found.eliminations)))
    drawn = picture(found.board, marks_of(found.board, step), title=technique.title)
    shown = sum(1 << digit - 1 for digit in found.digits)
    return replace(drawn, candidates=tuple(mask & shown for mask in drawn.candidates))


def _takes_minutes(technique: Technique) -> bool:
    size = technique.size or 0
    return technique.module == "mixed_fish" and technique.kind == FishFamily.MUTANT and size > 4


def _section(technique: Technique) -> Iterator[str]:
    yield f"## {technique.title} {{#{technique.name}}}"
    alt = f"An example of the technique {technique.title}"
    yield figure(f"techniques/{technique.name}.svg", "", alt=alt, width=460)
    if _takes_minutes(technique):
        yield "The picture shows the conclusion only: the search for the pattern takes minutes."
    else:
        yield _stage(technique.name).words
    if remark := _remark(technique):
        yield f"*{remark[0].upper()}{remark[1:]}.*"


def _remark(technique: Technique) -> str:
    if technique.assumes_unique:
        return "assumes that there is only one solution"
    return "by request" if technique.by_request else WHEN.get(technique.only_with, "")
