"""The public names of the packages: which they are, and that `help` explains each of them."""

import re
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from inspect import Parameter, getdoc, isfunction, signature
from types import ModuleType
from typing import Any

import click
import pytest
from click.testing import CliRunner

import csp
import csp.constraints
import exactcover
import sudoku
from csp.cli.main import main as csp_main
from exactcover.cli.main import main as exactcover_main
from exactcover.runtime.kernels.__main__ import main as compiled_main
from sudoku.cli.main import main as sudoku_main

PACKAGES = [exactcover, csp, sudoku]

NAMES = {
    "exactcover": """
        Budget BudgetError Certificate Cheapest CheckpointError Component Count Diagram Estimate
        FamilyCovers FamilyOption FamilyProblem FeasibleError FormatError GaveUpError Hook
        ImprovingSolutions
        InUseError InfeasibleSubset Interrupted LiveResult LiveSearch LostTasksError
        NoSolutionError NO_OPTION Option Polyform Problem ProblemError Progress Reduction Result
        Samples SearchTree Solution Solutions Statistics Stop Symmetries Task TraceStep Uncovered
        UndecidedError UnfinishedError Without board_moves cheapest combine components count
        diagram_of drawn
        estimate explain_infeasible from_burrtools from_lp from_opb improving_solutions
        iterate_async named_polyforms picture polyforms reduce refute run_async sample search_tree
        solutions solve split symmetries tiling trace uses write_solutions
    """,
    "csp": """
        Assignment Best Builder Constraint ConstraintSet Diverse Drawing Expression FeasibleError
        ImprovingSolutions Incremental Instance Interval Model ModelError ModelResult
        Neighbourhood Phase Priority
        Symmetries TranslationError SearchTree SetExpression SetVariable Variable all_different
        all_different_except all_equal among argmax argmin at_least at_most bin_packing
        cardinality changes channel chess_board circuit column columns cost_regular count count_of
        cumulative diffn distance diverse element exactly explain_infeasible forbidden
        from_flatzinc from_opb from_xcsp3 gantt_chart if_then iff improving_solutions increasing
        interval inverse knapsack lex_leader lexicographic lexicographic_chain linear maximize
        maximum minimize minimum n_values no_overlap regular reservoir satisfies scalar_product
        search_tree sequence set_channel set_order set_partition set_variable sliding_sum
        solutions solve sort stretch subcircuit symmetries table tour_map truncated_quotient
        truncated_remainder truth TruthValueError value value_grid value_precedence why xor
    """,
    "sudoku": """
        Board Booklet ClashError Classic ClueError Conflict Constraint ConstraintError
        Diagonal Explanation Formity FormityError Generator Given Grid GridCount Grids
        House Isomorphism Killer NotFoundError Outline Picture PlaceError Placement Puzzle
        RULES RULESETS Rating Reader Reading Redundancy Rule RuleError Ruleset SCALES
        STRATEGIES SYMMETRIES Shape ShapeError SudokuError Symmetries TextError
        AllSteps all_steps Completion complete Drawn drawn_marks
        automorphisms book canonical canonical_batch conflicts count count_batch
        count_grids decode encode estimate_grids explain formity formity_batch
        from_fpuzzles from_iss from_json from_layout from_sdk from_sudokupad generate hint
        is_minimal is_well_formed isomorphic minimal_givens parse picture random_isomorph
        rate rate_batch read_puzzles recognise redundant rule ruleset solutions solve
        solve_batch symmetries to_candidates to_fpuzzles to_fpuzzles_link to_json
        to_iss to_iss_link to_layout to_sdk to_sudokupad to_sudokupad_link transform why_impossible
        CellPairs cell_pairs refining_candidates Session true_candidates true_candidates_batch
        TrueCandidates
        AntiKing AntiKnight AntiTaxicab Arrow Automaton Between Clone Connected
        Consecutive Contains CountingCircles Difference DisjointGroups Distinct
        DoubleArrow DutchFlatmates Either Entropic Equality EvenOdd ExtraRegions FromZero
        GlobalEntropy GlobalModular GreaterThan HiddenSkyscraper Indexer Jigsaw KenKen
        Kropki Latin LineOrder LittleKiller Lockout LookAndSay Lunchbox Maximum Minimum
        Modular Nabner NonConsecutive NumberedRoom Palindrome PencilMarks Quadruple Ratio
        RegionSum Relations Rellik Renban SameValues Sandwich Skyscraper Str8ts Suguru
        SumLine Sums Thermometer UnknownRegions Whispers Windoku XSum XV Zipper
    """,
}
"""All that may be imported from a package: whoever adds or renames something changes this."""

