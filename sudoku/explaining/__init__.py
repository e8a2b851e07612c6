"""Explanations of the steps to a solution, in words (`words/`), JSON, pictures and a page."""
