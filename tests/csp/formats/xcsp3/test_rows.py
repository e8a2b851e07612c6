"""Groups that are posted in arrays: all is as if each constraint were posted alone."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import ModelError, from_xcsp3
from csp.formats.instance import Instance
from csp.formats.xcsp3 import groups
from csp.model import rows
from csp.model.rows import Rows
from exactcover.runtime.reading_budget import Budget
from exactcover.runtime.search.limits import HaltedError, Watch
from tests.csp.formats.flatzinc.test_rows import laid_out, posted

DECLARED = """<array id="x" size="[5]"> 0..9 </array> <array id="h" size="[2]"> 1 3 8 </array>
<var id="t"> 0 1 </var> <var id="c"> 4 </var> <var id="w"> 0..3000000 </var>
<array id="y" size="[6]"> 2..7 </array> <array id="v" size="[3]"> 0..9 </array>"""
NAMES = [*(f"x[{k}]" for k in range(5)), *(f"y[{k}]" for k in range(6)), "h[0]", "h[1]", "t", "c"]


def intension(term: str) -> str:
    return f"<intension> {term} </intension>"


TEMPLATES = [
    *map(
        intension,
        (
            "le(%0,%1)",
            "ne(%0,%1)",
            "ne(add(%0,%2),%1)",
            "eq(%0,add(%1,%2))",
            "lt(add(mul(2,%0),%1),v[0])",
            "ge(mul(%0,3),mul(%1,%2))",
            "ne(add(%0,%1,v[1]),%2)",
            "gt(dist(%0,%1),%2)",
            "le(dist(%0,add(%1,2)),%2)",
            "eq(dist(%0,%1),%2)",
            "ne(dist(%1,%0),%2)",
            "lt(dist(%0,v[1]),%2)",
            "eq(dist(%0,%1),v[2])",
            "or(eq(%0,%2),eq(%1,%2))",
        ),
    ),
    "<sum> <list> %0 %1 v[2] </list> <coeffs> 2 -1 3 </coeffs> "
    "<condition> (le,%2) </condition> </sum>",
    "<sum> <list> %... </list> <condition> (eq,7) </condition> </sum>",
    "<allDifferent> %0 %1 </allDifferent>",
    "<allDifferent> %0 %1 v[0] y[1] </allDifferent>",
    "<allDifferent> y[] %0 %1 </allDifferent>",
    "<extension> <list> %0 %1 </list> <supports> (1,2)(3,1)(4,4) </supports> </extension>",
]


def constraints(rng: Random) -> str:
    """Return a group, or constraints that follow each other, of some forms."""
    if rng.random() < 0.5:
        own = "".join(f"<args> {arguments(rng)} </args>\n" for _ in range(12))
        return f"<group>\n{rng.choice(TEMPLATES)}\n{own}</group>"
    templates = rng.choices(rng.sample(TEMPLATES, 3), [6, 1, 1], k=14)
    return "\n".join(filled(each, arguments(rng)) for each in templates)


def filled(template: str, own: str) -> str:
    """Return a template with arguments."""
    for k, word in enumerate(own.split()):
        template = template.replace(f"%{k}", word)
    return template.replace("%...", own)


def arguments(rng: Random) -> str:
    names = [*NAMES, "w"] if rng.random() < 0.05 else NAMES
    number = rng.choice([*range(-2, 10), 3, 3, 5, 12])
    own = [*(rng.choices(names, k=2) if rng.random() < 0.2 else rng.sample(names, 2)), number]
    if rng.random() < 0.003:
        own[rng.randrange(3)] = rng.choice(["x[7]", "x[]", "add(x[0],1)", 5, 10**17, "x[0]"])
    return " ".join(map(str, own))


def read(text: str, fewest: int, at_once: int) -> Instance | str:
    """Return the model of a document, or its error. Fewer rows are posted one by one."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (groups, rows):
            patch.setattr(module, "FEWEST", fewest)
        patch.setattr(rows, "MOST_AT_ONCE", at_once)
        try:
            return from_xcsp3(text)
        except ModelError as error:
            return str(error)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_groups_post_what_each_constraint_posts(seed: int) -> None:
    rng = Random(seed)
    text = document("\n".join(constraints(rng) for _ in range(2)))
    together, alone = read(text, 2, rng.choice([4, 1 << 14])), read(text, 10**6, 1)
    if isinstance(together, str) or isinstance(alone, str):
        assert together == alone
        return
    assert posted(together.model.builder) == posted(alone.model.builder)
    assert together.model.builder.n_scratch == alone.model.builder.n_scratch
    assert laid_out(together.model.builder) == laid_out(alone.model.builder)
    assert len(together.model.contradictions) == len(alone.model.contradictions)
    values = {each.name: rng.choice([*each.values[:9]]) for each in alone.model.unknowns}
    for one, other in zip(together.model.constraints, alone.model.constraints, strict=True):
        holds, also = (each.holds(lambda v: values[v.name]) for each in (one, other))
        assert holds == also


