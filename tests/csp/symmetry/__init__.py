"""Tests of the symmetries of models."""
