"""The choice of engines for a model, and the schedules by which they search in turns."""
