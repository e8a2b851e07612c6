"""The propagators: what constraints have done. A file is imported when a search needs it.

A propagator is a function of a handle (see `csp.kernels.state.opened`) and its own number. It
removes values that no solution of its constraint has, and returns FAILED, DONE or FIXPOINT.
"""
