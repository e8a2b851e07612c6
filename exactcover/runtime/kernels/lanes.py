"""Numbers that both kernels and the modules that compile them know."""

VECTOR_BYTES = 64

INDEX_BITS = {16: 11, 32: 16, 64: 32}
"""Bits of a lane -> bits of the index in a key of `exactcover.runtime.kernels.vectors.pack`."""

TABLE_FIELDS = 3
"""The number of words that describe an array in a table: its address and its shape."""
