"""Costs: the cheapest covers, on dancing cells and on masks."""
