"""A file for each constraint: what it promises, by brute force."""
