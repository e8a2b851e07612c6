"""Analysis of a problem before its search: reduction, components, minimal infeasible subsets."""
