"""Pictures as SVG, and as PNG with the extra ``png``."""
