"""Estimates of the number of solutions and of search nodes, by random probes."""
