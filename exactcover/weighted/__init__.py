"""Questions about all solutions that a circuit answers: weighted counts, uses and samples."""
