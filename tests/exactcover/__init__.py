"""The tests of `exactcover`."""
