"""Dancing cells: the default engine, and the engine that counts with a memo."""