PASSES_KEYWORDS_ON = {"rule", "ruleset", "run_async", "iterate_async"}
"""Functions that hand any keywords over to a class of the caller's choice."""

Function = Callable[..., Any]

FUNCTIONS = [
    pytest.param(getattr(package, name), id=f"{package.__name__}.{name}")
    for package in PACKAGES
    for name in package.__all__
    if isfunction(getattr(package, name))
]

METHODS = [
    *((exactcover.Problem, exactcover, name) for name in ("solve", "solutions", "count")),
    *((exactcover.Problem, exactcover, name) for name in ("cheapest", "sample", "reduce")),
    (exactcover.Problem, exactcover, "refute"),
    (exactcover.Problem, exactcover, "improving_solutions"),
    *((exactcover.Problem, exactcover, name) for name in ("estimate", "explain_infeasible")),
    (exactcover.Problem, exactcover, "components"),
    *((csp.Model, csp, name) for name in ("solve", "solutions", "count")),
    *((csp.Model, csp, name) for name in ("minimize", "maximize", "symmetries", "why", "interval")),
    (csp.Model, csp, "explain_infeasible"),
    (csp.Model, csp, "set_variable"),
    (csp.Model, csp, "search_tree"),
    (csp.Model, csp, "improving_solutions"),
    *((csp.Model, csp, name) for name in ("changes", "distance", "diverse")),
    *((sudoku.Puzzle, sudoku, name) for name in ("solve", "solutions", "count")),
    *((sudoku.Puzzle, sudoku, name) for name in ("true_candidates", "refining_candidates")),
    *((sudoku.Puzzle, sudoku, name) for name in ("symmetries", "automorphisms", "canonical")),
    *((sudoku.Puzzle, sudoku, name) for name in ("isomorphic", "transform", "random_isomorph")),
]


def sections(function: Function) -> dict[str, str]:
    """Return the sections of a docstring by heading."""
    parts = re.split(r"^(\w[\w ]*)\n-{3,}$", getdoc(function) or "", flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def documented(function: Function) -> set[str]:
    """Return the names in the section Parameters."""
    heads = re.findall(r"^(\S.*)$", sections(function).get("Parameters", ""), re.MULTILINE)
    return {name.strip().lstrip("*") for head in heads for name in head.split(",")}


@pytest.mark.parametrize("package", PACKAGES)
def test_public_names(package: ModuleType) -> None:
    assert sorted(package.__all__) == sorted(NAMES[package.__name__].split())
    assert len(set(package.__all__)) == len(package.__all__)
    assert all(hasattr(package, name) for name in package.__all__)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_name_is_that_of_a_module(package: ModuleType) -> None:
    modules = [name for name in package.__all__ if find_spec(f"{package.__name__}.{name}")]
    assert modules == []


def test_a_folder_of_constraints_holds_modules_only() -> None:
    public = {name: each for name, each in vars(csp.constraints).items() if name[0] != "_"}
    assert all(isinstance(each, ModuleType) for each in public.values())


@pytest.mark.parametrize("function", FUNCTIONS)
def test_functions_are_documented(function: Function) -> None:
    found = sections(function)
    assert documented(function) == set(signature(function).parameters)
    assert {"Returns", "Yields"} & set(found)
    assert ">>>" in found["Examples"]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_keywords_are_explicit(function: Function) -> None:
    kinds = {each.kind for each in signature(function).parameters.values()}
    assert (Parameter.VAR_KEYWORD in kinds) == (function.__name__ in PASSES_KEYWORDS_ON)


@pytest.mark.parametrize(("owner", "package", "name"), METHODS)
def test_methods_take_what_functions_take(owner: type, package: ModuleType, name: str) -> None:
    method, function = getattr(owner, name), getattr(package, name)
    own, others = signature(method).parameters.values(), signature(function).parameters.values()
    given = [(each.name, each.kind, each.default) for each in own]
    assert given == [(each.name, each.kind, each.default) for each in others]
    assert documented(method) == {each.name for each in own}
    assert {"Returns", "Examples"} <= set(sections(method))


def commands(command: click.Command, *names: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of a command line tool's commands."""
    yield names
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            one = command.get_command(context, name)
            assert one is not None
            yield from commands(one, *names, name)


HELPED = [
    (main, names)
    for main in (exactcover_main, csp_main, sudoku_main, compiled_main)
    for names in commands(main)
]


@pytest.mark.parametrize(("main", "names"), HELPED, ids=lambda one: getattr(one, "name", str(one)))
def test_every_command_has_help(main: click.Command, names: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*names, "--help"])
    assert result.exit_code == 0
    assert "Usage:" in result.output
