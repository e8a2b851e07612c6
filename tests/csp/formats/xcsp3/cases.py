"""A small instance of each kind of constraint, with a plain test of its solutions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import Any, NamedTuple


class Case(NamedTuple):
    """A case.

    Attributes
    ----------
    name
        Its name.
    variables
        The elements of `variables`.
    constraints
        The elements of `constraints`.
    test
        Is called with the variables: a number for each `var`, and nested lists for each `array`.
    """

    name: str
    variables: str
    constraints: str
    test: Callable[..., Any]


def array(name: str, n: int | str, domain: str) -> str:
    size = f"[{n}]" if isinstance(n, int) else n
    return f'<array id="{name}" size="{size}"> {domain} </array>'


def var(name: str, domain: str) -> str:
    return f'<var id="{name}"> {domain} </var>'


X, Y, Z = array("x", 4, "0..3"), var("y", "0..4"), var("z", "-2..3")
P, Q, R = var("p", "-3..3"), var("q", "-2..2"), var("r", "-9..9")
BITS = array("b", 3, "0 1")
GRID = array("g", "[2][3]", "0..2")


def quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if a * b >= 0 else -1)


def defined(value: Callable[[], Any]) -> Any:
    """Return a value; None if there is none."""
    try:
        return value()
    except (ZeroDivisionError, IndexError):
        return None


def accepts(steps: dict[tuple[str, int], str], final: str, values: Sequence[int]) -> bool:
    state: str | None = "a"
    for value in values:
        state = steps.get((state, value)) if state else None
    return state == final


def is_precedence(x: Sequence[int], values: Sequence[int]) -> bool:
    return all(
        other not in x or (one in x and x.index(one) < x.index(other))
        for one, other in pairwise(values)
    )


def no_overlap(s: Sequence[int], d: Sequence[int], *, ignored: bool) -> bool:
    return all(
        s[i] + d[i] <= s[j] or s[j] + d[j] <= s[i] or (ignored and 0 in (d[i], d[j]))
        for i, j in combinations(range(len(s)), 2)
    )


def demand(s: Sequence[int], d: Sequence[int], h: Sequence[int]) -> int:
    return max(
        sum(b for a, t, b in zip(s, d, h, strict=True) if a <= now < a + t) for now in range(12)
    )


def tour(x: Sequence[int]) -> int | None:
    """Return the length of the only circuit of successors; None if there is not just one."""
    inside = {k for k, each in enumerate(x) if each != k}
    if not inside or not all(0 <= each < len(x) for each in x):
        return None
    first = place = min(inside)
    met = set()
    while place not in met:
        met.add(place)
        place = x[place]
    return len(met) if met == inside and place == first else None


def load(x: Sequence[int], sizes: Sequence[int], k: int) -> int:
    return sum(size for each, size in zip(x, sizes, strict=True) if each == k)


def runs(x: Sequence[int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for each in x:
        if found and found[-1][0] == each:
            found[-1] = (each, found[-1][1] + 1)
        else:
            found.append((each, 1))
    return found


def term(name: str, text: str, test: Callable[..., Any], variables: str = P + Q + R) -> Case:
    return Case(name, variables, f"<intension> {text} </intension>", test)


TERMS = [
    term("linear", "eq(add(p,mul(2,q),neg(r)),1)", lambda p, q, r: p + 2 * q - r == 1),
    term("mul", "le(mul(p,q,r),-5)", lambda p, q, r: p * q * r <= -5),
    term("sqr", "eq(sqr(p),r)", lambda p, q, r: p * p == r),
    term("dist", "gt(dist(p,r),add(abs(q),6))", lambda p, q, r: abs(p - r) > abs(q) + 6),
    term("div", "eq(div(r,q),p)", lambda p, q, r: defined(lambda: quotient(r, q)) == p),
    term("mod", "eq(mod(r,q),p)", lambda p, q, r: defined(lambda: r - q * quotient(r, q)) == p),
    term(
        "pow",
        "ne(pow(p,2),sub(r,q))",
        lambda p, q, r: p**2 != r - q,
    ),
    term(
        "min and max",
        "lt(min(p,q,r),sub(max(p,q),4))",
        lambda p, q, r: min(p, q, r) < max(p, q) - 4,
    ),
    term("if", "eq(if(lt(p,q),r,neg(r)),3)", lambda p, q, r: (r if p < q else -r) == 3),
    term(
        "logic",
        "or(and(lt(p,q),not(eq(q,r))),xor(eq(p,0),eq(q,0),eq(r,0)))",
        lambda p, q, r: (p < q and q != r) or (p == 0) ^ (q == 0) ^ (r == 0),
    ),
    term("imp", "imp(ge(p,1),le(q,r))", lambda p, q, r: p < 1 or q <= r),
    term("iff", "iff(ge(p,1),le(q,r),eq(r,2))", lambda p, q, r: (p >= 1) == (q <= r) == (r == 2)),
    term("eq of many", "eq(p,q,r)", lambda p, q, r: p == q == r),
    term("in", "in(add(p,q),set(1,3,-4))", lambda p, q, r: p + q in (1, 3, -4)),
    term("in range", "not(in(p,-1..2))", lambda p, q, r: p not in range(-1, 3)),
    term("and", "and(lt(p,q),lt(q,r))", lambda p, q, r: p < q < r),
    term("truth", "eq(add(lt(p,q),lt(q,r),1),3)", lambda p, q, r: p < q < r),
    term("spaces", "\n eq( add( p , q ) ,\n r )", lambda p, q, r: p + q == r),
]

TABLES = [
    Case(
        "supports",
        X,
        "<extension> <list> x[0..2] </list>"
        " <supports> (0,1,2)(1,*,3) (3,3,3) </supports> </extension>",
        lambda x: x[:3] in ([0, 1, 2], [3, 3, 3]) or (x[0] == 1 and x[2] == 3),
    ),
    Case(
        "hybrid supports",
        X,
        '<extension type="hybrid-2"> <list> x[0..2] </list>'
        " <supports> (≤1, c0+1, ∁1..2) (*,{0, 3},≠c1) (3,=2,﹥c1-1) </supports> </extension>",
        lambda x: (
            (x[0] <= 1 and x[1] == x[0] + 1 and x[2] not in (1, 2))
            or (x[1] in (0, 3) and x[2] != x[1])
            or (x[0] == 3 and x[1] == 2 and x[2] > x[1] - 1)
        ),
    ),
    Case(
        "hybrid conflicts",
        X,
        '<extension type="hybrid-1"> <list> x[0] x[3] </list>'
        " <conflicts> (1..2,≠3)({0 3},≥2) </conflicts> </extension>",
        lambda x: not (1 <= x[0] <= 2 and x[3] != 3) and not (x[0] in (0, 3) and x[3] >= 2),
    ),
    Case(
        "conflicts",
        X,
        "<extension> <list> x[0] x[3] </list> <conflicts> (0,0)(2,*) </conflicts> </extension>",
        lambda x: not (x[0] == x[3] == 0 or x[0] == 2),
    ),
    Case(
        "unary supports",
        X,
        "<extension> <list> x[0] </list> <supports> 0 2..3 </supports> </extension>",
        lambda x: x[0] != 1,
    ),
    Case(
        "no tuples",
        X,
        "<extension> <list> x[0..1] </list> <conflicts> </conflicts> </extension>",
        lambda x: True,
    ),
    Case(
        "regular",
        X,
        "<regular> <list> x[] </list>"
        " <transitions> (a,0,a)(a,1,b)(b,1,b)(b,2,c) (c,0,c)(c,3,b) </transitions>"
        " <start> a </start> <final> a c </final> </regular>",
        lambda x: any(
            accepts(
                {
                    **{("a", 0): "a", ("a", 1): "b", ("b", 1): "b"},
                    **{("b", 2): "c", ("c", 0): "c", ("c", 3): "b"},
                },
                final,
                x,
            )
            for final in "ac"
        ),
    ),
    Case(
        "nondeterministic regular",
        X,
        "<regular> <list> x[] </list> <transitions> (a,0,a)(a,1,a)(a,1,b)(b,2,c) </transitions>"
        " <start> a </start> <final> c </final> </regular>",
        lambda x: set(x[:2]) <= {0, 1} and x[2:] == [1, 2],
    ),
    Case(
        "mdd",
        X,
        "<mdd> <list> x[1..3] </list> <transitions> (r,0,m)(r,1,m)(r,1,n)(m,2,o)(n,0,o)(n,3,o)"
        " (o,1,t)(o,2,t) </transitions> </mdd>",
        lambda x: (
            x[3] in (1, 2) and ((x[1] in (0, 1) and x[2] == 2) or (x[1] == 1 and x[2] in (0, 3)))
        ),
    ),
]

COMPARISONS = [
    Case("allDifferent", X, "<allDifferent> x[] </allDifferent>", lambda x: len(set(x)) == 4),
    Case(
        "allDifferent of terms",
        X,
        "<allDifferent> add(x[0],1) x[1] mul(2,x[2]) </allDifferent>",
        lambda x: len({x[0] + 1, x[1], 2 * x[2]}) == 3,
    ),
    Case(
        "allDifferent except",
        X,
        "<allDifferent> <list> x[] </list> <except> 0 2 </except> </allDifferent>",
        lambda x: all(x.count(each) == 1 for each in x if each not in (0, 2)),
    ),
    Case(
        "allDifferent of lists",
        GRID,
        "<allDifferent> <list> g[0][] </list> <list> g[1][] </list> </allDifferent>",
        lambda g: g[0] != g[1],
    ),
    Case(
        "allDifferent of lists except",
        array("g", "[3][2]", "0..2"),
        "<allDifferent> <list> g[0][] </list> <list> g[1][] </list> <list> g[2][] </list>"
        " <except> (0,0)(1,2) </except> </allDifferent>",
        lambda g: all(a != b or a in ([0, 0], [1, 2]) for a, b in combinations(g, 2)),
    ),
    Case(
        "allDifferent of a matrix",
        GRID,
        "<allDifferent> <matrix> g[][] </matrix> </allDifferent>",
        lambda g: (
            all(len(set(row)) == 3 for row in g) and all(a != b for a, b in zip(*g, strict=True))
        ),
    ),
    Case(
        "allDifferent of rows",
        X,
        "<allDifferent> <matrix> (x[0..1]) (x[2] x[3]) </matrix> <except> 1 </except>"
        " </allDifferent>",
        lambda x: all(x[i] != x[j] or x[i] == 1 for i, j in ((0, 1), (2, 3), (0, 2), (1, 3))),
    ),
    Case("allEqual", X, "<allEqual> x[] </allEqual>", lambda x: len(set(x)) == 1),
    Case(
        "ordered",
        X,
        "<ordered> <list> x[] </list> <operator> ge </operator> </ordered>",
        lambda x: x == sorted(x, reverse=True),
    ),
    Case(
        "ordered case",
        X,
        '<ordered case="strictlyIncreasing"> x[1..3] </ordered>',
        lambda x: x[1] < x[2] < x[3],
    ),
    Case(
        "ordered with lengths",
        X + Y,
        "<ordered> <list> x[] </list> <lengths> 1 y 0 </lengths> <operator> le </operator>"
        " </ordered>",
        lambda x, y: x[0] + 1 <= x[1] and x[1] + y <= x[2] <= x[3],
    ),
    Case(
        "lex",
        X,
        "<lex> <list> x[0..1] </list> <list> x[2..3] </list> <operator> lt </operator> </lex>",
        lambda x: x[:2] < x[2:],
    ),
    Case(
        "lex downwards",
        array("g", "[3][2]", "0..1"),
        "<lex> <list> g[0][] </list> <list> g[1][] </list> <list> g[2][] </list>"
        " <operator> ge </operator> </lex>",
        lambda g: g[0] >= g[1] >= g[2],
    ),
    Case(
        "lex of a matrix",
        GRID,
        "<lex> <matrix> g[][] </matrix> <operator> le </operator> </lex>",
        lambda g: g[0] <= g[1] and all(a <= b for a, b in pairwise(zip(*g, strict=True))),
    ),
    Case(
        "precedence",
        X,
        "<precedence> <list> x[] </list> <values> 2 0 3 </values> </precedence>",
        lambda x: is_precedence(x, (2, 0, 3)),
    ),
    Case(
        "precedence covered",
        X,
        '<precedence> <list> x[] </list> <values covered="true"> 2 0 </values> </precedence>',
        lambda x: is_precedence(x, (2, 0)) and 0 in x,
    ),
    Case(
        "precedence of all",
        X,
        "<precedence> x[] </precedence>",
        lambda x: is_precedence(x, range(4)),
    ),
]

COUNTS = [
    Case(
        "sum",
        X,
        "<sum> <list> x[] </list> <coeffs> 1 2 -1x2 </coeffs> <condition> (le,1)"
        " </condition> </sum>",
        lambda x: x[0] + 2 * x[1] - x[2] - x[3] <= 1,
    ),
    Case(
        "sum in a range",
        X,
        "<sum> <list> x[] </list> <condition> (in,3..4) </condition> </sum>",
        lambda x: sum(x) in (3, 4),
    ),
    Case(
        "sum not in a set",
        X + Y,
        "<sum> <list> x[0..2] y </list> <condition> (notin,{1,3,9}) </condition> </sum>",
        lambda x, y: sum(x[:3]) + y not in (1, 3, 9),
    ),
    Case(
        "sum of products",
        X + Y,
        "<sum> <list> x[0..1] </list> <coeffs> x[2..3] </coeffs> <condition> (eq,y)"
        " </condition> </sum>",
        lambda x, y: x[0] * x[2] + x[1] * x[3] == y,
    ),
    Case(
        "sum of terms",
        X,
        "<sum> <list> eq(x[0],1) lt(x[1],x[2]) mul(x[3],2) </list> <condition> (ne,4)"
        " </condition> </sum>",
        lambda x: (x[0] == 1) + (x[1] < x[2]) + 2 * x[3] != 4,
    ),
    Case(
        "count",
        X + Y,
        "<count> <list> x[] </list> <values> 2 </values> <condition> (eq,y) </condition> </count>",
        lambda x, y: x.count(2) == y,
    ),
    Case(
        "count of values",
        X,
        "<count> <list> x[] </list> <values> 1 3 </values> <condition> (lt,2) </condition>"
        " </count>",
        lambda x: x.count(1) + x.count(3) < 2,
    ),
    Case(
        "count of variables",
        X + Y + Z,
        "<count> <list> x[] </list> <values> y z </values> <condition> (ge,3) </condition>"
        " </count>",
        lambda x, y, z: sum(each in (y, z) for each in x) >= 3,
    ),
    Case(
        "nValues",
        X + Y,
        "<nValues> <list> x[] </list> <condition> (gt,y) </condition> </nValues>",
        lambda x, y: len(set(x)) > y,
    ),
    Case(
        "nValues except",
        X,
        "<nValues> <list> x[] </list> <except> 0 7 </except> <condition> (eq,2)"
        " </condition> </nValues>",
        lambda x: len(set(x) - {0, 7}) == 2,
    ),
    Case(
        "cardinality",
        X + Y,
        "<cardinality> <list> x[] </list> <values> 1 3 </values> <occurs> y 1..2 </occurs>"
        " </cardinality>",
        lambda x, y: x.count(1) == y and x.count(3) in (1, 2),
    ),
    Case(
        "closed cardinality",
        X,
        '<cardinality> <list> x[] </list> <values closed="true"> 0 1 2 </values>'
        " <occurs> 2 1 1 </occurs> </cardinality>",
        lambda x: sorted(x) == [0, 0, 1, 2],
    ),
    Case(
        "cardinality of variables",
        X + Y,
        "<cardinality> <list> x[0..2] </list> <values> y x[3] </values> <occurs> 2 0..1 </occurs>"
        " </cardinality>",
        lambda x, y: x[:3].count(y) == 2 and x[:3].count(x[3]) <= 1,
    ),
]

CONNECTIONS = [
    Case(
        "minimum",
        X + Y,
        "<minimum> <list> x[] </list> <condition> (ge,y) </condition> </minimum>",
        lambda x, y: min(x) >= y,
    ),
    Case(
        "maximum",
        X,
        "<maximum> <list> x[0] add(x[1],x[2]) </list> <value> x[3] </value> </maximum>",
        lambda x: max(x[0], x[1] + x[2]) == x[3],
    ),
    *(
        Case(
            f"{name}Arg {rank}",
            X + Y,
            f'<{name}Arg rank="{rank}"> <list startIndex="1"> x[] </list>'
            f" <condition> (eq,y) </condition> </{name}Arg>",
            lambda x, y, best=best, pick=pick: (
                y in pick([k + 1 for k in range(4) if x[k] == best(x)])
            ),
        )
        for name, best in (("minimum", min), ("maximum", max))
        for rank, pick in (
            ("any", lambda own: own),
            ("first", lambda own: own[:1]),
            ("last", lambda own: own[-1:]),
        )
    ),
    Case(
        "element",
        X + Y + Z,
        '<element> <list startIndex="1"> x[] </list> <index> y </index> <value> z </value>'
        " </element>",
        lambda x, y, z: 1 <= y <= 4 and x[y - 1] == z,
    ),
    Case(
        "element of numbers",
        Y + Z,
        "<element> <list> 3 1 -1 2 </list> <index> y </index> <condition> (le,z)"
        " </condition> </element>",
        lambda y, z: y < 4 and (3, 1, -1, 2)[y] <= z,
    ),
    Case(
        "element somewhere",
        X + Y,
        "<element> <list> x[] </list> <value> y </value> </element>",
        lambda x, y: y in x,
    ),
    Case(
        "element first",
        X + Y,
        '<element> <list> x[] </list> <index rank="first"> y </index> <value> 2 </value>'
        " </element>",
        lambda x, y: 2 in x and x.index(2) == y,
    ),
    Case(
        "element last",
        X + Y,
        '<element> <list> x[] </list> <index rank="last"> y </index>'
        " <condition> (gt,1) </condition> </element>",
        lambda x, y: any(each > 1 for each in x) and max(k for k in range(4) if x[k] > 1) == y,
    ),
    Case(
        "element of a matrix",
        array("g", "[2][3]", "0..1") + Y + Z + var("v", "0..2"),
        '<element> <matrix startRowIndex="1" startColIndex="-1"> g[][] </matrix>'
        " <index> y z </index> <value> v </value> </element>",
        lambda g, y, z, v: 1 <= y <= 2 and -1 <= z <= 1 and g[y - 1][z + 1] == v,
    ),
    Case(
        "element of rows",
        Y + Z + var("v", "0..9"),
        "<element> <matrix> (1,2,3)(4,5,6) </matrix> <index> y z </index> <value> v"
        " </value> </element>",
        lambda y, z, v: y < 2 and 0 <= z < 3 and 3 * y + z + 1 == v,
    ),
    Case(
        "channel",
        array("x", 4, "0..4"),
        '<channel> <list startIndex="1"> x[] </list> </channel>',
        lambda x: all(1 <= each <= 4 and x[each - 1] == k for k, each in enumerate(x, 1)),
    ),
    Case(
        "channel of two lists",
        array("u", 3, "1..4") + array("w", 3, "0..3"),
        '<channel> <list startIndex="1"> u[] </list> <list startIndex="2"> w[] </list> </channel>',
        lambda u, w: all(2 <= each <= 4 and w[each - 2] == k for k, each in enumerate(u, 1)),
    ),
    Case(
        "channel of a shorter list",
        array("u", 2, "0..3") + array("w", 3, "0..2"),
        '<channel> <list startIndex="1"> u[] </list> <list> w[] </list> </channel>',
        lambda u, w: all(each < 3 and w[each] == k for k, each in enumerate(u, 1)),
    ),
    Case(
        "channel of bits",
        BITS + Y,
        '<channel> <list startIndex="1"> b[] </list> <value> y </value> </channel>',
        lambda b, y: sum(b) == 1 and 1 <= y <= 3 and b[y - 1] == 1,
    ),
    Case("circuit", X, "<circuit> x[] </circuit>", lambda x: tour(x) is not None),
    Case(
        "circuit of a size",
        X + Y,
        "<circuit> <list> x[] </list> <size> y </size> </circuit>",
        lambda x, y: tour(x) == y,
    ),
    Case(
        "circuit of all",
        array("x", 4, "1..4"),
        '<circuit> <list startIndex="1"> x[] </list> <size> 4 </size> </circuit>',
        lambda x: tour([each - 1 for each in x]) == 4,
    ),
    Case(
        "instantiation",
        X + Y,
        "<instantiation> <list> x[] y </list> <values> 1x2 * 0 4 </values> </instantiation>",
        lambda x, y: x[:2] == [1, 1] and x[3] == 0 and y == 4,
    ),
    Case("clause", BITS, "<clause> b[0] not(b[1]) b[2] </clause>", lambda b: b != [0, 1, 0]),
]

PACKING = [
    *(
        Case(
            f"noOverlap zeroIgnored={ignored}",
            array("s", 3, "0..3") + array("d", 3, "0..2"),
            f'<noOverlap zeroIgnored="{ignored}"> <origins> s[] </origins>'
            " <lengths> d[0] 2 d[1] </lengths> </noOverlap>",
            lambda s, d, ignored=ignored: no_overlap(s, [d[0], 2, d[1]], ignored=ignored == "true"),
        )
        for ignored in ("true", "false")
    ),
    *(
        Case(
            f"noOverlap of boxes zeroIgnored={ignored}",
            array("s", "[2][2]", "0..3") + array("d", 2, "0..2"),
            f'<noOverlap zeroIgnored="{ignored}"> <origins> (s[0][0],s[0][1])(s[1][0],s[1][1])'
            " </origins> <lengths> (2,d[0])(d[1],3) </lengths> </noOverlap>",
            lambda s, d, ignored=ignored: (
                any(
                    a + m <= b or b + n <= a
                    for a, b, m, n in zip(*s, [2, d[0]], [d[1], 3], strict=True)
                )
                or (ignored == "true" and 0 in d)
            ),
        )
        for ignored in ("true", "false")
    ),
    Case(
        "cumulative",
        array("s", 3, "0..3") + Y,
        "<cumulative> <origins> s[] </origins> <lengths> 2 1 3 </lengths>"
        " <heights> 1 2 2 </heights> <condition> (le,y) </condition> </cumulative>",
        lambda s, y: demand(s, (2, 1, 3), (1, 2, 2)) <= y,
    ),
    Case(
        "cumulative with ends",
        array("s", 2, "0..3")
        + array("d", 2, "0..2")
        + array("h", 2, "1..2")
        + array("e", 2, "2..3"),
        "<cumulative> <origins> s[] </origins> <lengths> d[] </lengths> <ends> e[] </ends>"
        " <heights> h[] </heights> <condition> (lt,3) </condition> </cumulative>",
        lambda s, d, h, e: (
            demand(s, d, h) < 3 and all(a + b == c for a, b, c in zip(s, d, e, strict=True))
        ),
    ),
    Case(
        "binPacking",
        X,
        "<binPacking> <list> x[] </list> <sizes> 3 1 2 2 </sizes> <condition> (le,4) </condition>"
        " </binPacking>",
        lambda x: all(load(x, (3, 1, 2, 2), k) <= 4 for k in range(4)),
    ),
    Case(
        "binPacking limits",
        X,
        '<binPacking> <list startIndex="1"> x[] </list> <sizes> 3 1 2 2 </sizes>'
        " <limits> 3 5 </limits> </binPacking>",
        lambda x: (
            all(1 <= each <= 2 for each in x)
            and all(load(x, (3, 1, 2, 2), k) <= (0, 3, 5)[k] for k in (1, 2))
        ),
    ),
    Case(
        "binPacking loads",
        X + Y,
        "<binPacking> <list> x[] </list> <sizes> 3 1 2 2 </sizes> <loads> y 3 1 y </loads>"
        " </binPacking>",
        lambda x, y: [load(x, (3, 1, 2, 2), k) for k in range(4)] == [y, 3, 1, y],
    ),
    Case(
        "binPacking conditions",
        X,
        "<binPacking> <list> x[] </list> <sizes> 3 1 2 2 </sizes>"
        " <conditions> (ge,3) (in,{1,2,5}) </conditions> </binPacking>",
        lambda x: (
            max(x) < 2 and load(x, (3, 1, 2, 2), 0) >= 3 and load(x, (3, 1, 2, 2), 1) in (1, 2, 5)
        ),
    ),
    *(
        Case(
            f"knapsack {name}",
            X + Y,
            "<knapsack> <list> x[] </list> <weights> 2 1 3 4 </weights>"
            f" {limit} <profits> 3 1 4 6 </profits> <condition> (ge,add(y,8)) </condition>"
            f" </knapsack>",
            lambda x, y: (
                2 * x[0] + x[1] + 3 * x[2] + 4 * x[3] <= 9
                and 3 * x[0] + x[1] + 4 * x[2] + 6 * x[3] >= y + 8
            ),
        )
        for name, limit in (
            ("limit", "<limit> 9 </limit>"),
            ("condition", "<condition> (le,9) </condition>"),
        )
    ),
    Case(
        "stretch",
        array("x", 5, "0..2"),
        "<stretch> <list> x[] </list> <values> 0 2 </values> <widths> 2..3 1..1 </widths>"
        " </stretch>",
        lambda x: all(n in {0: (2, 3), 1: range(9), 2: (1,)}[each] for each, n in runs(x)),
    ),
]

GROUPS = [
    Case(
        "group",
        X + Y,
        "<group> <intension> lt(%0,add(%1,%2)) </intension> <args> x[0..1] 1 </args>"
        " <args> x[1] y -1 </args> </group>",
        lambda x, y: x[0] < x[1] + 1 and x[1] < y - 1,
    ),
    Case(
        "group with the rest",
        GRID,
        "<group> <sum> <list> %... </list> <condition> (%1,%0) </condition> </sum>"
        " <args> 2 eq g[0][] </args> <args> 3 ge g[1][] </args> </group>",
        lambda g: sum(g[0]) == 2 and sum(g[1]) >= 3,
    ),
    Case(
        "group of short forms",
        GRID,
        "<group> <allDifferent> %... </allDifferent> <args> g[0][] </args>"
        " <args> g[1][0] add(g[1][1],1) </args> </group>",
        lambda g: len(set(g[0])) == 3 and g[1][0] != g[1][1] + 1,
    ),
    Case(
        "group of tables",
        X,
        "<group> <extension> <list> %0 %1 </list> <supports> (0,1)(1,2)(2,0) </supports>"
        " </extension> <args> x[0] x[1] </args> <args> x[1] x[2] </args> </group>",
        lambda x: x[0] < 3 and x[1] == (x[0] + 1) % 3 and x[2] == (x[0] + 2) % 3,
    ),
    Case(
        "blocks",
        X,
        '<block class="symmetryBreaking"> <block note="inner"> <allEqual> x[0] x[1] </allEqual>'
        " </block> <group> <intension> ne(%0,0) </intension> <args> x[2] </args> </group> </block>",
        lambda x: x[0] == x[1] and x[2] != 0,
    ),
    Case(
        "slide",
        X,
        "<slide> <list> x[] </list> <intension> lt(%0,add(%1,1)) </intension> </slide>",
        lambda x: x[0] <= x[1] <= x[2] <= x[3],
    ),
    Case(
        "circular slide",
        X,
        '<slide circular="true"> <list> x[] </list> <intension> eq(add(%0,%1),3) </intension>'
        " </slide>",
        lambda x: all(x[k] + x[(k + 1) % 4] == 3 for k in range(4)),
    ),
    Case(
        "slide with steps",
        array("x", 6, "0..1"),
        '<slide> <list offset="2"> x[] </list> <extension> <list> %0 %1 %2 </list>'
        " <conflicts> (0,0,0)(1,1,1) </conflicts> </extension> </slide>",
        lambda x: len(set(x[:3])) == 2 and len(set(x[2:5])) == 2,
    ),
    Case(
        "slide of two lists",
        X + BITS,
        '<slide> <list collect="2"> x[] </list> <list> b[] </list>'
        " <intension> iff(eq(%0,%1),%2) </intension> </slide>",
        lambda x, b: all((x[k] == x[k + 1]) == b[k] for k in range(3)),
    ),
]

VARIABLES = [
    Case(
        "domains of parts",
        '<array id="x" size="[2][3]"> <domain for="x[0][]"> 1..2 </domain>'
        ' <domain for="x[1][0] x[1][2]"> 0 4 </domain> <domain for="others"> 3 </domain> </array>',
        "<sum> <list> x[][] </list> <condition> (eq,11) </condition> </sum>",
        lambda x: (
            {*x[0]} <= {1, 2}
            and {x[1][0], x[1][2]} <= {0, 4}
            and x[1][1] == 3
            and sum(map(sum, x)) == 11
        ),
    ),
    Case(
        "copies",
        '<var id="v"> 1 3..4 </var> <var id="w" as="v"/> <array id="x" size="[2]"> 0..2 </array>'
        ' <array id="t" size="[2]" as="x"/>',
        "<allDifferent> v w </allDifferent> <allEqual> x[] t[] </allEqual>",
        lambda v, w, x, t: v != w and len({*x, *t}) == 1,
    ),
]

CASES = [*TERMS, *TABLES, *COMPARISONS, *COUNTS, *CONNECTIONS, *PACKING, *GROUPS, *VARIABLES]
