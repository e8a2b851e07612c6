"""Lazy iterators belong to one thread at a time: a second one is refused, and the first goes on.

Another thread may go on with an iterator later. What is refused is a call while another one is
under way: from a second thread, or from a function that the first call has called, such as
``progress``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import wraps
from typing import NoReturn, ParamSpec, TypeVar

Element = TypeVar("Element")
Parameters = ParamSpec("Parameters")


class InUseError(RuntimeError):
    """A second thread asked an iterator for an element while the first waited for one.

    So does a function that is called while the iterator works, such as ``progress``. Nothing is
    lost: the call that was first goes on.
    """

    def __init__(
        self,
        message: str = "this iterator is in use: another thread, or a call that is under way in "
        "this one, takes its next element. Let one thread at a time use it, or make one for each",
    ) -> None:
        super().__init__(message)


def free(turn: threading.Lock) -> threading.Lock:
    """Return the lock of an iterator; raise `InUseError` if the iterator is in use.

    If two threads come here at the same moment, one of them waits for the other. The lock is not
    acquired here but by the ``with`` of the caller, which Ctrl-C cannot leave without a release.

    Examples
    --------
    >>> turn = threading.Lock()
    >>> with free(turn), free(turn):
    ...     pass
    Traceback (most recent call last):
    ...
    exactcover.runtime.lazy_iterators.InUseError: this iterator is in use: another thread, or a \
call that is under way in this one, takes its next element. Let one thread at a time use it, or \
make one for each
    """
    if turn.locked():
        raise InUseError
    return turn


class InTurn(Iterator[Element]):
    """An iterator over the elements of another one, which only one thread at a time can use.

    Parameters
    ----------
    elements
        The other iterator.
    turn
        What it shares with other ways to take its elements.
    """

    __slots__ = ("_elements", "_turn")

    def __init__(self, elements: Iterator[Element], turn: threading.Lock | None = None) -> None:
        self._elements = elements
        self._turn = turn or threading.Lock()

    def __next__(self) -> Element:
        with free(self._turn):
            return next(self._elements)

    def __reduce__(self) -> NoReturn:
        raise TypeError("the iterator cannot be copied or pickled: a search is under way")


def in_turn(
    function: Callable[Parameters, Iterator[Element]],
) -> Callable[Parameters, Iterator[Element]]:
    """Return a function whose iterators only one thread at a time can use.

    Examples
    --------
    >>> @in_turn
    ... def own():
    ...     yield next(iterator)
    >>> iterator = own()
    >>> next(iterator)
    Traceback (most recent call last):
    ...
    exactcover.runtime.lazy_iterators.InUseError: this iterator is in use: another thread, or a \
call that is under way in this one, takes its next element. Let one thread at a time use it, or \
make one for each
    """

    @wraps(function)
    def of_one_thread(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Iterator[Element]:
        return InTurn(function(*args, **kwargs))

    return of_one_thread
