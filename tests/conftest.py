"""What holds for all tests."""

from hypothesis import settings

# The first example of a test may wait for a kernel to be compiled.
settings.register_profile("project", deadline=None)
settings.load_profile("project")
