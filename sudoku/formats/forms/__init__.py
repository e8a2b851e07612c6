"""The forms in which people and programs write grids: one file for each, read by `recognise`."""
