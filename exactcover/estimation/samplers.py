"""The choice of the sampler for a problem."""

from collections.abc import Sequence

import numpy as np

from exactcover.estimation.probes import Sampler
from exactcover.problem.links import Links


def sampler_of(links: Links, rng: np.random.Generator, chosen: Sequence[int] = ()) -> Sampler:
    """Return the sampler that runs probes on a problem, with or without bounds."""
    if ((links.low != 1) | (links.high != 1)).any():
        from exactcover.estimation.bounded_probes import BoundedSampler

        return BoundedSampler(links, rng, chosen)
    return Sampler(links, rng, chosen)
