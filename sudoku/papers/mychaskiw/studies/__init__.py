"""The experiments of Mychaskiw, repeated; the text beside each explains its results."""
