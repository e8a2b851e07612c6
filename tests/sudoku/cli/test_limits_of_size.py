"""No verb takes the machine's memory or an endless time because a number is absurd."""

import sys
from pathlib import Path

import pytest

from tests.running import compiled

DOCUMENT = Path(__file__).parents[3] / "benchmarks" / "results" / "limits-of-size.md"


@compiled
@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded as Linux does")
def test_the_document_says_what_the_verbs_do() -> None:
    from tests.limits_of_size import document

    assert document() == DOCUMENT.read_text(encoding="utf-8")
