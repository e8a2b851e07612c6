"""The reasons of propagators: literals from which a change of a domain follows, or a failure.

An explanation is a function of the two handles, which is called by address like a propagator. It
asks what is to be explained: a propagator, and a variable, a kind and a value, or a failure, where
the variable is NOTHING. It gathers literals that hold before the
change, and returns whether it knows the reason. If it does not, or a literal does not hold, the
naive reason takes its place: all that the domains of the propagator's variables say. So a wrong
guess costs time, but a set of literals that is too small would be an error.

The words of domains are those before the call of the propagator; the bounds in `Learner.variables`
are those just before the event, when the same call may have changed other bounds already.
"""
