"""Posting channels: bits that say whether a variable has its values, as in a direct encoding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from csp.kernels.bitsets import has
from csp.model.posted_records import CHEAP, LINEAR
from csp.propagators.registry import CHANNEL

if TYPE_CHECKING:
    from csp.model.builder import Builder


def post_channel(
    builder: Builder, v: int, values: Sequence[int], first: int | None = None
) -> list[int]:
    """Post for each of some values a 0/1 variable that is 1 if and only if a variable has it.

    The domain is not wide. What is known at the beginning becomes a constant. No array grows with
    the number of values of the variable, so one value costs the same in small and large domains.
    The first 0/1 variable that is not a constant may be given; else all are new.
    """
    origin, mask = builder.domain(v)
    open_ = {k for k in values if has(mask, k - origin)} if mask & (mask - 1) else ()
    bits = []
    for k in values:
        if k not in open_:
            bits.append(builder.constant(int(mask == 1 and k == origin)))
        else:
            bits.append(builder.new_variable(0, 0b11) if first is None else first)
            first = None
    if open_:
        chosen = [(bit, k) for bit, k in zip(bits, values, strict=True) if k in open_]
        scope, own = [v, *(bit for bit, _ in chosen)], [k for _, k in chosen]
        builder.propagator(CHANNEL, scope, own, cost=CHEAP if len(own) == 1 else LINEAR)
    return bits
