"""Ways to run an engine."""

from exactcover.engine import UNLIMITED, Engine, Status, counting


def count(engine: Engine) -> int:
    """Run an engine to its end, building nothing; return how many solutions it has found."""
    while engine.advance(UNLIMITED, counting()) != Status.EXHAUSTED:
        pass
    engine.check()
    return engine.solutions
