"""Items that may be covered more than once."""
