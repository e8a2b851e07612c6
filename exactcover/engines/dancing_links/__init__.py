"""Dancing links, as published: an engine to compare the others with."""
