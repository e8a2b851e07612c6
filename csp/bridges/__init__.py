"""Models as exact-cover problems, and exact-cover problems as models."""
