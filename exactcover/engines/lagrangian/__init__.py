"""Costs by Lagrangian relaxation: bounds raised at every node, passes, neighbourhoods."""
