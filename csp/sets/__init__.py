"""Set variables: variables whose values are sets of whole numbers, and constraints on them."""
