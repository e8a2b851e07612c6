"""The engines that search a model, by the names of `method=`."""

from collections.abc import Callable
from typing import Any

from csp.errors import ModelError
from exactcover.runtime.registry import Registry

ENGINES: Registry[Callable[..., Any]] = Registry(
    "method",
    "csp.engines",
    {
        "propagation": "csp.engines.propagation.engine:propagation",
        "learning": "csp.engines.learning.engine:learning",
        "cores": "csp.engines.learning.core_guided:core_guided",
        "linear": "csp.engines.linear.engine:linear",
        "neighbourhoods": "csp.engines.neighbourhoods.engine:neighbourhoods",
        "exact_cover": "csp.engines.exact_cover:exact_cover",
    },
    ModelError,
)
"""Name -> a function that returns a `csp.engines.model_engine.ModelEngine` for a model and a
request. It raises ModelError or TranslationError if the engine cannot search the model."""

NEED_OBJECTIVE = ("cores", "linear", "neighbourhoods")
"""The engines that search for the best solution only."""
TAKE_START = ("learning", "cores", "linear", "neighbourhoods")
"""The engines that take no controls of branching but values to begin with."""
