"""The loop that every worker runs."""

import json
import sys
from collections.abc import Callable, Mapping

Command = Callable[..., Mapping[str, object]]


class UnsupportedError(Exception):
    """The solver cannot state this problem."""


def serve(commands: Mapping[str, Command]) -> None:
    """Answer the requests on stdin, each ``{"command": name, argument: value, ...}``."""
    for line in sys.stdin:
        request = json.loads(line)
        try:
            reply = commands[request.pop("command")](**request)
        except UnsupportedError as reason:
            reply = {"unsupported": str(reason)}
        print(json.dumps(reply), flush=True)
