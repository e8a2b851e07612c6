"""How long the time slices of a problem are, in nodes and updates.

The numbers are measured: see docs/explanation/portfolio.md. They are read as
attributes of this module, so that a test may make all time slices short.
"""

FIRST_NODES, FIRST_UPDATES = 1000, 1 << 15
"""The first time slice of dancing cells: an eighth of a millisecond, before any other engine."""
LARGE = 10_000
"""With fewer nodes of options, one node of the search takes little time."""
SLICE_UPDATES = 10_000_000
"""The updates of a search before anything else is tried: less than a tenth of a second."""
ITEMS_OF_UPDATE = 16
"""A node goes through all items, to choose one and to save the sizes: the items that take as long
as one update."""
GROWTH = 16
"""The factor by which time slices of counting grow; for the frontier it is a quarter of this."""
MOST_STATES, MOST_BYTES = 1 << 26, 1 << 30
"""The limits of the frontier engine, which gives up early if more states are likely."""
