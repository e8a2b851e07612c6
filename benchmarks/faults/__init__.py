"""Fault injection: faults are caused on purpose, and results and files are checked afterwards.

| file | contents |
|---|---|
| `attempts.py` | attempts in child processes, and the counts of their outcomes |
| `verbs.py` | the verbs that write files, and the checks that the files are complete |
| `disks.py` | disks: read-only, full, without permission; in a mount namespace of their own |
| `kills.py` | killed processes, which write or search, and killed workers |
| `surroundings.py` | memory, clocks, machine code on disk |
| `readers.py` | short texts that ask for more than the reading budget allows |
"""
