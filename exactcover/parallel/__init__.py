"""Exact covers in parallel: their jobs and tasks, and files of solutions.

| file | what it holds |
|---|---|
| `cover_job.py`, `class_job.py` | the search for covers, and for classes of covers |
| `tasks.py` | `split` |
| `regions.py` | the region of each part of a search |
| `solution_files.py`, `write.py` | files of solutions; `write_solutions` |
"""
