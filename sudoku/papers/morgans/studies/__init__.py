"""The experiments of Morgans, repeated; the text beside each explains its results."""
