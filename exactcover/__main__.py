"""`python -m exactcover` is the command `exactcover`."""

from exactcover.cli.main import main

if __name__ == "__main__":
    main()
