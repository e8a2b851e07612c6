"""Tests of the consistency of each constraint by brute force, one file each."""
