"""Tests of the forms of texts."""
