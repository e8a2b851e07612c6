"""The examples; each number that they show, against its source."""
