"""Models whose values are moved far from 0: their answers move with them, or are refused by name."""