def document(constraints: str) -> str:
    return (
        '<instance format="XCSP3" type="CSP">\n'
        f"<variables> {DECLARED} </variables>\n<constraints>\n{constraints}\n</constraints>\n"
        "</instance>"
    )


def test_the_line_of_arguments_that_are_wrong_is_named() -> None:
    own = ["<args> x[0] x[1] </args>"] * 40
    own[30] = "<args> x[0] x[9] </args>"
    text = document("\n".join(["<group>", intension("lt(%0,%1)"), *own, "</group>"]))
    line = text.splitlines().index(own[30]) + 1
    with pytest.raises(ModelError, match=rf"line {line}: <args>: .*x\[9\]"):
        from_xcsp3(text)


MANY = document(
    "\n".join(["<group>", intension("lt(%0,%1)"), *["<args>x[0] t</args>"] * 1200, "</group>"])
)


@pytest.mark.parametrize(
    ("name", "most", "line"), [("elements", 50, 8 + 38), ("terms", 100, 8 + 25)]
)
def test_the_arguments_that_exceed_the_budget_are_named(name: str, most: int, line: int) -> None:
    with Budget(**{name: most}), pytest.raises(ModelError, match=rf"line {line}: .* {name} are"):
        from_xcsp3(MANY)


def test_elements_after_joined_arguments_have_the_room_that_is_left() -> None:
    own = ["<group>", intension("lt(%0,%1)"), *["<args>x[0] t</args>"] * 40, "</group>"]
    text = document("\n".join([*own, *[intension("lt(x[0],t)")] * 40]))
    group = text[: text.index("</group>")]
    n_elements, line = len(re.findall("<[a-z]", group)), group.count("\n") + 1
    with Budget(elements=n_elements + 9), pytest.raises(ModelError, match=f"line {line + 10}: "):
        from_xcsp3(text)


class Late:
    """A flag that is not set before the clock was asked twice."""

    n = 0

    def is_set(self) -> bool:
        self.n += 1
        return self.n > 2


def test_the_clock_is_asked_within_the_arguments_of_a_group(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(groups, "_group", None)  # it is not come to
    with pytest.raises(HaltedError), Watch(cancel=Late()).running():
        from_xcsp3(MANY)


@pytest.mark.parametrize("huge", [f"le(mul(%0,{2**60}),%1)", f"le(add(mul({2**61},8),%0),%1)"])
def test_a_group_that_cannot_be_posted_is_named(huge: str) -> None:
    own = "\n".join(["<args> w x[1] </args>"] * 40)
    huge = intension(huge)
    with pytest.raises(ModelError, match=r"line 7: <intension>: .*may overflow"):
        from_xcsp3(document(f"<group>\n{huge}\n{own}\n</group>"))


@pytest.mark.parametrize("template", [*TEMPLATES[:12], *TEMPLATES[14:20]])
def test_usual_groups_are_in_arrays(template: str) -> None:
    own = "".join(f"<args>x[{k % 5}] y[{k % 6}] 3</args>" for k in range(40))
    model = from_xcsp3(document(f"<group> {template} {own} </group>")).model
    assert isinstance(model._constraints[0], Rows)
    assert model.n_constraints == 40


def test_lists_of_arguments_outside_of_a_group_are_no_document() -> None:
    with pytest.raises(ModelError, match="mismatched tag"):
        from_xcsp3(document("<allDifferent> x[0] </args> <args> x[1] </allDifferent>"))


@pytest.mark.parametrize(
    ("sign", "message"),
    [
        ("|", r"unexpected text '\|'"),
        ("&#124;", r"unexpected text '\|'"),
        ("<![CDATA[</args><args>]]>", "expected a term"),
        ("<!-- a\n\ncomment --></args>\n<args> x[9]", r"line 9: <args>: .*x\[9\]"),
    ],
)
def test_what_is_between_arguments_is_no_new_list(sign: str, message: str) -> None:
    own = f"<args> x[] {sign} y[] </args>"
    with pytest.raises(ModelError, match=message):
        from_xcsp3(document(f"<group> <allDifferent> %... </allDifferent> {own} </group>"))


def test_a_number_in_a_place_may_have_a_large_factor() -> None:
    own = "".join(f"<args> x[{k % 5}] 8 </args>" for k in range(40))
    template = intension(f"le(add(mul({2**61},%1),%0),5)")
    with pytest.raises(ModelError, match="may overflow"):
        from_xcsp3(document(f"<group> {template} {own} </group>"))


def test_tuples_with_all_kinds_of_spaces() -> None:
    template = (
        "<extension> <list> x[0] x[1] </list> <supports> (1,2)\u2003(3,4)\xa0</supports> "
        "</extension>"
    )
    (table,) = from_xcsp3(document(template)).model.constraints
    assert repr(table) == "table([x[0], x[1]], 2 tuples)"
