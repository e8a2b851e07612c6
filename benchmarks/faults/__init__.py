"""Fault injection: faults are caused on purpose, and results and files are checked afterwards.

| file | what fails |
|---|---|
| `attempts.py` | how something is tried in a process of its own, and counted |
| `verbs.py` | what writes files, and how it is seen that they are whole |
| `disks.py` | disks: read-only, full, without permission; in a mount namespace of their own |
| `kills.py` | processes that are killed while they write or search; workers |
| `surroundings.py` | memory, clocks, machine code on disk |
"""
