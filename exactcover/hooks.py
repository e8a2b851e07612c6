"""The functions for those of an `exactcover.Hook`; `examples/single_loop.py` shows how.

The function gets a state and a number. Numbers of items are their places in `Problem.items`, and
numbers of options their places in `Problem.options`.

- `n_chosen` (of the state), `chosen` (and a level): the options chosen so far
- `is_open`, `n_live` (and an item), `live_option` (and an item and k): what is left of an item
- `n_members` (and an option), `member`, `colour` (and an option and k): the items of an option
- `is_solution`: whether all primary items are covered

``state.data``, ``state.cells`` and ``state.memory`` are the arrays of the hook.

Importing this module does not import Numba.
"""

from exactcover.engines.steered.view import (
    chosen,
    colour,
    is_open,
    is_solution,
    live_option,
    member,
    n_chosen,
    n_live,
    n_members,
)

__all__ = [
    "chosen",
    "colour",
    "is_open",
    "is_solution",
    "live_option",
    "member",
    "n_chosen",
    "n_live",
    "n_members",
]
