"""The frontier method: counting layer by layer."""
