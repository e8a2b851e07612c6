"""Tests of lazy clause generation."""
