"""Dancing cells that the caller steers: the choice of items, pruning, domain consistency."""
