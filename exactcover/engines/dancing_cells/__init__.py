"""Dancing cells: the default engine; with a memo; and weaving a diagram."""
