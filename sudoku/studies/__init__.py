"""Published experiments, repeated: one file for each study, and their registry."""
