"""The compiled search: domains, propagation loop, search tree and restarts."""
