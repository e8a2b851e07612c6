"""Algebra of families of sets that ZDDs represent: unions, products, costs, equality."""
