"""What is said of each technique, one file for each group of them."""
