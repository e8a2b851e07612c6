"""The items in a fixed order."""
