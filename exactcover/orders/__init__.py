"""Fixed orders of items for the engines that need one, and the width of the frontier in them."""
