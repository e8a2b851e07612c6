"""The propagators of constraints, as compiled functions; a file is imported when it is needed.

A propagator is a function of a handle (see `csp.kernels.state.state_of`) and its own number. It
removes values that no solution of its constraint has, and returns FAILED, DONE or FIXPOINT.
"""
