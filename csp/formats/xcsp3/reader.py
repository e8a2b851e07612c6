"""The reader of XCSP3: the elements of a document become a model."""

from __future__ import annotations

from functools import partial
from typing import Any

from csp.errors import ModelError, reading_model
from csp.formats.instance import Instance
from csp.formats.uncollected import uncollected
from csp.formats.xcsp3.document import Element, XCSP3Error, parse
from csp.formats.xcsp3.domains import Variables
from csp.formats.xcsp3.groups import Stated, constraints_in
from csp.formats.xcsp3.objectives import objective_of, search_of
from csp.formats.xcsp3.output import written
from csp.formats.xcsp3.scope import Scope
from csp.formats.xcsp3.symbols import numbered
from csp.model.model import Model
from csp.model.rows import Rows

SECTIONS = ("variables", "constraints", "objectives", "annotations")


@reading_model()
@uncollected()
def from_xcsp3(document: str | bytes) -> Instance:
    """Return the model of an XCSP3-core document, with its objective.

    It takes no limits: `exactcover.Budget` bounds what a text may ask for.

    Parameters
    ----------
    document
        The document; bytes may be compressed (LZMA or XZ), as in files that end in `.xml.lzma`.

    Returns
    -------
    Instance
        The model, its objective, and its variables: an array by its name. Its `search` has the
        decision variables of the annotations. Where there are several objectives, the objective is
        a list, in the order of their importance.

    Raises
    ------
    ModelError
        If the document is wrong, has something that is not in XCSP3-core, or asks for more than the
        `exactcover.Budget` of readers allows; the message names the line and the element.

    Notes
    -----
    Until the text is read, Python's collector of cyclic garbage is off in the whole process.

    References
    ----------
    F. Boussemart, C. Lecoutre, G. Audemard and C. Piette, XCSP3-core: a format for representing
    constraint satisfaction/optimization problems, arXiv 2009.00514 (2020).

    Examples
    --------
    >>> from csp import from_xcsp3
    >>> instance = from_xcsp3('''
    ... <instance format="XCSP3" type="COP">
    ...   <variables>
    ...     <array id="x" size="[3]"> 0..5 </array>
    ...   </variables>
    ...   <constraints>
    ...     <allDifferent> x[] </allDifferent>
    ...     <intension> eq(add(x[0],x[1]),dist(x[2],7)) </intension>
    ...   </constraints>
    ...   <objectives>
    ...     <maximize type="sum"> <list> x[] </list> <coeffs> 2 1 1 </coeffs> </maximize>
    ...   </objectives>
    ... </instance>''')
    >>> best = instance.model.maximize(instance.objective)
    >>> best.value, best.solution[instance.variables["x"]]
    (12, array([5, 0, 2]))
    >>> print(instance.text(best.solution))
    <instantiation type="solution" cost="12">
      <list> x[] </list>
      <values> 5 0 2 </values>
    </instantiation>
    """
    if not isinstance(document, str | bytes):
        raise ModelError(f"the document is {document!r}: it must be a text or bytes")
    return _instance(parse(document))


def _instance(root: Element) -> Instance:
    kind = _check_root(root)
    model = Model()
    symbols = numbered(root)
    variables = Variables(model)
    variables.declare(root.part("variables"))
    scope = Scope(variables)
    constraints, objectives = root.named("constraints"), root.named("objectives")
    if constraints is not None:
        _post(model, list(constraints_in(scope, constraints)))
    goal = "satisfy"
    objective: Any = None
    if (objectives is not None) != (kind == "COP"):
        root.fail(f"its type is {kind}, and it has {'' if objectives else 'no '}<objectives>")
    if objectives is not None:
        goal, objective = objective_of(scope, objectives)
    return Instance(
        model,
        goal,
        objective,
        variables.declared,
        search_of(scope, root.named("annotations")),
        partial(written, variables, symbols, objective),
    )


def _check_root(root: Element) -> str:
    """Return the type of an instance, after checking its attributes and parts."""
    root.check("format type")
    if root.tag != "instance":
        root.fail("expected <instance>")
    if root.attributes.get("format", "XCSP3") != "XCSP3":
        root.fail(f"its format is {root.attributes['format']!r} instead of XCSP3")
    kind = root.attributes.get("type", "")
    if kind not in ("CSP", "COP"):
        root.fail(f"its type is {kind!r}: only CSP and COP are in XCSP3-core")
    met = set[str]()
    for child in root.children:
        if child.tag not in SECTIONS:
            child.fail("this is not a part of an instance in XCSP3-core")
        if child.tag in met:
            child.fail("the instance has this part twice")
        met.add(child.tag)
    return kind


def _post(model: Model, found: list[Stated]) -> None:
    """Post all constraints at once; if one cannot be posted, say which."""
    try:
        model.post(own for _, own in found)
    except ModelError:
        for elements, own in found:
            alone = own.constraints() if isinstance(own, Rows) else [own]
            for element, each in zip(elements, alone, strict=True):
                try:
                    model.post(each)
                except ModelError as error:
                    raise XCSP3Error(element.line, f"<{element.tag}>: {error}") from None
