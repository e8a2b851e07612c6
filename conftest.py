"""Files that pytest leaves out where an optional package is missing: `csp.cpmpy` needs CPMpy."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("cpmpy") else ["csp/cpmpy"]
