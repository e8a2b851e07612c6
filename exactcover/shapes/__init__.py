"""Polyforms, such as pentominoes, and the problems of tilings by them."""
