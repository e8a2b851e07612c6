"""Tests of what MiniZinc is told of our solver."""
