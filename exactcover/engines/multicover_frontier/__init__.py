"""The frontier method under bounds: one option after another."""
