"""What a puzzle gives (clues, the marks of its rules, and its rules), and which of it matters."""
