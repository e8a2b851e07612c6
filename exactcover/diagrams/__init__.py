"""Zero-suppressed decision diagrams: construction, queries, sampling and files."""
