"""Models whose values are far from 0: answers move with them, or are refused by name."""
