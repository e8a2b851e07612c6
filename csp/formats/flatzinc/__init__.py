"""FlatZinc, the language that MiniZinc translates its models to: reader, writer, solver."""
