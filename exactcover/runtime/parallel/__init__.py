"""Parallel and resumable searches: worker pool, checkpoints, remaining-work estimate.

| file | what it holds |
|---|---|
| `job.py` | what is searched, and by which engine |
| `task.py` | `Task`, a part of a search |
| `task_tree.py` | the tasks that wait or have started; their outcomes in order |
| `worker.py` | the code that runs in a worker: search a batch of tasks |
| `pool.py` | the worker pool: threads or any executor; recovery from killed workers |
| `run.py` | the whole run: all tasks, with limits, Ctrl-C and progress |
| `result_queue.py`, `best.py` | solutions for the caller; the best solutions of all tasks |
| `remaining_work.py` | the estimate of the remaining work |
| `record.py`, `output.py` | the results so far, in memory and in files |
| `checkpoint.py` | the checkpoint: all results of a run in one file |
| `checkpoint_database.py`, `checkpoint_schema.py` | its connection to SQLite; its tables |
| `checkpoint_check.py` | what a damaged or crafted checkpoint is refused for |
"""
