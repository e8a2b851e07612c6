"""Pictures of solutions: chess boards, tours, schedules and grids of values."""
