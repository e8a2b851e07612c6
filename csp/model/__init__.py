"""Models: variables, expressions, the base of constraints, the builder, and solutions."""
