"""Symbolic variables: symbols in domains, terms, tables, automata and solutions."""

import pytest
from click.testing import CliRunner

from csp import from_xcsp3
from csp.cli.main import main

DOCUMENT = """<instance format="XCSP3" type="CSP">
<variables>
  <var id="sky" type="symbolic"> sunny cloudy rainy </var>
  <array id="day" size="[3]" type="symbolic"> work rest rainy </array>
  <var id="n" type="integer"> 0..3 </var>
</variables>
<constraints>
  <extension> <list> sky day[0] </list>
    <supports> (sunny,rest)(rainy,work) </supports> </extension>
  <intension> or(eq(day[1],rainy),and(eq(sky,sunny),eq(n,1))) </intension>
  <group> <intension> ne(%0,%1) </intension>
    <args> day[0] day[1] </args> <args> day[1] day[2] </args> <args> day[2] rest </args> </group>
  <regular> <list> day[] </list> <start> q </start> <final> f </final>
    <transitions> (q,rest,q)(q,work,q)(q,rainy,f)(f,work,f)(f,rest,f) </transitions> </regular>
  <count> <list> day[] </list> <values> work </values> <condition> (eq,n) </condition> </count>
</constraints> </instance>"""


@pytest.mark.kernel
def test_solutions_have_the_symbols() -> None:
    expected = set()
    sky_of = {"rest": "sunny", "work": "rainy"}
    kinds = ("work", "rest", "rainy")
    for a, b, c in ((a, b, c) for a in kinds for b in kinds for c in kinds):
        day, n = (a, b, c), (a, b, c).count("work")
        if a not in sky_of or a == b or b == c or c == "rest" or day.count("rainy") != 1:
            continue
        if b == "rainy" or (sky_of[a] == "sunny" and n == 1):
            expected.add(f"{sky_of[a]} {a} {b} {c} {n}")
    instance = from_xcsp3(DOCUMENT)
    texts = [instance.text(solution) for solution in instance.model.solutions()]
    found = {text.split("<values>")[1].split("</values>")[0].strip() for text in texts}
    assert found == expected
    assert len(texts) == len(expected) > 1
    output = CliRunner().invoke(main, ["xcsp3", "-"], input=DOCUMENT).stdout
    assert "s SATISFIABLE" in output
    assert any(f"v   <values> {each} </values>" in output for each in expected)
