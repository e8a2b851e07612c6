"""Tests of the verbs of models."""
