"""Sudoku studio: a page where setters, teachers and pupils work, and the protocol that it speaks.

`messages` reads messages, `commands` answers them, and `desk` is the service of one client. `page`
has the files of the page.
"""
