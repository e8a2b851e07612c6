"""Tests of the formats of models."""
