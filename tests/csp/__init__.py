"""Tests of the package csp."""
