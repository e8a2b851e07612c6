"""Completing the puzzle of a setter: values of drawn marks, and the fewest clues."""
