"""Child processes that solve on request, one solver each.

Each answers requests, a JSON object a line on stdin, with a JSON object a line on stdout, so that
the harness can alternate between solvers, and a slower machine affects all of them alike.
"""
