"""How a puzzle is solved, told to people: in words (`words/`), JSON, pictures and a page."""
