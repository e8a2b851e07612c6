"""Child processes that solve on request, one solver each.

Each answers requests, a JSON object a line on stdin, with a JSON object a line on stdout, so that
the harness can take turns between solvers and whatever slows the machine slows all of them.
"""
