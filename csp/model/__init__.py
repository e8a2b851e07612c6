"""Models: variables, expressions, constraints as statements, and solutions."""
