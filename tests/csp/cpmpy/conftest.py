"""Importing the plugin for CPMpy's own tests would change the solvers of these tests, too."""

collect_ignore = ["plugin.py"]
