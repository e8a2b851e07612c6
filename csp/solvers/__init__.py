"""Other programs that can search a model: optional, and imported when they are asked for."""
