"""The strategies that generate puzzles, one file each, and their registry."""
