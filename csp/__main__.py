"""`python -m csp` is the command `csp`."""

from csp.cli.main import main

if __name__ == "__main__":
    main()
