"""What is posted or decided before a search: rules that find what follows from a model."""
