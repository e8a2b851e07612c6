"""The test suites of other libraries, run against this one.

A module here is a plugin of pytest that puts our functions in the place of those of one library.
Everything else of it, such as its readers and its checks of solutions, stays.
"""
