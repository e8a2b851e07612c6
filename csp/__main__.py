"""`python -m csp` is the command `csp`."""

from csp.cli.main import main

main()
