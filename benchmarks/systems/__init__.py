"""Tests of the wheels for other systems, as far as one machine can emulate them."""
