"""The base class of what a notebook shows as text."""

from exactcover.runtime.methods import Method


class TextView:
    """The base class of what a notebook shows as text: as `print` shows it.

    Examples
    --------
    >>> class Word(str, TextView):
    ...     pass
    >>> Word("a < b")._repr_html_()
    '<pre style="margin:0;text-align:left">a &lt; b</pre>'
    """

    __slots__ = ()

    _repr_html_ = Method("exactcover.runtime.notebook", "text_html")
