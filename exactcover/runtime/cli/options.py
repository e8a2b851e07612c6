"""The options that the commands of this project share."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, TypeVar, cast

import click

Function = TypeVar("Function", bound=Callable[..., Any])


def number_option(
    what: str, name: str = "limit", *, least: int = 0, default: int | None = None
) -> Callable[[Function], Function]:
    """Return the option for the number of results, which is the same in all commands."""
    return click.option(
        "-n",
        "--limit",
        name,
        type=click.IntRange(min=least),
        metavar="N",
        default=default,
        show_default=default is not None,
        help=what,
    )


def limit_options(function: Function) -> Function:
    """Add the options of all commands that may take long."""
    return _with_options(
        function,
        click.option("--time-limit", type=float, metavar="SECONDS", help="Stop after so long."),
        click.option("--max-nodes", type=int, metavar="N", help="Stop after this many nodes."),
    )


def search_options(function: Function) -> Function:
    """Add the options of every search; see `exactcover.runtime.search.request.Limits`."""
    return limit_options(
        _with_options(
            function,
            click.option("--seed", type=int, help="Search in a random order with this seed."),
            click.option("--method", default="auto", show_default=True, help="The engine."),
        )
    )


def cost_option(function: Function) -> Function:
    """Add the option for the greatest cost; the function gets it as ``max_cost``."""
    return click.option(
        "--max-cost", type=Cost(), metavar="COST", help="Only solutions that cost at most this."
    )(function)


class Cost(click.ParamType):  # type: ignore[type-arg]
    """A cost: a whole number, which may have any size, or another number."""

    name = "cost"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return a text as a number."""
        for kind in (int, float):
            try:
                return kind(value)
            except ValueError:
                continue
        return self.fail(f"{value!r} is not a number", param, ctx)


def time_option(function: Function) -> Function:
    """Add the time limit of a command that has no other limit."""
    option = click.option("--time-limit", type=float, metavar="SECONDS", help="Stop after so long.")
    return option(function)


def steering_options(function: Function) -> Function:
    """Add the options that steer a search; see `exactcover.runtime.search.steering.Steering`."""
    return _with_options(
        function,
        click.option(
            "--choose", metavar="NAME", help="Branch on items in this order: dom/wdeg ..."
        ),
        click.option("--decide", metavar="PREFIX", help="Branch first on items with such names."),
        click.option(
            "--item-weight",
            "item_weights",
            type=(str, float),
            multiple=True,
            metavar="ITEM NUMBER",
            callback=lambda _, __, pairs: dict(pairs) or None,
            help="Prefer an item by its weight; may be repeated.",
        ),
        click.option("--consistency", metavar="NAME", help="Consistency of the search: domain."),
    )


def symmetry_option(function: Function) -> Function:
    """Add the option that takes symmetric solutions as one; the function gets it as ``up_to``."""
    return click.option(
        "--up-to-symmetry",
        "up_to",
        flag_value="all",
        default=None,
        help="Of solutions that are symmetric to each other, only one.",
    )(function)


def layer_options(function: Function) -> Function:
    """Add the options of counts layer by layer; see `Layering` of `runtime.search.request`."""
    return _with_options(
        function,
        click.option("--order", metavar="NAME", help="Layer by layer, the items in this order."),
        click.option(
            "--merge-symmetric",
            "symmetries",
            flag_value="all",
            default=None,
            help="Layer by layer; merge partial solutions that are symmetric to each other.",
        ),
        click.option(
            "--max-bytes",
            type=int,
            metavar="N",
            help="Layer by layer; more partial solutions than these wait on disk.",
        ),
    )


def parallel_options(function: Function) -> Function:
    """Add the options of parallel runs; see `exactcover.runtime.search.request.Parallel`.

    The function gets them as ``workers``, ``checkpoint`` and ``executor``.
    """

    @wraps(function)
    def called(*arguments: Any, scheduler: str | None, **options: Any) -> Any:
        executor = None if scheduler is None else partial(_cluster, scheduler)
        return function(*arguments, executor=executor, **options)

    return _with_options(
        cast(Function, called),
        click.option("--workers", type=int, metavar="N", help="Search in N threads."),
        click.option(
            "--checkpoint",
            metavar="PATH",
            help="Store the results in this file, and resume from it if it exists.",
        ),
        click.option("--scheduler", metavar="ADDRESS", help="Search on a Dask cluster."),
    )


def _cluster(address: str) -> Any:
    """Return the executor of a Dask cluster."""
    from exactcover.runtime.extras import imported

    dask = imported("distributed", "--scheduler", "distributed", "distributed")
    return dask.Client(address).get_executor()


def _with_options(function: Function, *options: Callable[[Function], Function]) -> Function:
    """Add options, which --help shows in this order."""
    for option in reversed(options):
        function = option(function)
    return function
