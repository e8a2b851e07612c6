"""Without CPMpy, `csp.cpmpy` says how to install it."""

import subprocess
import sys

PROGRAM = """
import sys
sys.modules["cpmpy"] = None
try:
    import csp.cpmpy
except ImportError as error:
    print(error)
"""


def test_the_message_says_how_to_install_it() -> None:
    found = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    assert "csp.cpmpy needs CPMpy: pip install 'exactcover-sudoku[cpmpy]'" in found.stdout
