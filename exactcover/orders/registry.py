"""The orders of items, one file each, and their registry."""

from exactcover.orders.structure import Order
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.registry import Registry

ORDERS: Registry[Order] = Registry(
    "order",
    "exactcover.orders",
    {
        "given": "exactcover.orders.given",
        "spectral": "exactcover.orders.spectral",
        "cuthill_mckee": "exactcover.orders.cuthill_mckee",
        "fewest_open": "exactcover.orders.fewest_open",
    },
    ProblemError,
)
"""Name -> module with the functions of `Order`. Other packages may register more."""
