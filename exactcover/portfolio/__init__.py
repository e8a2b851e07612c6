"""Algorithm portfolios: engines that share the time, and engines that search a smaller problem."""
