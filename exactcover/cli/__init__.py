"""The command line `exactcover`."""
