"""What the words of a FlatZinc text say: names, numbers, ranges, strings, and lists of these."""

from __future__ import annotations

from typing import Any

from csp.formats.flatzinc.integers import Integers
from csp.formats.flatzinc.items import Access, Name, String
from csp.formats.flatzinc.tokens import COMMENT, END, WORD
from csp.formats.read_back import MOST_DIGITS
from csp.model.expressions import SHORT_WHOLE
from exactcover.runtime.search.limits import watched

AT_ONCE = 1 << 14
"""The elements of a list between two looks at the clock."""


class Atoms(dict[str, Any]):
    """Word -> what it says by itself; a word that occurs again is looked up."""

    def __missing__(self, word: str) -> Any:
        """Return what a word says; raise KeyError if it is no word, ValueError if it is wrong."""
        first = word[:1]
        match = WORD.fullmatch(word)
        if match is None:
            return self._elements(word)
        if match[1] != word:  # spaces before it
            self[word] = found = self[match[1]]
            return found
        if "%" in word and first not in '%"':  # a comment within a range or an element
            return self[COMMENT.sub("", word)]
        if first.isalpha() or first == "_":
            found = _named(word)
        elif first in "-0123456789" and word not in ("-", END):
            found = _number_or_range(word)
        elif first == '"' and len(word) > 1:
            found = String(word[1:-1])
        elif first == "[" and len(word) > 1:
            found = _integers(word)
        elif first == "{" and len(word) > 1:
            found = frozenset(_integers(word))
        else:
            raise KeyError(word)
        self[word] = found
        return found

    def _elements(self, word: str) -> list[Any]:
        """Return the elements of a list without brackets in it, of which a long one is not kept."""
        if word[:1] != "[" or word[-1:] != "]":
            raise KeyError(word)
        texts, value = word[1:-1].split(","), self.__getitem__
        if not texts[-1].strip():
            texts.pop()
        if len(texts) <= AT_ONCE:
            return [*map(value, texts)]
        parts = watched(range(0, len(texts), AT_ONCE), 1)
        return [each for part in parts for each in map(value, texts[part : part + AT_ONCE])]


def _named(word: str) -> Any:
    if word in ("true", "false"):
        return word == "true"
    if word[-1] == "]":
        name, _, index = word[:-1].partition("[")
        return Access(name.rstrip(), _whole(index.strip()))
    return Name(word)


def _number_or_range(word: str) -> Any:
    low, dots, high = word.partition("..")
    if not dots:
        return _number(word)
    least, most = _number(low.rstrip()), _number(high.lstrip())
    if isinstance(least, int) and isinstance(most, int):
        return range(least, most + 1)
    return least, most


def _integers(word: str) -> Integers:
    """Return the integers of a list or set; a last comma is allowed."""
    texts = word[1:-1].split(",")
    if not texts[-1].strip():
        texts.pop()
    try:
        longest = max(map(len, texts), default=0)
        if longest > MOST_DIGITS:
            return Integers(_whole(each.strip()) for each in texts)
        found = Integers()
        found.are_short = longest <= SHORT_WHOLE
        if len(texts) <= AT_ONCE:
            found += map(int, texts)
            return found
        for part in watched(range(0, len(texts), AT_ONCE), 1):
            found += map(int, texts[part : part + AT_ONCE])
        return found
    except ValueError as error:
        is_long = isinstance(error, _TooLongError)
        raise error if is_long else ValueError("expected integers with a comma between") from None


class _TooLongError(ValueError):
    """A number has too many digits."""


def _number(text: str) -> int | float:
    lower = text.lower()
    if "." not in lower and ("e" not in lower or "x" in lower):
        return _whole(lower)
    try:
        return float.fromhex(lower) if "x" in lower else float(lower)
    except OverflowError:
        raise ValueError(f"the number {text} is too large") from None


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise _TooLongError(
            f"a number has {len(text)} characters: at most {MOST_DIGITS} are possible"
        )
    return int(text, 0) if "x" in text or "o" in text else int(text)
