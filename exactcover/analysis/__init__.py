"""What can be said of a problem without a search: reduction, components, infeasible subsets."""
