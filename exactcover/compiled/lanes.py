"""How wide vectors are, and what their lanes hold; for those that reckon with it without Numba."""

VECTOR_BYTES = 64

INDEX_BITS = {16: 11, 32: 16, 64: 32}
"""How many bits of a lane of so many bits `exactcover.compiled.vectors.pack` gives to the index."""
