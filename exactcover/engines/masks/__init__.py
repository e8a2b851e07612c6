"""Masks: the remaining options are a row of bits; also with a memo."""
