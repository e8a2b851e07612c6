"""Masks: the options that are left are a row of bits; with a memo, too."""
