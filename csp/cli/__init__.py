"""The command `csp`, and `fzn-csp`, which MiniZinc calls."""
