"""Costs by linear relaxation, also with bounds of items: simplex, reduced costs, branch and bound."""
