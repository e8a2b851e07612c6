"""Tests of set variables."""
