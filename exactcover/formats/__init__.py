"""Problems as text, matrices, JSON, DIMACS and graphs."""
