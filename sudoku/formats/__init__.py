"""Formats that say rules as well as clues, one file each."""
