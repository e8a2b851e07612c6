"""Fixed orders of items for the engines that need one, and how wide the frontier gets in them."""
