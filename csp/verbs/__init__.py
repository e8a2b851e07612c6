"""What users call: solve, list, count, optimise, explain infeasibility, and search trees."""
