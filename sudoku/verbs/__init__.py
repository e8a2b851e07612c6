"""What users call: solve, count, judge, rate, explain, and compare puzzles."""
