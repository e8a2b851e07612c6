"""The experiments of the papers, one file each, and their registry."""
