"""Cards: what each propagator states for clause learning, linear relaxations and formats."""
