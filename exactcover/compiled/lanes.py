"""The width of vectors and of their lanes, for modules that do not import Numba."""

VECTOR_BYTES = 64

INDEX_BITS = {16: 11, 32: 16, 64: 32}
"""Bits of a lane -> bits of the index in a key of `exactcover.compiled.vectors.pack`."""
