"""Searches that outgrow one core, one run, one machine: split, spread, checkpointed, resumed.

| file | what it is |
|---|---|
| `tasks.py` | a part of a search, and how a search is split into them |
| `tree.py` | which tasks wait, are under way and are done, in the order of the search |
| `work.py` | what a worker does with a batch of tasks |
| `crew.py` | the workers: threads, or any executor; what is done where one dies |
| `checkpoint.py` | everything found so far, in one file |
| `output.py` | solutions in files, as part of a checkpoint |
| `run.py` | the whole: from the first task to the last, with limits, Ctrl-C and progress |
| `write.py` | `write_solutions`, the verb that needs all of this |
"""
