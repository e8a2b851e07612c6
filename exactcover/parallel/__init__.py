"""Parallel and resumable searches: jobs, worker pool, checkpoints, remaining-work estimate.

| file | what it is |
|---|---|
| `job.py`, `cover_job.py` | what is searched; models are in `csp.search.tasks` |
| `tasks.py` | a part of a search, and how a search is split into them |
| `tree.py` | which tasks wait, are under way and are done, in the order of the search |
| `worker.py` | what a worker does with a batch of tasks |
| `pool.py` | the workers: threads, or any executor; what is done where one dies |
| `run.py` | the whole: from the first task to the last, with limits, Ctrl-C and progress |
| `result_queue.py`, `best.py` | solutions on their way to the caller; the best ones of all tasks |
| `remaining_work.py` | how much work is left |
| `record.py` | what was found, in memory and in files |
| `checkpoint.py`, `schema.py` | everything found so far, in one file; what stands in it |
| `output.py`, `write.py` | solutions in files, as part of a checkpoint; `write_solutions` |
"""
