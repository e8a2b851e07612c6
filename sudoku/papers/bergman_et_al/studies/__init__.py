"""The experiments of Bergman et al., repeated; the text beside each explains its results."""
