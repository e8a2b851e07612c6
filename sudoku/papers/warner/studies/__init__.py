"""The experiments of Warner, repeated; the text beside each explains its results."""
